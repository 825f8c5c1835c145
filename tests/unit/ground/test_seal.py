"""A seal is made and known with one secret only, which is kept in a file of ours alone."""

from pathlib import Path

import pytest

from grader.ground.seal import Seal


def test_the_same_secret_is_found_again(tmp_path: Path) -> None:
    """What one run marks the next run knows."""
    mark = Seal.kept_in(tmp_path).mark(b"line")

    assert Seal.kept_in(tmp_path).is_on(b"line", mark)
    assert not Seal.kept_in(tmp_path).is_on(b"another line", mark)


def test_two_folders_have_two_secrets(tmp_path: Path) -> None:
    """Nobody knows another user's marks."""
    mark = Seal.kept_in(tmp_path / "a").mark(b"line")

    assert not Seal.kept_in(tmp_path / "b").is_on(b"line", mark)


def test_the_secret_is_ours_alone(tmp_path: Path) -> None:
    """Nobody else may read it, and nothing unfinished stays beside it."""
    Seal.kept_in(tmp_path)

    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", [b"", b"too short"])
def test_a_secret_that_was_cut_short_is_made_anew(left: bytes, tmp_path: Path) -> None:
    """A key of no bytes, which everybody knows, is never used."""
    Seal.kept_in(tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(left)

    made = Seal.kept_in(tmp_path)

    assert not Seal(left).is_on(b"line", made.mark(b"line"))
    assert len(path.read_bytes()) == 32
