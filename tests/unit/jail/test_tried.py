"""A level that held is remembered for as long as the machine is what it was."""

from pathlib import Path
from typing import Any

import pytest

from grader.jail import isolation, tried
from grader.jail.tried import recall_level, remember_level


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


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the trials; full isolation does not hold, reduced does."""
    made: list[str] = []

    def try_level(level: str) -> str | None:
        made.append(level)
        return None if level == "reduced" else "It does not hold."

    isolation.best_isolation.cache_clear()
    monkeypatch.setattr(isolation, "why_not", try_level)
    return made


def test_a_second_command_tries_nothing(tmp_path: Path, trials: list[str]) -> None:
    """What one command has found out serves the next."""
    first = isolation.best_isolation(tmp_path)
    isolation.best_isolation.cache_clear()

    second = isolation.best_isolation(tmp_path)

    isolation.best_isolation.cache_clear()
    assert (first, second) == ("reduced", "reduced")
    assert trials == ["full", "reduced"]


def test_nothing_that_holds_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing held, the next command looks again."""
    monkeypatch.setattr(isolation, "why_not", lambda _level: "It does not hold.")

    level = isolation.best_isolation(tmp_path)

    isolation.best_isolation.cache_clear()
    assert level == "none"
    assert recall_level(tmp_path) is None
