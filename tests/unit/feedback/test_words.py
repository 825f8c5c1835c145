"""Every verdict and outcome has its words."""

from fractions import Fraction

import pytest

from grader.feedback.words import OUTCOMES, STATES, VERDICTS, percent
from grader.model.phrases import count, of_points, points_text
from grader.model.report import Outcome, Verdict
from grader.model.unlocking import State


def test_every_kind_has_words() -> None:
    """No verdict, outcome or state is without its words; a sentence is whole and calm."""
    assert (set(VERDICTS), set(OUTCOMES), set(STATES)) == (set(Verdict), set(Outcome), set(State))
    for wording in VERDICTS.values():
        for sentence in (wording.sentence, wording.advice):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "!" not in sentence


def test_symbols_tell_outcomes_apart() -> None:
    """Without colour, and without anything but ASCII, no two outcomes look alike."""
    badges = list(OUTCOMES.values())

    for looks in ("symbol", "plain", "word"):
        assert len({getattr(badge, looks) for badge in badges}) == len(badges)
    assert all(badge.plain.isascii() for badge in badges)


@pytest.mark.parametrize(
    ("points", "text"),
    [("0", "0"), ("12", "12"), ("100", "100"), ("23/2", "11.5"), ("1/8", "0.125"),
     ("1/3", "1/3"), ("10/3", "3 1/3"), ("1/16", "1/16")],
)  # fmt: skip
def test_points_are_written_for_people(points: str, text: str) -> None:
    """Short decimals are decimals, other fractions stay exact."""
    assert points_text(Fraction(points)) == text


@pytest.mark.parametrize(
    ("points", "max_points", "text"),
    [("11", "14", "11 of 14 points"), ("0", "1", "0 of 1 point"), ("0", "0", "no points")],
)
def test_points_have_their_noun(points: str, max_points: str, text: str) -> None:
    """One point is a point."""
    assert of_points(points, max_points) == text


@pytest.mark.parametrize(
    ("share", "whole"),
    [(0.0, 0), (0.001, 1), (0.5, 50), (0.821429, 82), (0.9999, 99), (1.0, 100)],
)
def test_only_all_is_a_hundred(share: float, whole: int) -> None:
    """A share just below one does not read as all, nor one just above none as none."""
    assert percent(share) == whole


def test_counts_have_their_noun() -> None:
    """One case is a case."""
    assert [count(n, "case") for n in (0, 1, 2)] == ["0 cases", "1 case", "2 cases"]
