"""Each rule that keeps a submission from gaining, switched off by patching one name.

A control proves that its rule is what stops an attack. `weakened_grader` calls it in every process
of ours; what is imported in a control is loaded in that process anyway.
"""

import os
import sys
from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter
from typing import Any

from grader.border import client, gate, guards, proxies, surroundings
from grader.border.contract import Action, Terms
from grader.border.gate import Gate
from grader.border.hidden_files import HiddenFiles
from grader.border.inert import Inert, Wrong, WrongResult
from grader.border.programs import Programs
from grader.border.test_objects import TestObjects
from grader.judge import (
    examination,
    examiner,
    pair,
    reports,
    template,
)
from grader.sandbox import start
from grader.sandbox.inside import confinement, landlock, seccomp, witness

Control = Callable[[], None]


def _replace(owner: object, name: str, make: Callable[[Any], Any]) -> None:
    """Put what `make` makes of a name in its place."""
    setattr(owner, name, make(getattr(owner, name)))


def begin(path: str) -> None:
    """Have the processes that this one starts call the same controls."""
    _replace(start, "_PACKAGE_ROOT", lambda _: path)


# -- the border


def any_object() -> None:
    """An object is admitted where the reference gave data, or another object."""

    def admitting(role_at: Any) -> Any:
        def admit(self: Terms, name: str, shape: Any, classes: list[str]) -> str:
            role = role_at(self, name, shape, classes)
            return (classes or [name])[0] if role is None else role

        return admit

    _replace(Terms, "role_at", admitting)


def any_answer() -> None:
    """A comparison or an operator is believed where the reference's never answered."""
    _replace(Terms, "believes", lambda _: lambda *_: True)


def part_by_part() -> None:
    """Data that holds a refused object is let in; only the object itself is refused."""

    def standing(_: Any) -> Any:
        def deny(self: Gate, came: str = "", *_: int, **_named: bool) -> Inert:
            return self.stand_in(WrongResult(Wrong.OBJECT, came=came))

        return deny

    _replace(Gate, "deny", standing)


def forgiven() -> None:
    """What is refused is an exception as any other."""

    def forgiving(_: Any) -> Any:
        def refuse(self: Gate, refusal: WrongResult) -> None:
            raise TypeError(refusal.wrong)

        return refuse

    _replace(Gate, "refuse", forgiving)


def _admitted(action: Action) -> None:
    _replace(
        Terms, "admits", lambda admits: lambda self, a, what: a is action or admits(self, a, what)
    )


def any_lack() -> None:
    """Missing values and empty arrays come where the reference gave neither."""
    _admitted(Action.LACKS)


def any_text() -> None:
    """A text is compiled beside the cases that the reference never gave."""
    _admitted(Action.COMPILES)


def any_hidden_file() -> None:
    """A hidden file is opened that the reference's run did not open."""
    _admitted(Action.OPENS)


def any_path() -> None:
    """A path into the hidden folder is a text as any other."""
    _replace(HiddenFiles, "named_by", lambda _: lambda *_: "")


def any_star() -> None:
    """A star brings names that the reference does not have."""
    _admitted(Action.STARS)


def any_change() -> None:
    """A submission changes and removes what it did not make."""
    _replace(surroundings.KeptFolder, "_may_change", lambda _: lambda *_: True)


def any_attribute() -> None:
    """A submission gets and sets all attributes of what a test handed over."""
    _replace(
        TestObjects,
        "_admitted",
        lambda _: lambda self, number, *_: self.find(number),
    )


def any_pickle() -> None:
    """A pickle names what is equal to everything."""
    _replace(guards, "_PICKLED", lambda known: {**known, "unittest.mock": "ANY"})


def any_nothing() -> None:
    """Nothing comes in place of items."""
    _replace(Gate, "check_items", lambda _: lambda *_: None)


def any_error() -> None:
    """An exception of a submission's may be one by which pytest skips a case."""
    _replace(gate, "find_builtin", lambda _: lambda module, n: attrgetter(n)(sys.modules[module]))


def any_place() -> None:
    """A function of Python's own is called beside the cases in place of one of the submission's."""
    _replace(Terms, "has_own", lambda _: lambda *_: False)


def any_coroutine() -> None:
    """A coroutine is an iterator of nothing."""
    coroutine: Any = proxies.RemoteCoroutine
    coroutine.__iter__ = lambda self: self
    coroutine.__next__ = lambda self: self.send(None)


def any_output() -> None:
    """What a program printed is believed to be text."""

    def asking(_: Any) -> Any:
        def run(self: Any, file: str, argv: list[str], given: bytes) -> Any:
            return self._client.ask(f"{file} run", "script", file, argv, given)

        return run

    _replace(Programs, "run", asking)


def end_signals() -> None:
    """StopIteration of a submission's ends what a test goes through."""
    _replace(client, "hide_end_signal", lambda _: lambda error, *_: error)


def told_assertions() -> None:
    """A submission hears what a callback of the test asserts, and may swallow it."""
    _replace(client, "_says_more", lambda _: lambda *_: False)


def lines_on_disk() -> None:
    """The source of a submission is what lies at its name by now."""
    _replace(guards, "_lines_of", lambda _: guards._UPDATE)


def any_home() -> None:
    """A function is of the file that it says it is of."""
    _replace(client.Client, "file_of", lambda _: lambda self, module: f"{module}.py")


# -- the sandboxes of our own processes


def _find_nothing(channel: int) -> None:
    """Say that nothing could be done, in place of an attack from inside."""
    os.read(channel, 1 << 16)  # or whoever asks could find nobody to ask
    os.write(channel, b"[]")


def no_reader_jail() -> None:
    """The process of the hidden cases does whatever its user may."""
    _replace(confinement.Confinement, "put_on", lambda _: lambda *_: None)
    _replace(witness, "attack", lambda _: _find_nothing)


def no_landlock() -> None:
    """The process of the hidden cases opens all files that its user may."""
    _replace(landlock, "restrict", lambda _: lambda made: None)
    _replace(witness, "attack", lambda _: _find_nothing)


def no_filter() -> None:
    """The process of the hidden cases makes all system calls."""
    _replace(seccomp, "install", lambda _: lambda code: None)
    _replace(witness, "attack", lambda _: _find_nothing)


def no_namespaces() -> None:
    """The process of the hidden cases shares its name spaces with the grader."""
    _replace(confinement, "leave_machine", lambda _: lambda kinds: None)


# -- what is made of a run


def pytests_names() -> None:
    """The folder of a case bears the values of its parameters, as pytest names it."""
    del examiner.Examiner.tmp_path


def one_seed() -> None:
    """The jail is seeded as the hidden cases are."""
    _replace(examiner, "_seed", lambda _: lambda folder, side, case: case)


def any_share() -> None:
    """A share of a case is any number."""
    exact = Fraction.limit_denominator
    _replace(reports, "_partial", lambda _: lambda share: exact(Fraction(share), 10**6))


def any_time() -> None:
    """A case takes any time that it says."""
    _replace(pair.Pair, "_went_by", lambda _: lambda self: 1e308)


def dies_afresh() -> None:
    """An examiner that begins afresh ends without a word."""

    def dying(examine: Any) -> Any:
        def examine_afresh(connection: Any, tell: Any, task: Any, stage: Any, known: Any) -> None:
            if known is not None:
                os._exit(1)
            examine(connection, tell, task, stage, known)

        return examine_afresh

    _replace(examination, "examine_afresh", dying)
    _replace(template.TemplateClient, "is_ready", lambda _: lambda self: False)


def dies_warm() -> None:
    """An examiner that has collected ends without a word."""
    _replace(examination, "_examine_collected", lambda _: lambda *_, **__: os._exit(1))
