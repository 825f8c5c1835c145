"""The best isolation is taken, and too little of it is never taken silently."""

import pytest

from grader.cli import isolation
from grader.cli.isolation import choose_isolation
from grader.errors import JailError
from grader.sandbox.spec import Isolation


@pytest.mark.parametrize(
    ("asked", "best", "chosen"),
    [
        (None, "full", "full"),
        (None, "reduced", "reduced"),
        ("full", "full", "full"),
        ("reduced", "full", "reduced"),
        ("none", "full", "none"),
        ("none", "none", "none"),
    ],
)
def test_a_level_is_chosen(
    asked: Isolation | None, best: Isolation, chosen: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked for, else the best, and one line says which."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: best)

    level = choose_isolation(asked)

    assert level.name == chosen
    assert level.notice.startswith(f"Isolation: {chosen} (")
    assert "\n" not in level.notice


@pytest.mark.parametrize(
    ("asked", "best", "told"),
    [
        (None, "none", "--isolation=none"),
        ("full", "reduced", "Isolation full cannot be had here, at best reduced."),
        ("full", "none", "Isolation full cannot be had here, at best none."),
        ("reduced", "none", "Isolation reduced cannot be had here, at best none."),
    ],
)
def test_too_little_is_refused(
    asked: Isolation | None, best: Isolation, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the machine cannot isolate, nobody is judged, and the sentence says what helps."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: best)

    with pytest.raises(JailError) as caught:
        choose_isolation(asked)

    assert told in str(caught.value)
    assert "grader doctor" in str(caught.value)
