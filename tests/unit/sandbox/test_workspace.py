"""Scratch folders: laid out and removed, without trusting what lies in them."""

import sys
from pathlib import Path

import pytest

from grader.sandbox.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="jails are Linux's")


def litter_closed(folder: Path) -> None:
    """Make folders that their owner can neither list nor enter."""
    inner = folder / "closed" / "inner"
    inner.mkdir(parents=True)
    (inner / "f").touch()
    inner.chmod(0)
    inner.parent.chmod(0)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The folder that a workspace lies in."""
    return tmp_path / "scratch"


def test_lay_out_removes_what_an_earlier_sandbox_left(scratch: Path) -> None:
    """A replaced sandbox starts with empty folders."""
    workspace = Workspace(scratch)
    workspace.lay_out(in_root=True)
    (workspace.cases / "f").touch()

    workspace.lay_out()

    assert list(workspace.cases.iterdir()) == []
    assert not workspace.root.exists()


def test_a_root_folder_holds_what_is_written_at_the_same_paths(scratch: Path) -> None:
    """Of the trusted side's folders there is only the cases', which is another."""
    workspace = Workspace(scratch)

    workspace.lay_out(in_root=True)

    inside = [workspace.root / name.lstrip("/") for name in workspace.written]
    assert all(folder.is_dir() for folder in inside)
    (inside[-1] / "f").touch()
    assert list(workspace.cases.iterdir()) == []
    assert {path.name for path in scratch.iterdir()} == {"cases", "root"}


def test_remove_leaves_the_scratch_folder_empty(scratch: Path) -> None:
    """A closed sandbox leaves nothing, but the folder is its owner's."""
    workspace = Workspace(scratch)
    workspace.lay_out(in_root=True)
    litter_closed(workspace.root / workspace.written[0].lstrip("/"))

    workspace.remove()

    assert list(scratch.iterdir()) == []
