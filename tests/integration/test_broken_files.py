"""Bytes that were made to be costly or broken cost whoever submitted them, and nobody else."""

import gzip
import re
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake.class_intake import Source, take_in, take_path
from grader.intake.reading_room import ReadArchive, ReadingRoom, ReadNotebook
from grader.model.course import MIB, Lesson, LessonId, Limits
from grader.model.submission import Submission
from grader.sandbox.room import READING
from tests.fuzz.broken_files import CODE, MODULE, Handed, broken_file, sound_files
from tests.unit.intake.handed_in import notebook, write
from tests.unit.intake.test_archives_tar import FILE_BLOCK, block, telling

pytestmark = pytest.mark.process

LESSON = Lesson(LessonId("sums"), "Sums", hand_in=(MODULE,), module="sums")
FILES = 1000  # in each half
SOUND_EVERY, CLASS_EVERY = 20, 4
MOST_BYTES = READING.memory_mib * MIB  # of either process, at any time
LONGEST_SENTENCE = 1000
SAVE_CODE = "Save its code as sums.py and hand that in."
LARGE_TAR = "The tar archive is too large when it is unpacked. Submit sums.py itself."
DAMAGED_TAR = "The tar archive cannot be opened: it is damaged or no tar. Submit sums.py itself."


COSTLY: dict[str, tuple[bytes, str]] = {
    "zeros.tar.gz": (gzip.compress(telling(b"x", b"0" * (2 * MIB))), DAMAGED_TAR),
    "chain.tar.gz": (gzip.compress(telling(b"x", b"") * 1500 + FILE_BLOCK), DAMAGED_TAR),
    "names.tar": (telling(b"L", b"sums.py\0") * 1500 + FILE_BLOCK, DAMAGED_TAR),
    "size.tar": (block(b"sums.py", b"0", b"\x80" + b"\xff" * 11) + FILE_BLOCK, LARGE_TAR),
    "cells.ipynb": (
        b'{"cells":[' + b"{}," * 10_000_000 + b"{}]}",
        "The notebook needs too much memory to be read: 256 MiB are the limit. " + SAVE_CODE,
    ),
    "deep.ipynb": (
        b'{"cells":' * 1_000_000,
        "This file is no notebook that can be read: open it in Jupyter, save it and try again.",
    ),
}


@pytest.fixture
def room() -> Iterator[ReadingRoom]:
    """Open a reading room."""
    with ReadingRoom() as opened:
        yield opened


@pytest.mark.parametrize("name", COSTLY)
def test_costly_bytes_cost_their_own(name: str, tmp_path: Path, room: ReadingRoom) -> None:
    """What hangs or fills a reader gets its own sentence; who stands around it is taken in."""
    data, sentence = COSTLY[name]
    sound = notebook("x = 1", CODE.decode())
    write(tmp_path, {name: data, "AA/sums.py": CODE, "yy.ipynb": sound, "zz.py": CODE})

    found = take_in(Source(tmp_path), LESSON, read=room.read).submissions

    assert [one.refused for one in found if one.refused is not None] == [sentence]
    assert sum(bool(one.sources) for one in found) == 3


def most_used() -> int:
    """Return the most memory that this process had; rusage would count whoever started it, too."""
    told = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert told is not None
    return int(told[1]) * 1024


def taken(handed: Handed, folder: str, room: ReadingRoom, *, as_class: bool) -> Submission:
    """Take a file in as a submission, and as an instructor would name it."""
    path = Path(folder, handed.name)
    path.write_bytes(handed.data)
    try:
        if as_class:
            with suppress(UsageError):
                take_in(Source(path), LESSON, read=room.read)
        return take_path(path, LESSON, "ann", read=room.read)
    finally:
        path.unlink()


def faults_in_reading(numbers: range) -> tuple[list[str], int]:
    """Read files behind the door; say what does not hold, and how many were refused."""
    faults: list[str] = []
    refused = 0
    with tempfile.TemporaryDirectory() as folder, ReadingRoom() as room:
        for number in numbers:
            sound = sound_files() if number % SOUND_EVERY == 0 else []
            for handed in (broken_file(0, number), *sound):
                what = f"{number}, {handed.name}, {handed.how}"
                try:
                    found = taken(handed, folder, room, as_class=number % CLASS_EVERY == 0)
                except Exception as error:  # noqa: BLE001 - that is what is looked for
                    faults.append(f"{what}: {error!r}")
                    continue
                refused += found.refused is not None
                faults += [f"{what}: {one}" for one in wrong_with(found, is_sound=handed in sound)]
    # The process in the room is held to the same number by the kernel.
    if (used := most_used()) > MOST_BYTES:
        faults.append(f"{used // MIB} MiB were used")
    return faults, refused


def wrong_with(found: Submission, *, is_sound: bool) -> Iterator[str]:
    """Tell what does not hold of a file: sources or a sentence, both within bounds."""
    if is_sound and (found.refused is not None or CODE not in found.sources[MODULE]):
        yield f"a sound file was refused: {found.refused}"
    if found.refused is None and not found.sources:
        yield "neither sources nor a sentence"
    if found.refused is not None and not 10 < len(found.refused) < LONGEST_SENTENCE:
        yield f"no sentence: {found.refused[:LONGEST_SENTENCE]!r}"
    if any(len(data) > LESSON.limits.source_bytes for data in found.sources.values()):
        yield "more than a file may hold was taken"


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, FILES])
def test_no_broken_file_does_harm(first: int) -> None:
    """Whatever a file holds, it is read or gets a sentence, and a sound one after it is read."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:  # whose memory is theirs alone
        faults, refused = pool.submit(faults_in_reading, range(first, first + FILES)).result()

    assert faults == []
    assert FILES // 2 < refused < FILES


LOSING = """
def lose(order):
    while b"<slow>" in order:
        pass
    if b"<memory>" in order:
        raise MemoryError
    return b"no answer"
"""
SENTENCES = {
    "slow": "takes too long to read: 1 seconds are the limit.",
    "memory": "needs too much memory to be read: 256 MiB are the limit.",
    "other": "cannot be read: it is damaged.",
}


@pytest.mark.skipif(sys.platform == "win32", reason="its clock is that of the wall, and long")
@pytest.mark.parametrize("why", [pytest.param("slow", marks=pytest.mark.slow), "memory", "other"])
def test_what_is_lost_gets_a_sentence(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door tells time, memory and death apart, and what the student can do."""
    (tmp_path / "losing.py").write_text(LOSING, encoding="utf-8")
    monkeypatch.setattr("grader.sandbox.start._PACKAGE_ROOT", f"{Path.cwd()}:{tmp_path}")
    monkeypatch.setattr("grader.intake.reading_room._ENTRY", "losing:lose")
    data = f"<{why}>".encode()
    sentence = SENTENCES[why]

    with ReadingRoom(Limits(seconds_in_all=1, memory_mib=256)) as room:
        archive = room.read(ReadArchive("zip", data, LESSON))
        cells = room.read(ReadNotebook(data, LESSON))

    assert archive.refused == f"The archive {sentence} Submit sums.py itself."
    assert cells.refused == f"The notebook {sentence} {SAVE_CODE}"


FLOODING = """
def flood(order):
    def packed(kind, each, times):
        return kind + times.to_bytes(4, "big") + each * times

    for word, answer in {
        b"<names>": b"\\x81\\xa7ignored" + packed(b"\\xdd", b"\\xa0", 40 << 20),
        b"<cells>": b"\\x81\\xa5cells" + packed(
            b"\\xdd", b"\\x82\\xa6number\\x01\\xa4line\\x01", 100_001
        ),
        b"<sentence>": b"\\x81\\xa7refused" + packed(b"\\xdb", b"x", 40 << 20),
    }.items():
        if word in order:
            return answer
"""
MOST_TAKEN = 32 * MIB  # of memory, for an answer that is not taken


def test_an_answer_fills_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever took the reading process over has it answer no more than a sound file would."""
    (tmp_path / "flooding.py").write_text(FLOODING, encoding="utf-8")
    monkeypatch.setattr("grader.sandbox.start._PACKAGE_ROOT", f"{Path.cwd()}:{tmp_path}")
    monkeypatch.setattr("grader.intake.reading_room._ENTRY", "flooding:flood")

    tracemalloc.start()
    with ReadingRoom() as room:
        taken = [
            room.read(ReadNotebook(f"<{word}>".encode(), LESSON)).refused
            for word in ("names", "cells", "sentence")
        ]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert taken == [f"The notebook cannot be read: it is damaged. {SAVE_CODE}"] * 3
    assert most < MOST_TAKEN
