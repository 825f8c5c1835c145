"""A level that held is remembered for as long as the machine is what it was."""

from pathlib import Path
from typing import Any

import pytest

from grader.jail import isolation, tried
from grader.jail.tried import best_kept, recall_level, remember_level


def test_a_level_that_held(tmp_path: Path) -> None:
    """On the same machine, with the same grader, what held is known."""
    remember_level(tmp_path / "cache", "reduced")

    assert recall_level(tmp_path / "cache") == "reduced"


@pytest.mark.parametrize("written", [None, "", "full", "full 0", "other 0"])
def test_nothing_to_recall(tmp_path: Path, written: str | None) -> None:
    """What was never found out, elsewhere or otherwise, is not known."""
    if written is not None:
        (tmp_path / "isolation").write_text(written)

    assert recall_level(tmp_path) is None


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("_SAID_BY_KERNEL", ("/proc/version",)),
        ("_OF_RIGHTS", ("Gid:",)),
        ("_NAMESPACES", "/nowhere"),
        ("own_digest", lambda *_rooms: "another grader"),
        ("programs", lambda: [Path(__file__)]),
    ],
)
def test_a_machine_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, changed: Any
) -> None:
    """After a restart, with other rights, namespaces, programs or code, it is tried again."""
    remember_level(tmp_path, "full")
    monkeypatch.setattr(tried, name, changed)

    assert recall_level(tmp_path) is None


def test_a_second_command_tries_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one command has found out serves the next."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: "reduced")
    first = best_kept(tmp_path)
    monkeypatch.setattr(isolation, "best_isolation", lambda: pytest.fail("it was tried again"))

    second = best_kept(tmp_path)

    assert (first, second) == ("reduced", "reduced")


def test_what_does_not_hold_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing held, the next command looks again."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: "none")

    level = best_kept(tmp_path)

    assert level == "none"
    assert recall_level(tmp_path) is None
