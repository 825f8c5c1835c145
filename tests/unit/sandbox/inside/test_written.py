"""What a submission wrote is removed, without trusting what lies there."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.sandbox.inside.written import sweep

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="jails are Linux's")


def litter_deep(folder: Path) -> None:
    """Make folders below folders until no path is long enough to name the last."""
    opened = os.open(folder, os.O_RDONLY)
    for _ in range(50):
        os.mkdir("d" * 200, dir_fd=opened)
        deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=opened)
        os.close(opened)
        opened = deeper
    os.close(os.open("f", os.O_CREAT, dir_fd=opened))
    os.close(opened)


def litter_closed(folder: Path) -> None:
    """Make folders that their owner can neither list nor enter."""
    inner = folder / "closed" / "inner"
    inner.mkdir(parents=True)
    (inner / "f").touch()
    inner.chmod(0)
    inner.parent.chmod(0)


def litter_odd(folder: Path) -> None:
    """Make files whose names are no text."""
    for name in (b"\xff\xfe", b"-rf", b"line\nbreak", b"*"):
        os.close(os.open(os.fsencode(folder) + b"/" + name, os.O_CREAT))


def litter_links(folder: Path) -> None:
    """Make links to what must stay."""
    (folder / "file").symlink_to(folder.parent / "kept" / "f")
    (folder / "folder").symlink_to(folder.parent / "kept")
    os.mkfifo(folder / "pipe")


@pytest.mark.parametrize("litter", [litter_deep, litter_closed, litter_odd, litter_links])
def test_sweep_empties_a_folder(tmp_path: Path, litter: Callable[[Path], None]) -> None:
    """Deep, closed and oddly named things go, and what links point to stays."""
    kept = tmp_path / "kept" / "f"
    kept.parent.mkdir()
    kept.write_text("x", encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    litter(folder)

    sweep(str(folder))

    assert list(folder.iterdir()) == []
    assert kept.read_text(encoding="utf-8") == "x"


def test_sweep_does_not_follow_a_link(tmp_path: Path) -> None:
    """A link in the place of the folder itself is refused."""
    (tmp_path / "link").symlink_to(tmp_path)

    with pytest.raises(OSError, match="link"):
        sweep(str(tmp_path / "link"))
