"""`grader watch`: tries the public cases at every save; single keys do the rest."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

import click

from grader.cli.lesson_choice import lesson_at_hand
from grader.cli.screen import busy, console
from grader.cli.student_options import lesson_argument, open_enrolment, student_options
from grader.cli.waiting import finish_waiting
from grader.cli.watch_events import GONE, SAVED, Events
from grader.errors import GraderError, UsageError
from grader.feedback.map_terminal import print_map
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.practice import PublicCases
from grader.flows.student.submit import Submitted, Submitter, submitter_of

from .hint import show_hint
from .run import run_and_show, show_after_run
from .submit import show
from .test import cases_at_hand, show_public_cases

_KEYS = "t test   r run   s submit   h hint   l lessons   ? keys   q quit"
_KNOWN = b"trshyl?q"
_BELOW = 3  # lines that name the keys
_MEANINGS = """\
t   try the public cases again, as a save does
r   run run.py with your code
s   submit: judged by the hidden cases, and recorded as an attempt
h   the next hint; you are asked before it is counted
l   the course map: what is passed, open and locked
?   these keys
q   quit

A save or a key stops what is being tried or run, never a submit."""
_ASK = """\
A hint is counted: your instructor sees how many you took.
Press y to read the next one, t to go back to the cases."""


@click.command("watch")
@lesson_argument
@student_options
def command(lesson_id: str | None, **options: Any) -> None:
    """Try LESSON's public cases whenever you save it.

    Keys: t test, r run, s submit, h hint, l lessons, ? keys, q quit.
    """
    with open_enrolment(options) as enrolment, submitter_of(enrolment) as submitting:
        name = lesson_at_hand(enrolment, lesson_id)
        finish_waiting(submitting)
        lesson = enrolment.lesson_not_locked(name)
        folder = enrolment.folder(lesson)
        if not (folder / lesson.module_file).exists():
            raise UsageError(
                f"{folder / lesson.module_file} does not exist. `grader start {name}` puts it "
                "there."
            )
        files = [folder / one for one in lesson.hand_in]
        with _cases(enrolment, name) as cases, Events(folder, files, _KNOWN) as events:
            _Watch(enrolment, submitting, name, cases).go_on(events)


class _Watch:
    """What each key and each save does."""

    def __init__(
        self, enrolment: Enrolment, submitting: Submitter, name: str, cases: PublicCases | None
    ) -> None:
        self._name = name
        self._asked = False  # whether a hint is wanted
        self._enrolment, self._cases = enrolment, cases
        screen = console()
        self._actions: dict[bytes, Callable[[], object]] = {
            b"s": lambda: show(_submitted(submitting, name), below=_BELOW),
            b"h": lambda: screen.print(_ASK, markup=False),
            b"l": lambda: print_map(enrolment.states(), screen, enrolment.course.title),
            b"?": lambda: screen.print(_MEANINGS, markup=False),
            GONE: lambda: screen.print(_gone(enrolment, name), markup=False),
        }
        self._show_hint = lambda: show_hint(enrolment, name)

    def _test(self) -> None:
        if self._cases is None:
            run_and_show(self._enrolment, self._name)
        else:
            show_public_cases(self._cases, below=_BELOW)

    def _run(self) -> None:
        run_and_show(self._enrolment, self._name)
        if self._cases is not None:
            show_after_run(self._cases)

    def go_on(self, events: Events) -> None:
        """Do what is asked until q is pressed or the terminal hangs up."""
        trying = {SAVED: self._test, b"t": self._test, b"r": self._run, b"y": self._test}
        self._do(partial(events.until_heard, self._test))
        action: Callable[[], object]
        for event in events:
            if event == b"y" and self._asked:
                action = self._show_hint
            elif event in trying:
                action = partial(events.until_heard, trying[event])
            else:
                action = self._actions[event]
            self._asked = event == b"h"
            self._do(action)

    def _do(self, action: Callable[[], object]) -> None:
        screen = console()
        if screen.is_terminal and not screen.is_dumb_terminal:
            screen.clear()
        try:
            action()
        except GraderError as error:  # what is refused now may be taken after the next save
            console(errors=True).print(str(error), markup=False)
        screen.print(f"\nWatching {self._name}: every save is tried.\n{_KEYS}", markup=False)


def _gone(enrolment: Enrolment, name: str) -> str:
    lesson = enrolment.lesson(name)
    places = [enrolment.folder(lesson) / one for one in lesson.hand_in]
    place = next((one for one in places if not one.exists()), places[0])
    return f"{place} is gone. Save it again; `grader start {name}` gives a new stub."


def _submitted(submitting: Submitter, name: str) -> Submitted:
    with busy("Judging") as on_case:
        return submitting.submit(name, on_case=on_case)


@contextmanager
def _cases(enrolment: Enrolment, name: str) -> Iterator[PublicCases | None]:
    with ExitStack() as stack:
        cases = None
        with suppress(UsageError):  # without any, a save runs run.py
            cases = stack.enter_context(cases_at_hand(enrolment, name))
        yield cases
