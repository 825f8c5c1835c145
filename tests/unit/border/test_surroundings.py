"""What a submission may do to the folders that both ends have."""

from pathlib import Path

import pytest

from grader.border import surroundings
from grader.border.connection import Malformed
from grader.border.contract import Contract, Terms
from grader.border.facts import FileChange
from grader.border.surroundings import KeptFolder


def test_a_submission_writes_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes over the wire is no more than a jail's own bounds would let it write."""
    monkeypatch.setattr(surroundings, "_MOST_BYTES", 10)
    monkeypatch.setattr(surroundings, "MOST_FILES", 3)
    folder = KeptFolder(str(tmp_path), Terms(Contract(), is_recording=False), is_of_cases=False)

    folder.take([FileChange("a", "file", b"12345"), FileChange("b", "file", b"12345")])
    with pytest.raises(Malformed):
        folder.take([FileChange("c", "file", b"1")])
    with pytest.raises(Malformed):
        folder.take([FileChange(name, "gone") for name in "wxyz"])


def test_a_file_that_a_submission_removed_does_not_become_its_own(tmp_path: Path) -> None:
    """What the course wrote stays the course's, unless a test removes it."""
    (tmp_path / "golden").write_text("1", encoding="utf-8")
    folder = KeptFolder(str(tmp_path), Terms(Contract(), is_recording=False), is_of_cases=False)
    forged = [FileChange("golden", "file", b"2")]

    assert not folder.take([FileChange("golden", "gone")])
    (tmp_path / "golden").unlink()  # as where both ends see one folder
    assert not folder.take([])
    assert folder.changes() == []
    assert not folder.take(forged)

    (tmp_path / "golden").write_text("1", encoding="utf-8")
    folder.changes()
    (tmp_path / "golden").unlink()
    folder.changes()
    assert folder.take(forged)
