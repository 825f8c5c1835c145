"""Looks for a call that a submission answers otherwise, along what others answered."""

import contextlib
import time

from grader.model.course import Limits
from grader.wire.channel import framed
from grader.wire.values import FUNCTIONS

from .call_choice import Asked, example_found
from .conversation_memory import Beginning, Remembering
from .conversations import Over
from .events import Differs
from .jail_children import JailChildren
from .jobs import Found, Knowledge, Run
from .opening import Opening, Openings
from .stage import Stage
from .supervision import PairOutcome


class KnownExamples:
    """Asks fair calls of children that are asked nothing else, as an examiner would."""

    def __init__(self, stage: Stage, children: JailChildren, remembering: Remembering) -> None:
        self._seconds = Limits(**stage.limits).seconds_per_case
        self._children = children
        self._remembering = remembering
        self.opening: Opening | None = None

    def look(self, sources: dict[str, bytes], asked: Asked) -> Over | None:
        """Say what comes of the answers; None where nobody knows. The child is over then.

        Raises JailError when the jail is to be replaced, with all that was made for it.
        """
        beginning = self._beginning(sources, asked)
        if beginning is None or self.opening is None:
            return None
        child = self._children.open()
        with contextlib.suppress(OSError):  # its end is seen next
            child.channel.sendall(framed(self.opening.tier))
        deadline = time.monotonic() + self._seconds
        over = self._remembering.follow(child, beginning, deadline).over
        child.kill()
        return over

    def note(self, sources: dict[str, bytes], asked: Asked, outcome: PairOutcome) -> None:
        """Know what an examiner's calls came to from now on."""
        if self.opening is None and outcome.turns:
            self.opening = Opening.of(FUNCTIONS, outcome.turns[:1])
            self._remembering.keep(Openings(calls=self.opening))
        beginning = self._beginning(sources, asked)
        if beginning is not None:
            self._remembering.note(beginning, outcome)

    def _beginning(self, sources: dict[str, bytes], asked: Asked) -> Beginning | None:
        if self.opening is None:
            return None
        if any(call.files or call.has_many_answers for call in asked.calls):
            return None  # a file is told of with its times; what an author's own code says may vary
        return self._remembering.of_calls(self.opening, sources, asked)


def found_in(knowledge: Knowledge, run: Run, asked: Asked, differs: Differs | None) -> Found | None:
    """Make an example of a call that is answered otherwise, where it explains what is wrong."""
    if differs is None or not 0 <= differs.number < len(asked.calls):
        return None
    return example_found(knowledge, run, asked.calls[differs.number], differs)
