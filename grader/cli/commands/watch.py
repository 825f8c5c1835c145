"""`grader watch`: tries the public cases at every save; single keys do the rest."""

import os
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

import click

from grader.cli.screen import busy, console, note, say
from grader.cli.student_options import (
    finish_waiting,
    lesson_argument,
    lesson_at_hand,
    open_enrolment,
    student_options,
)
from grader.errors import GraderError, UsageError
from grader.feedback.map_terminal import print_map
from grader.flows.student.enrolment import Enrolment
from grader.flows.student.practice import PublicCases
from grader.flows.student.submit import Submitted, Submitter, submitter_of

from .hint import show_hint
from .run import run_and_show, show_after_run
from .submit import show
from .test import cases_at_hand, show_public_cases

SAVED, GONE, QUIT = b"!", b"-", b"q"  # of these, q is a key
# An arrow or a function key ends in a letter (ECMA-48, section 5.4).
_ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O.?)?")
_CHUNK = 1024
_LOOK_EVERY_SECONDS = 0.2  # a few small files, read from the system's cache
_LOOKS_UNTIL_GONE = 3  # many editors take a file away for a moment when they save it


class _Superseded(BaseException):
    """Raised in the main thread, in the middle of what may be ended."""


class Events:
    """What was heard, in its order."""

    def __init__(self, files: list[Path]) -> None:
        self._files = files
        self._heard: list[bytes] = []
        self._news = threading.Condition()
        self._may_end = False

    @contextmanager
    def listening(self) -> Iterator[Self]:
        """Hear saves, and keys at a terminal; to be called in the main thread."""
        with ExitStack() as stack:
            if sys.platform != "win32":
                before = signal.signal(signal.SIGUSR1, self._end)
                stack.callback(signal.signal, signal.SIGUSR1, before)
            stop = threading.Event()
            stack.enter_context(_thread(lambda: self._hear_saves(stop), stop.set))
            if _has_keys():
                stack.enter_context(_single_keys())
                reading, writing = os.pipe()
                stack.callback(os.close, reading)
                stack.enter_context(
                    _thread(lambda: self._hear_keys(reading), lambda: os.close(writing))
                )
            yield self

    def __iter__(self) -> Iterator[bytes]:
        """Give what was heard, until the key to quit."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._heard)
                event = self._heard.pop(0)
            if event == QUIT:
                return
            yield event

    def until_heard(self, action: Callable[[], object]) -> None:
        """Do something that ends at once when anything is heard."""
        try:
            try:
                self._may_end = True
                if not self._heard:  # what came just before it began ends it as well
                    action()
            finally:
                self._may_end = False
        except _Superseded:
            pass

    def _end(self, *_: object) -> None:
        if self._may_end:
            self._may_end = False
            raise _Superseded

    def _hear(self, event: bytes) -> None:
        with self._news:
            if event not in self._heard:  # once, however often it came meanwhile
                self._heard.append(event)
            self._news.notify()
        main = threading.main_thread().ident
        if sys.platform != "win32" and main is not None:
            signal.pthread_kill(main, signal.SIGUSR1)

    def _hear_saves(self, stop: threading.Event) -> None:
        seen, looks = _content(self._files), 0  # looks at nothing
        while not stop.wait(_LOOK_EVERY_SECONDS):
            now = _content(self._files)
            looks = looks + 1 if now is None else 0
            if looks == _LOOKS_UNTIL_GONE:
                seen = None
                self._hear(GONE)
            elif now is not None and now != seen:
                seen = now
                self._hear(SAVED)

    def _hear_keys(self, ended: int) -> None:
        keyboard = sys.stdin.fileno()
        while True:
            ready, _, _ = select.select([keyboard, ended], [], [])
            if ended in ready:
                return
            data = b""
            with suppress(OSError):  # so some systems say that the terminal hung up
                data = os.read(keyboard, _CHUNK)
            for key in _ESCAPES.sub(b"", data).lower() if data else QUIT:
                if key in _KNOWN:  # no other ends what goes on
                    self._hear(bytes([key]))
            if not data:
                return


@contextmanager
def _thread(work: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    made = threading.Thread(target=work, daemon=True)
    made.start()
    try:
        yield
    finally:
        end()
        made.join()


def _content(files: list[Path]) -> list[bytes] | None:
    try:
        return [path.read_bytes() for path in files]
    except OSError:  # one is gone, or between the two steps of a rename
        return None


def _has_keys() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.platform != "win32"


@contextmanager
def _single_keys() -> Iterator[None]:
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


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
        cases = None
        with ExitStack() as stack:
            with suppress(UsageError):  # without any, a save runs run.py
                cases = stack.enter_context(cases_at_hand(enrolment, name))
            events = stack.enter_context(Events(files).listening())
            _Watch(enrolment, submitting, name, cases).go_on(events)


class _Watch:
    """What each key and each save does."""

    def __init__(
        self, enrolment: Enrolment, submitting: Submitter, name: str, cases: PublicCases | None
    ) -> None:
        self._name = name
        self._asked = False  # whether a hint is wanted
        self._enrolment, self._cases = enrolment, cases
        self._actions: dict[bytes, Callable[[], object]] = {
            b"s": lambda: show(_submitted(submitting, name), below=_BELOW),
            b"h": lambda: say(_ASK),
            b"l": lambda: print_map(enrolment.states(), console(), enrolment.course.title),
            b"?": lambda: say(_MEANINGS),
            GONE: lambda: say(_gone(enrolment, name)),
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
            note(str(error))
        say(f"\nWatching {self._name}: every save is tried.\n{_KEYS}")


def _gone(enrolment: Enrolment, name: str) -> str:
    lesson = enrolment.lesson(name)
    places = [enrolment.folder(lesson) / one for one in lesson.hand_in]
    place = next((one for one in places if not one.exists()), places[0])
    return f"{place} is gone. Save it again; `grader start {name}` gives a new stub."


def _submitted(submitting: Submitter, name: str) -> Submitted:
    with busy("Judging") as on_case:
        return submitting.submit(name, on_case=on_case)
