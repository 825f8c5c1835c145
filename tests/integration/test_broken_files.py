"""Bytes that were made to be costly or broken cost whoever submitted them, and nobody else."""

import gzip
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.intake.class_intake import Source, take_in
from grader.intake.reading_room import ReadArchive, ReadingRoom, ReadNotebook
from grader.model.course import MIB, Limits
from tests.fuzz.broken_files import CODE
from tests.fuzz.campaign import apart
from tests.fuzz.reading import LESSON, NAME, read_all
from tests.integration import controls
from tests.integration.controls import Control
from tests.integration.weakened_grader import weaken
from tests.unit.intake.handed_in import notebook, write
from tests.unit.intake.test_archives_tar import FILE_BLOCK, block, telling

pytestmark = pytest.mark.process

FILES = 1000
HOUR = 3600.0
SAVE_CODE = "Save its code as sums.py and hand that in."
DAMAGED_TAR = "The tar archive cannot be opened: it is damaged or no tar. Submit sums.py itself."


COSTLY: dict[str, tuple[bytes, str]] = {
    "zeros.tar.gz": (gzip.compress(telling(b"x", b"0" * (2 * MIB))), DAMAGED_TAR),
    "chain.tar.gz": (gzip.compress(telling(b"x", b"") * 1500 + FILE_BLOCK), DAMAGED_TAR),
    "names.tar": (telling(b"L", b"sums.py\0") * 1500 + FILE_BLOCK, DAMAGED_TAR),
    "size.tar": (block(b"sums.py", b"0", b"\x80" + b"\xff" * 11) + FILE_BLOCK, DAMAGED_TAR),
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


@pytest.mark.slow
def test_no_broken_file_does_harm() -> None:
    """Whatever a file holds, it is read or gets a sentence, and a sound one after it is read."""
    figures = apart(read_all, 0, range(FILES), time.monotonic() + HOUR)

    assert figures.finds == []
    assert figures.files == FILES
    assert FILES // 2 < figures.refused < FILES


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


WEAKENED = [(controls.read_in_process, "MiB were used")]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "found"), WEAKENED)
def test_what_the_grader_holds_is_what_bounds_them(
    rule: Control, found: str, tmp_path: Path
) -> None:
    """With one rule switched off, the same files find what it was there for."""
    found_in = weaken(tmp_path, rule)
    command = [sys.executable, "-P", "-m", "tests.fuzz", "--lessons", NAME, "--seed", "0"]

    done = subprocess.run(
        [*command, "--seconds", "3600", "--conversations", "1000", "--until-found"],
        env={**os.environ, "PYTHONPATH": found_in},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    assert found in done.stdout
