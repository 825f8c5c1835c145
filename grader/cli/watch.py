"""`grader watch`: tries the public cases at every save; single keys do the rest."""

import hashlib
import os
import re
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from grader.errors import GraderError, UsageError
from grader.feedback.map_terminal import print_map
from grader.flows.desk import StudentDesk
from grader.flows.submitting import SubmitDesk, Submitted, submit_desk
from grader.flows.trying import PublicCases, public_cases

from .desk_options import desk_options, lesson_argument, lesson_at_hand, open_desk
from .hint import show_hint
from .run import run_and_show
from .screen import busy, console
from .submit import show
from .test import judge_and_show
from .waiting import finish_waiting

_KEYS = "r run   s submit   h hint   l lessons   q quit"
_SAVED, _QUIT = b"!", b"q"
# An arrow or a function key ends in a letter (ECMA-48, section 5.4).
_ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O.?)?")
_CHUNK = 1024
_LOOK_AGAIN_SECONDS = 0.2


@click.command("watch")
@lesson_argument
@desk_options
def command(lesson_id: str | None, **options: Any) -> None:
    """Try LESSON's public cases whenever you save it.

    Keys: r run, s submit, h hint, l lessons, q quit.
    """
    with open_desk(options) as desk, submit_desk(desk) as submitting:
        finish_waiting(submitting)
        name = lesson_at_hand(desk, lesson_id)
        lesson = desk.lesson_not_locked(name)
        folder = desk.folder(lesson)
        if not (folder / lesson.module_file).exists():
            raise UsageError(
                f"{folder / lesson.module_file} does not exist. `grader start {name}` puts it "
                "there."
            )
        with _cases(desk, name) as cases:
            files = [folder / one for one in lesson.hand_in]
            _Watch(desk, submitting, name, cases).go_on(folder, files)


class _Watch:
    """What each key and each save does."""

    def __init__(
        self, desk: StudentDesk, submitting: SubmitDesk, name: str, cases: PublicCases | None
    ) -> None:
        self._name = name
        screen = console()
        self._actions: dict[bytes, Callable[[], object]] = {
            b"r": lambda: run_and_show(desk, name),
            b"s": lambda: show(_submitted(submitting, name)),
            b"h": lambda: show_hint(desk, name),
            b"l": lambda: print_map(desk.states(), screen, desk.course.title),
            _SAVED: lambda: judge_and_show(cases) if cases else run_and_show(desk, name),
        }

    def go_on(self, folder: Path, files: list[Path]) -> None:
        """Do what is asked until q is pressed or the terminal hangs up."""
        with _events(folder, files) as events:
            self._do(_SAVED)
            for event in events:
                if event == _QUIT:
                    return
                self._do(event)

    def _do(self, event: bytes) -> None:
        action = self._actions.get(event.lower())
        if action is None:
            return
        screen = console()
        if screen.is_terminal and not screen.is_dumb_terminal:
            screen.clear()
        try:
            action()
        except GraderError as error:  # what is refused now may be taken after the next save
            console(errors=True).print(str(error), markup=False)
        screen.print(f"\nWatching {self._name}.   {_KEYS}", markup=False)


def _submitted(submitting: SubmitDesk, name: str) -> Submitted:
    with busy("Judging"):
        return submitting.submit(name)


@contextmanager
def _cases(desk: StudentDesk, name: str) -> Iterator[PublicCases | None]:
    with ExitStack() as stack:
        cases = None
        with suppress(UsageError), busy("Getting ready"):  # without any, a save runs run.py
            cases = stack.enter_context(public_cases(desk, name))
        yield cases


@contextmanager
def _events(folder: Path, files: list[Path]) -> Iterator[Iterator[bytes]]:
    """Give keys as they are pressed, and a sign whenever a file has another content."""
    reading, writing = os.pipe()
    stop = threading.Event()
    saves = threading.Thread(target=_report_saves, args=(folder, files, writing, stop), daemon=True)
    saves.start()
    try:
        with _single_keys():
            yield _merged(reading)
    finally:
        stop.set()
        saves.join()
        os.close(reading)
        os.close(writing)


def _merged(saves: int) -> Iterator[bytes]:
    sources = [saves, sys.stdin.fileno()] if _has_keys() else [saves]
    while True:
        ready, _, _ = select.select(sources, [], [])
        for source in ready:
            data = os.read(source, _CHUNK)
            if not data:  # the terminal hung up
                return
            if source == saves:
                yield _SAVED  # once, however often it was saved meanwhile
            else:
                keys = _ESCAPES.sub(b"", data)
                yield from dict.fromkeys(bytes([one]) for one in keys)


def _report_saves(folder: Path, files: list[Path], writing: int, stop: threading.Event) -> None:
    seen = _digest(files)
    for _ in _looks(folder, stop):
        now = _digest(files)
        if now is not None and now != seen:
            seen = now
            os.write(writing, _SAVED)


def _looks(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Say when to look: at every change in the folder, and now and then."""
    import watchfiles

    while not stop.is_set():
        yield
        # The folder is watched, since many editors save under another name and rename. It may be
        # taken away and put back itself, and a machine may refuse to watch any more.
        with suppress(OSError, RuntimeError):
            for _ in watchfiles.watch(
                folder,
                debounce=100,
                step=20,
                stop_event=stop,
                rust_timeout=500,
                yield_on_timeout=True,
            ):
                yield
                if not folder.exists():
                    break
        stop.wait(_LOOK_AGAIN_SECONDS)


def _digest(files: list[Path]) -> bytes | None:
    whole = hashlib.sha256()
    try:
        for path in files:
            data = path.read_bytes()
            whole.update(len(data).to_bytes(8, "little") + data)
    except OSError:  # between the two steps of a rename
        return None
    return whole.digest()


def _has_keys() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.platform != "win32"


@contextmanager
def _single_keys() -> Iterator[None]:
    if sys.platform == "win32" or not _has_keys():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
