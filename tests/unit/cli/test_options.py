"""Places, levels of isolation and addresses are taken only where they can be trusted."""

import os
from pathlib import Path

import pytest

from grader.cli.options import cache_folder, checked_url, choose_isolation
from grader.errors import JailError, UsageError
from grader.sandbox import isolation
from grader.sandbox.spec import Isolation

STRANGER = 4711


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the cache in a place of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("mode", [None, 0o755])
def test_what_was_learned_is_ours_alone(base: Path, mode: int | None) -> None:
    """The folder is made before another user can, and one that all could read is closed."""
    if mode is not None:
        (base / "grader").mkdir(mode=mode)

    assert cache_folder() == base / "grader"
    assert (base / "grader").stat().st_mode & 0o777 == 0o700


def test_a_place_that_cannot_be_written(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that keeps nothing works all the same."""
    (base / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "file"))

    assert cache_folder() == base / "file" / "grader"


@pytest.mark.second_user
def test_one_of_another_user_is_refused(base: Path) -> None:
    """What it holds would be believed."""
    (base / "grader").mkdir()
    os.chown(base / "grader", STRANGER, STRANGER)

    with pytest.raises(UsageError, match=r"belongs to user 4711.*Set XDG_CACHE_HOME"):
        cache_folder()


@pytest.mark.parametrize(
    ("asked", "best", "chosen"),
    [
        (None, "full", "full"),
        (None, "reduced", "reduced"),
        ("reduced", "full", "reduced"),
        ("none", "none", "none"),
        (None, "none", "--isolation=none"),
        ("full", "reduced", "Isolation full cannot be had here, at best reduced."),
        ("reduced", "none", "Isolation reduced cannot be had here, at best none."),
    ],
)
def test_a_level_is_chosen(
    asked: Isolation | None, best: Isolation, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked for, else the best; too little of it is never taken silently."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: best)

    if chosen not in ("full", "reduced", "none"):
        with pytest.raises(JailError, match="grader doctor") as caught:
            choose_isolation(asked)
        assert chosen in str(caught.value)
        return
    assert choose_isolation(asked) == chosen


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://Course.example.org/", "https://course.example.org"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("ftp://course.example.org", None),
        ("https://course.example.org/path", None),
        ("https://[::1", None),
        ("http://host:0", None),
        ("course", None),
    ],
)
def test_an_address_is_kept_in_one_way(url: str, kept: str | None) -> None:
    """A token is stored under it."""
    if kept is None:
        with pytest.raises(UsageError, match="is no address"):
            checked_url("--server", url)
    else:
        assert checked_url("--server", url) == kept
