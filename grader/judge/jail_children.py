"""The children of a worker's warm jail: the one that waits, and the one that is over."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grader.errors import JailError
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.jail.spec import Handover, JailSpec

if TYPE_CHECKING:
    from .opening import Opening

FINISH_SECONDS = 10.0


class JailChildren:
    """Holds the jail, has a child ready ahead of need, and tidies up behind."""

    def __init__(self, spec: JailSpec) -> None:
        self._spec = spec
        self._jail: Jail | None = None
        self._waiting: JailedChild | None = None  # one that has held the opening
        self._over: JailedChild | None = None

    def begin(self) -> None:
        """Begin to start the jail; where that fails, whoever waits for it meets the fault."""
        self._jail = Jail(self._spec)
        with contextlib.suppress(JailError):
            self._jail.begin()

    def take_over(self, given: Handover) -> None:
        """Go on with a jail that another process has begun."""
        self._jail = Jail.taken_over(self._spec, given)

    @contextlib.contextmanager
    def handed_over(self) -> Iterator[Handover]:
        """Give the jail to another process, without a child; raises JailError where it is none."""
        self.discard()
        self.tidy()
        if self._jail is None:
            raise JailError("There is no jail.")
        with self._jail.handed_over() as given:
            yield given

    def warm_up(self) -> Jail:
        """Start the jail, unless it runs."""
        if self._jail is None:
            self._jail = Jail(self._spec)
        self._jail.start()
        return self._jail

    def load(self, module: str) -> None:
        """Have a module loaded once for all children that are still to come."""
        if module in self._spec.preload:
            return
        self._spec = replace(self._spec, preload=(*self._spec.preload, module))
        if self._jail is not None:
            try:
                self.warm_up().load(module)
            except JailError:  # the next child is of a new jail, or meets the fault itself
                self.close()

    def open(self) -> JailedChild:
        """Make one that is judged at once."""
        self.discard()
        self.tidy()
        self._over = self.warm_up().open()
        return self._over

    def ready(self, opening: "Opening") -> JailedChild:
        """Have one that has held the opening; it goes on waiting."""
        if self._waiting is None:
            self.tidy()
            self._waiting = self.warm_up().open()
            if not opening.is_held_with(self._waiting):
                raise JailError("A jail child does not answer as the one before it did.")
        return self._waiting

    def take(self, opening: "Opening") -> JailedChild:
        """Give the one that is ready, or one made now; it is ended as one that was judged."""
        self._over, self._waiting = self.ready(opening), None
        return self._over

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        over, self._over = self._over, None
        if over is not None:
            try:
                over.finish(FINISH_SECONDS)
            finally:
                over.close()

    def discard(self) -> None:
        """End the one that waits; raises JailError."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.kill()
            self._over = waiting
            self.tidy()

    def close(self) -> None:
        """Stop the jail and whatever is in it."""
        with contextlib.suppress(JailError):
            self.discard()
        over, self._over = self._over, None
        if over is not None:
            over.close()
        jail, self._jail = self._jail, None
        if jail is not None:
            with contextlib.suppress(JailError):
                jail.close()
