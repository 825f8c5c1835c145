"""Has broken files read behind the door, one after the other, and sound ones in between."""

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from grader.errors import UsageError
from grader.intake.class_intake import Source, take_in, take_path
from grader.intake.reading_room import ReadingRoom
from grader.model.course import MIB, Lesson, LessonId
from grader.model.submission import Submission
from grader.sandbox.room import READING

from .broken_files import CODE, MODULE, Handed, broken_file, sound_files
from .campaign import Figures, Find

NAME = "broken_files"  # where lessons are named
LESSON = Lesson(LessonId("sums"), "Sums", hand_in=(MODULE,), module="sums")
MOST_BYTES = READING.memory_mib * MIB  # of either process, at any time
_SOUND_EVERY = 20
_LONGEST_SENTENCE = 1000


def read_all(seed: int, numbers: range, until: float) -> Figures:
    """Read files, best in a process of its own: its memory tells what these files took."""
    figures = Figures()

    def note(handed: Handed, number: int, what: list[str]) -> None:
        if what:
            said = [f"{handed.name}: {handed.how}", *what]
            figures.finds.append(Find(NAME, seed, number, said))

    with tempfile.TemporaryDirectory(prefix="grader-fuzz-") as folder, ReadingRoom() as room:
        for number in numbers:
            if time.monotonic() > until:
                break
            handed = broken_file(seed, number)
            note(handed, number, list(_faults(handed, Path(folder), room, figures)))
            for sound in sound_files() if number % _SOUND_EVERY == 0 else ():
                note(sound, number, list(_unfair(sound, Path(folder), room)))
    # the process in the room is held to the same number by the kernel
    used = _most_used()
    if used > MOST_BYTES:
        note(handed, number, [f"{used // MIB} MiB were used by then"])
    return figures


def _most_used() -> int:
    """Return the most memory that this process had; rusage would count whoever started it, too."""
    told = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert told is not None
    return int(told[1]) * 1024


def _taken(handed: Handed, folder: Path, room: ReadingRoom) -> Submission:
    path = folder / handed.name
    path.write_bytes(handed.data)
    try:
        return take_path(path, LESSON, "ann", read=room.read)
    finally:
        path.unlink()


def _faults(handed: Handed, folder: Path, room: ReadingRoom, figures: Figures) -> Iterator[str]:
    """Tell what does not hold of a file: sources or a sentence, both within bounds."""
    figures.files += 1
    try:
        found = _taken(handed, folder, room)
        _open_as_class(handed, folder, room)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        yield repr(error)
        return
    if found.refused is None and not found.sources:
        yield "neither sources nor a sentence"
    if found.refused is not None:
        figures.refused += 1
        if not 10 < len(found.refused) < _LONGEST_SENTENCE:
            yield f"no sentence: {found.refused[:_LONGEST_SENTENCE]!r}"
    if any(len(data) > LESSON.limits.source_bytes for data in found.sources.values()):
        yield "more than a file may hold was taken"


def _open_as_class(handed: Handed, folder: Path, room: ReadingRoom) -> None:
    """Name the file as an instructor would; what cannot be used is an error that says so."""
    path = folder / handed.name
    path.write_bytes(handed.data)
    with suppress(UsageError):
        take_in(Source(path), LESSON, read=room.read)
    path.unlink()


def _unfair(sound: Handed, folder: Path, room: ReadingRoom) -> Iterator[str]:
    found = _taken(sound, folder, room)
    if found.refused is not None or CODE not in found.sources[MODULE]:
        yield f"a sound file was refused: {found.refused}"
