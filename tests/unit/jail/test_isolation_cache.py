"""That the strongest level held is remembered for as long as the machine is what it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.jail import isolation, isolation_cache
from grader.jail.isolation_cache import cached_isolation, is_known_to_hold, tried_isolation
from grader.jail.spec import Isolation

Hold = Callable[[Isolation], None]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Say which level holds when it is tried."""
    return lambda level: monkeypatch.setattr(isolation, "best_isolation", lambda: level)


def test_a_second_command_tries_nothing(tmp_path: Path, hold: Hold) -> None:
    """What one command has found out serves the next."""
    hold("full")
    first = cached_isolation(tmp_path / "cache")
    hold("none")

    assert (first, cached_isolation(tmp_path / "cache")) == ("full", "full")


@pytest.mark.parametrize("written", [None, "", "full", "0"])
def test_nothing_is_known(tmp_path: Path, written: str | None) -> None:
    """What was never found out, elsewhere or otherwise, is not known."""
    if written is not None:
        (tmp_path / "isolation").write_text(written)

    assert not is_known_to_hold(tmp_path)


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hold: Hold, name: str, changed: Any
) -> None:
    """After a restart, with other rights, namespaces, programs or code, it is tried again."""
    hold("full")
    cached_isolation(tmp_path)
    monkeypatch.setattr(isolation_cache, name, changed)

    assert not is_known_to_hold(tmp_path)


@pytest.mark.parametrize("weaker", ["reduced", "none"])
def test_a_weaker_level_is_not_remembered(tmp_path: Path, hold: Hold, weaker: Isolation) -> None:
    """A level that failed once, as on a busy machine, is tried by the next command."""
    hold(weaker)
    first = cached_isolation(tmp_path)
    hold("full")

    assert (first, cached_isolation(tmp_path)) == (weaker, "full")


def test_what_is_tried_anew_replaces_what_was_known(tmp_path: Path, hold: Hold) -> None:
    """A level that holds no longer is forgotten once somebody looks."""
    hold("full")
    cached_isolation(tmp_path)
    hold("reduced")

    assert tried_isolation(tmp_path) == "reduced"
    assert cached_isolation(tmp_path) == "reduced"
