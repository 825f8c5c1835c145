"""What the jail tells of files beside an answer."""

import os
from pathlib import Path

import pytest

from grader.inside.surroundings import JailSurroundings
from grader.wire import file_states


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JailSurroundings:
    """Surroundings in a folder of their own, without what stays in a process for good."""
    monkeypatch.chdir(tmp_path)
    made = JailSurroundings()
    monkeypatch.setattr(made, "install", lambda: None)
    return made


def opened_for_writing(inside: JailSurroundings, path: Path) -> None:
    inside._audit("open", (str(path), "w", os.O_WRONLY))


def test_staged_files_are_looked_at_no_more(
    inside: JailSurroundings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before the submission began is closed, and no call looks at it again."""
    module = tmp_path / "sums.py"
    opened_for_writing(inside, module)
    module.write_text("x = 1\n")
    inside.begin("")
    looked: list[str] = []
    monkeypatch.setattr(file_states, "mark_of", looked.append)

    told = inside.told()

    assert (told, looked) == ({}, [])


def test_a_file_that_a_submission_opens_is_told(inside: JailSurroundings, tmp_path: Path) -> None:
    """Its own writing is seen, also in the staged file."""
    module = tmp_path / "sums.py"
    module.write_text("x = 1\n")
    inside.begin("")

    opened_for_writing(inside, module)
    module.write_text("x = 22\n")

    assert inside.told() == {"files": {"work": [["sums.py", "file", b"x = 22\n"]]}}
