"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from cohens_kappa import chance_agreement, cohens_kappa, observed_agreement, weighted_kappa

ANN = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
BEN = [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
EVE = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
FINN = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
GIL = [3, 3, 2, 1, 0, 0]
HANA = [3, 2, 2, 1, 1, 0]


def test_observed_agreement():
    """Ann and Ben agree on eight of ten documents, and so do Eve and Finn."""
    assert observed_agreement(ANN, BEN) == pytest.approx(0.8)
    assert observed_agreement(EVE, FINN) == pytest.approx(0.8)


def test_chance_agreement():
    """By chance, Ann and Ben would agree on 5.8 of ten documents."""
    assert chance_agreement(ANN, BEN) == pytest.approx(0.58)


def test_agreement_beyond_chance():
    """Kappa is 0.523810 for Ann and Ben."""
    assert cohens_kappa(ANN, BEN) == pytest.approx(0.523810, abs=1e-6)


def test_agreement_below_chance():
    """Kappa is -0.111111 for Eve and Finn."""
    assert cohens_kappa(EVE, FINN) == pytest.approx(-0.111111, abs=1e-6)


def test_words_are_labels_too():
    """A label may be a word."""
    assert observed_agreement(["good", "bad"], ["good", "good"]) == pytest.approx(0.5)


def test_distance_of_grades():
    """Weighted kappa is 0.739130 for Gil and Hana."""
    assert weighted_kappa(GIL, HANA) == pytest.approx(0.739130, abs=1e-6)


def test_nothing_to_compare():
    """Without a document there is no share."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        observed_agreement([], [])
