import enum
import unittest

import pytest
from string_enums import Bits, Permission, Planet, Step, Suit, allowed, count_suits


def test_member_is_a_string():
    assert Suit.CLUBS == "clubs"
    assert isinstance(Suit.CLUBS, str)
    assert Suit.SPADES.value == "S"
    assert str(Suit.HEARTS) == "hearts"
    assert f"{Suit.HEARTS}!" == "hearts!"


def test_string_methods():
    assert Suit.CLUBS.upper() == "CLUBS"
    assert ", ".join([Suit.CLUBS, Suit.HEARTS]) == "clubs, hearts"
    assert Suit.CLUBS + "s" == "clubss"
    assert len(Suit.SPADES) == 1


def test_lookup_by_string():
    assert Suit("hearts") is Suit.HEARTS
    with pytest.raises(ValueError, match="'stars' is not a valid Suit"):
        Suit("stars")


def test_property():
    assert [s.colour for s in Suit] == ["black", "red", "black"]


def test_members_as_keys_of_a_result():
    found = count_suits([("clubs", 1), ("S", 2), ("S", 9)])
    assert found == {Suit.CLUBS: 1, Suit.SPADES: 2}
    assert found["S"] == 2


class FlagTest(unittest.TestCase):
    def test_none_and_all(self):
        self.assertFalse(Permission.NONE)
        self.assertEqual(Permission.ALL, Permission.READ | Permission.WRITE | Permission.RUN)
        self.assertEqual(Permission.ALL.value, 7)

    def test_combined_by_the_student(self):
        both = allowed(Permission.READ, Permission.RUN)
        self.assertIn(Permission.RUN, both)
        self.assertNotIn(Permission.WRITE, both)
        self.assertEqual(both, Permission.READ | Permission.RUN)

    def test_invert(self):
        self.assertEqual(~Permission.READ, Permission.WRITE | Permission.RUN)

    def test_exclusive_or(self):
        self.assertIs(Permission.ALL ^ Permission.RUN ^ Permission.WRITE, Permission.READ)

    def test_iteration_over_a_flag(self):
        self.assertEqual(list(allowed(Permission.READ, Permission.WRITE)),
                         [Permission.READ, Permission.WRITE])

    def test_int_flag(self):
        self.assertEqual(Bits.A | Bits.B, 3)
        self.assertEqual(Bits(3), Bits.A | Bits.B)
        self.assertIsInstance(Bits.A, int)


def test_members_with_fields():
    assert Planet.EARTH.mass == 5.976e24
    assert Planet.EARTH.gravity == pytest.approx(9.8, abs=0.1)
    assert Planet((3.303e23, 2.4397e6)) is Planet.MERCURY


def test_alias():
    assert Step.BEGIN is Step.START
    assert [s.name for s in Step] == ["START", "STOP"]
    assert list(Step.__members__) == ["START", "STOP", "BEGIN"]


def test_class_method_of_an_enum():
    assert Step.from_text(" stop ") is Step.STOP
    with pytest.raises(KeyError):
        Step.from_text("pause")


def test_missing():
    assert Step("?") is Step.STOP
    with pytest.raises(ValueError):
        Step("x")


def test_kinds():
    assert issubclass(Suit, enum.StrEnum)
    assert issubclass(Permission, enum.Flag)
    assert isinstance(Suit, enum.EnumMeta)
    assert not isinstance("hearts", Suit)


def test_sorted_by_value():
    assert sorted(Suit) == [Suit.SPADES, Suit.CLUBS, Suit.HEARTS]
    assert sorted(Planet, key=lambda p: p.radius)[0] is Planet.MERCURY


@pytest.mark.parametrize("suit", list(Suit))
def test_every_member(suit):
    assert suit.colour in ("black", "red")


def test_match_statement():
    match Suit("clubs"):
        case Suit.HEARTS:
            found = 1
        case Suit.CLUBS:
            found = 2
    assert found == 2
