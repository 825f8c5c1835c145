import random
import re
import string
import unittest
from unittest import mock

import pytest
from robots_and_ciphers import Character, Cipher, Robot, modifier, roll, shuffle_deck


class RobotTest(unittest.TestCase):
    name_re = r"^[A-Z]{2}\d{3}$"

    def test_has_a_name(self):
        self.assertRegex(Robot().name, self.name_re)

    def test_name_sticks(self):
        robot = Robot()
        robot.name
        self.assertEqual(robot.name, robot.name)

    def test_names_differ(self):
        self.assertNotEqual(Robot().name, Robot().name)

    def test_reset(self):
        seed = "Totally random."
        random.seed(seed)
        robot = Robot()
        first = robot.name
        robot.reset()
        random.seed(seed)
        second = robot.name
        self.assertNotEqual(first, second)
        self.assertTrue(re.fullmatch(self.name_re, second))


class CipherTest(unittest.TestCase):
    def test_known_key(self):
        cipher = Cipher("abcdefghij")
        self.assertEqual(cipher.encode("aaaaaaaaaa"), cipher.key)
        self.assertEqual(cipher.decode("abcdefghij"), "aaaaaaaaaa")
        self.assertEqual(cipher.encode("zzzzzzzzzz"), "zabcdefghi")

    def test_random_key(self):
        cipher = Cipher()
        self.assertGreaterEqual(len(cipher.key), 100)
        self.assertRegex(cipher.key, "^[a-z]+$")
        self.assertNotEqual(cipher.key, Cipher().key)

    def test_slice_of_the_key(self):
        cipher = Cipher()
        plain = "a" * 10
        self.assertEqual(cipher.encode(plain), cipher.key[0 : len(plain)])

    def test_round_trip(self):
        cipher = Cipher()
        for _ in range(5):
            text = "".join(random.choice(string.ascii_lowercase) for _ in range(20))
            self.assertEqual(cipher.decode(cipher.encode(text)), text)

    def test_bad_key(self):
        for key in ("ABC", "a1"):
            self.assertRaises(ValueError, Cipher, key)

    def test_shift_key_is_mocked(self):
        with mock.patch("random.choices", return_value=["d"] * 3):
            self.assertEqual(Cipher().encode("abc"), "def")


class CharacterTest(unittest.TestCase):
    def test_modifiers(self):
        for value, expected in [(3, -4), (9, -1), (10, 0), (18, 4)]:
            with self.subTest(value=value):
                self.assertEqual(modifier(value), expected)

    def test_in_range(self):
        for _ in range(20):
            self.assertIn(Character().ability(), range(3, 19))

    def test_hit_points(self):
        c = Character()
        self.assertEqual(c.hitpoints, 10 + modifier(c.strength))
        self.assertTrue(3 <= c.wisdom <= 18)

    def test_ability_is_rolled_once(self):
        c = Character()
        self.assertIs(c.strength, c.strength)


def test_same_seed_same_deck():
    random.seed(11)
    first = shuffle_deck()
    random.seed(11)
    assert shuffle_deck() == first
    assert sorted(set(first)) == sorted(first)
    assert len(first) == 52


def test_same_as_in_the_test():
    random.seed(5)
    expected = [random.randint(1, 6) for _ in range(10)]
    random.seed(5)
    assert roll(10) == expected


def test_generator_of_the_test():
    expected = [random.Random(3).randint(1, 6)]
    assert roll(1, random.Random(3)) == expected


def test_fake_generator():
    class Loaded:
        def randint(self, low, high):
            return high

    assert roll(3, Loaded()) == [6, 6, 6]


@mock.patch("robots_and_ciphers.random.shuffle", side_effect=lambda deck: deck.reverse())
def test_shuffle_is_replaced(shuffle):
    assert shuffle_deck()[0] == "KS"
    shuffle.assert_called_once()


def test_patched_randint(monkeypatch):
    rolls = iter([1, 5, 3])
    monkeypatch.setattr(random, "randint", lambda a, b: next(rolls))
    assert roll(3) == [1, 5, 3]


@pytest.mark.parametrize("n", [0, 4])
def test_length(n):
    assert len(roll(n)) == n
