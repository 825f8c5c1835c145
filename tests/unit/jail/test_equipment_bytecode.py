"""What a jail imports is compiled once, for whoever may read it."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.jail.equipment import compile_once


@pytest.fixture(autouse=True)
def careful_user(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make everything for one user alone, as the grader does."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """Write a module that all may read."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "one.py").write_text("ONE = 1\n")
    folder.chmod(0o755)
    return folder


def _compiled(folder: Path) -> list[Path]:
    return list((folder / "__pycache__").glob("one.*.pyc"))


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_bytecode_is_as_open_as_its_folder(modules: Path, tmp_path: Path) -> None:
    """Whatever the umask: a jail's user reads it, and nobody else writes it."""
    compile_once([modules], tmp_path)

    (compiled,) = _compiled(modules)
    assert (_mode(compiled.parent), _mode(compiled)) == (0o755, 0o644)


def test_a_closed_folder_stays_closed(modules: Path, tmp_path: Path) -> None:
    """Where nobody else may read the modules, nobody may read what was made of them."""
    modules.chmod(0o700)

    compile_once([modules], tmp_path)

    (compiled,) = _compiled(modules)
    assert (_mode(compiled.parent), _mode(compiled)) == (0o700, 0o600)


def test_what_replaced_it_is_looked_at_again(modules: Path, tmp_path: Path) -> None:
    """Bytecode that is gone, or was written over as a whole, is made and opened anew."""
    for _ in range(2):  # the second time finds what the first left
        compile_once([modules], tmp_path)
    (compiled,) = _compiled(modules)
    compiled.unlink()

    compile_once([modules], tmp_path)

    assert _mode(compiled) == 0o644


def test_nothing_is_compiled_where_nothing_is_kept(modules: Path) -> None:
    """It would be done again and again."""
    compile_once([modules], None)

    assert _compiled(modules) == []


@pytest.mark.parametrize(
    ("name", "value"), [("dont_write_bytecode", True), ("pycache_prefix", "/elsewhere")]
)
def test_nothing_is_compiled_against_what_python_was_told(
    modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    """Bytecode that is to be nowhere, or elsewhere, is not written here."""
    monkeypatch.setattr(sys, name, value)

    compile_once([modules], tmp_path)

    assert _compiled(modules) == []


def test_what_cannot_be_changed_is_left(
    modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system that is only read, what was compiled before is used as it is."""
    compile_once([modules], tmp_path)
    (tmp_path / "other").mkdir()

    def refuse(*_asked: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "chmod", refuse)
    compile_once([modules], tmp_path / "other")

    assert len(_compiled(modules)) == 1
    assert list((tmp_path / "other").glob("*.answer"))
