import unittest

import pytest
from parameters import append_to, average, connect, divide, label, make_tag, minmax, rename, split


class ParameterTest(unittest.TestCase):
    def test_keyword_only(self):
        self.assertEqual(connect("host", port=1), "host:1/5")
        with self.assertRaises(TypeError):
            connect("host", 1)

    def test_positional_only(self):
        self.assertEqual(divide(6, 3), 2)
        with self.assertRaises(TypeError):
            divide(a=6, b=3)

    def test_star_args(self):
        self.assertEqual(average(1, 2, 3), 2)
        self.assertEqual(average(*[4, 4]), 4)
        self.assertIsNone(average())

    def test_double_star(self):
        self.assertEqual(make_tag("a", href="x", rel="y"), '<a href="x" rel="y">')
        self.assertEqual(make_tag("br"), "<br>")
        self.assertEqual(make_tag(**{"name": "p", "id": "z"}), '<p id="z">')

    def test_mutable_default(self):
        self.assertEqual(append_to(1), [1])
        self.assertEqual(append_to(2), [2])

    def test_default_is_used(self):
        self.assertEqual(label(5), "5 items")
        self.assertEqual(label(5, unit="kg"), "5 kg")

    def test_unpacked_result(self):
        low, high = minmax([3, 1, 2])
        self.assertEqual((low, high), (1, 3))
        first, *rest = split("a b c")
        self.assertEqual((first, rest), ("a", ["b", "c"]))

    def test_swapped_names(self):
        self.assertEqual(rename(first="a", last="b"), "b, a")
        self.assertEqual(rename(last="b", first="a"), "b, a")

    def test_unexpected_keyword(self):
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'colour'"):
            label(1, colour="red")


def test_too_many():
    with pytest.raises(TypeError, match=r"takes 1 positional argument but 2 were given"):
        minmax([1], [2])


def test_names_that_are_pythons_own():
    assert make_tag("x", self="1", owner="2", op="3", args="4") == (
        '<x self="1" owner="2" op="3" args="4">'
    )
