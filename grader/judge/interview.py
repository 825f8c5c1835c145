"""Asks a submission calls of one function each, outside of any hidden case.

The submission's process has seen nothing hidden: whatever it answers may be shown to its author.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.bridge.contract import CaseContract, Contract, Deed, Learned
from grader.bridge.exceptions import CONTROL
from grader.bridge.packed import unpack
from grader.bridge.records import normal
from grader.bridge.session import Session
from grader.wire.channel import Channel
from grader.wire.functions import RemoteFunction
from grader.wire.kinds import Lack

from .examination import turn_to
from .failure import shown_type
from .fair_calls import FairCall
from .stage import Stage

# functions and data alone, whatever the cases use beside; what is missing in it is seen here
_NO_CONTRACT = Contract(
    {"": CaseContract({f"{Deed.LACKS}|{lack.value}" for lack in Lack})}, asks_plainly=True
)


class Answer(Struct, frozen=True):
    """What a call came to."""

    value: Any = None
    raised: tuple[str, ...] = ()  # the types of an exception, nearest first
    changed: tuple[Any, ...] = ()  # the arguments that are no longer what they were


class Interview:
    """One submission that is asked."""

    def __init__(
        self, channel: Channel, sources: dict[str, bytes], stage: Stage, seed: str
    ) -> None:
        stop_at = int(stage.limits["printed_stop_bytes"])
        learned = Learned(_NO_CONTRACT, is_recording=False)
        self._session = Session(channel, learned, stage.hidden_folder, stop_at)
        self._name, self._seed = stage.module, seed
        self._folder = stage.case_folder()
        turn_to(self._session, sources, stage)
        self._session.ask("begin", (sources, "submission", stage.folder_to_copy()))
        self.begin_again(seed)

    def begin_again(self, seed: str | None = None) -> None:
        """Import the module as if for the first time; raises what that raises."""
        self._session.watch.seed(seed or self._seed)
        self._module = self._session.ask("import", (self._name, True))
        self._functions: dict[str, Any] = {}

    def has(self, function: str) -> bool:
        """Whether the submission has a function of that name."""
        if function not in self._functions:
            try:
                found = self._session.get(self._module, function)
            except AttributeError:
                found = None
            self._functions[function] = found
        return isinstance(self._functions[function], RemoteFunction)

    def ask(self, call: FairCall) -> Answer:
        """Make a call of a function that the submission has."""
        before, given = self._arguments(call), self._arguments(call)
        try:
            value = self._session.ask("call", (self._functions[call.function], *given))
            value = list(value) if isinstance(value, Iterator) else value
        except BaseException as error:
            if isinstance(error, CONTROL) or not hasattr(error, "_grader_where"):
                raise
            return Answer(raised=tuple(shown_type(error).split("|")))
        pairs = zip(before, given, strict=True)
        return Answer(value, changed=tuple(g for was, g in pairs if normal(was) != normal(g)))

    def _arguments(self, call: FairCall) -> tuple[Any, ...]:
        """Make the arguments again, and the files that they name."""
        for name, data in call.files.items():
            (self._folder / name).write_bytes(data)
        given: tuple[Any, ...] = unpack(call.arguments)
        return tuple(
            self._folder / value if isinstance(value, Path) and str(value) in call.files else value
            for value in given
        )
