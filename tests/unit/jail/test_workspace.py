"""Scratch folders: laid out, emptied, removed, without trusting what lies in them."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.inside.usage import sweep
from grader.jail.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="jails are Linux's")

WRITTEN = {"work", "tmp", "cases"}


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


def test_lay_out_makes_three_private_folders(tmp_path: Path) -> None:
    """Only its owner enters what a submission writes."""
    workspace = Workspace(tmp_path / "scratch")

    workspace.lay_out()

    made = {path.name: stat.S_IMODE(path.stat().st_mode) for path in workspace.scratch.iterdir()}
    assert made == dict.fromkeys(WRITTEN, 0o700)


def test_lay_out_removes_what_an_earlier_jail_left(tmp_path: Path) -> None:
    """A replaced jail starts with empty folders."""
    workspace = Workspace(tmp_path / "scratch")
    workspace.lay_out(in_root=True)
    (workspace.cases / "f").touch()

    workspace.lay_out()

    assert list(workspace.cases.iterdir()) == []
    assert not workspace.root.exists()


def test_paths_hold_on_both_sides_of_a_root_folder(tmp_path: Path) -> None:
    """A path in work/, resolved or not, means the same file below root/."""
    workspace = Workspace(tmp_path / "scratch")
    workspace.lay_out(in_root=True)
    (workspace.work / "f").write_text("x", encoding="utf-8")

    inside = workspace.root / (workspace.work / "f").relative_to("/")
    resolved = (workspace.work / "f").resolve()

    assert inside.read_text(encoding="utf-8") == "x"
    assert resolved.is_relative_to(workspace.root)
    self_link = workspace.root / workspace.root.relative_to("/")
    assert self_link.readlink() == Path("/")


def test_clear_empties_and_keeps_the_folders(tmp_path: Path) -> None:
    """After a submission the same folders stand there, empty."""
    workspace = Workspace(tmp_path / "scratch")
    workspace.lay_out()
    (workspace.cases / "f").touch()
    (workspace.work / "d").mkdir()

    workspace.clear()

    assert {path.name for path in workspace.scratch.iterdir()} == WRITTEN
    assert list(workspace.cases.iterdir()) == []


def test_a_jail_with_a_root_folder_has_its_own_cases(tmp_path: Path) -> None:
    """What it writes there is not where the cases read, and is emptied too."""
    workspace = Workspace(tmp_path / "scratch")
    workspace.lay_out(in_root=True)
    inside = workspace.root / workspace.cases.relative_to("/")
    (inside / "f").touch()

    assert list(workspace.cases.iterdir()) == []
    workspace.clear()
    assert list(inside.iterdir()) == []


def test_remove_leaves_the_scratch_folder_empty(tmp_path: Path) -> None:
    """A closed jail leaves nothing, but the folder is its owner's."""
    workspace = Workspace(tmp_path / "scratch")
    workspace.lay_out(in_root=True)
    litter_closed(workspace.work)

    workspace.remove()

    assert list(workspace.scratch.iterdir()) == []
