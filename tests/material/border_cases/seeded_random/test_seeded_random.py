import random

import pytest
from seeded_random import Dice, coin, draw, password, shuffled


def test_same_seed_same_numbers():
    random.seed(7)
    first = draw(5)
    random.seed(7)
    assert draw(5) == first


def test_same_as_here():
    random.seed(42)
    expected = [random.randint(1, 6) for _ in range(8)]
    random.seed(42)
    assert draw(8) == expected


def test_shuffle():
    random.seed(3)
    expected = list(range(10))
    random.shuffle(expected)
    random.seed(3)
    assert shuffled(range(10)) == expected


def test_own_generator():
    assert Dice(5).roll() == random.Random(5).randint(1, 6)


def test_generator_handed_in():
    here = random.Random(11)
    expected = ["heads" if here.random() < 0.5 else "tails" for _ in range(20)]
    generator = random.Random(11)
    assert [coin(generator) for _ in range(20)] == expected


def test_range():
    assert all(1 <= n <= 6 for n in draw(200))
    assert set(draw(300)) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("seed", [0, 1, "text", 2.5])
def test_seeds_of_other_types(seed):
    random.seed(seed)
    expected = random.randint(1, 6)
    random.seed(seed)
    assert draw(1) == [expected]


def test_patched_randint(monkeypatch):
    monkeypatch.setattr(random, "randint", lambda a, b: b)
    assert draw(3) == [6, 6, 6]


def test_patched_choice(monkeypatch):
    monkeypatch.setattr("random.choice", lambda letters: letters[0])
    assert password(4) == "aaaa"


def test_length():
    assert len(password(12)) == 12
    assert password(12) != password(12)
