import collections
import json
import unittest

import pytest
from custom_containers import (
    Bag,
    Celsius,
    LowerDict,
    Matrix,
    Name,
    OrderedSet,
    Percent,
    Playlist,
    Settings,
    Shout,
    SortedList,
    groups,
)


class ListTest(unittest.TestCase):
    def test_list_subclass(self):
        s = SortedList([1, 5])
        s.append(3)
        self.assertEqual(s, [1, 3, 5])
        self.assertIsInstance(s, list)
        self.assertEqual(len(s), 3)
        self.assertEqual(s[1:], [3, 5])
        self.assertEqual([*s, 9], [1, 3, 5, 9])

    def test_list_with_own_equality(self):
        self.assertEqual(Matrix([[1, 2]]), Matrix([[1, 2]]))
        self.assertNotEqual(Matrix([[1, 2]]), [[1, 2]])
        self.assertEqual(Matrix([[1, 2], [3, 4]]).transpose(), Matrix([[1, 3], [2, 4]]))

    def test_user_list(self):
        p = Playlist([1, 2])
        p.append(3)
        p += [4]
        self.assertEqual(p, [1, 2, 3, 4])
        self.assertEqual(p.data, [1, 2, 3, 4])
        self.assertEqual(p.total(), 10)
        self.assertEqual(p[:2], Playlist([1, 2]))
        self.assertIsInstance(p, collections.UserList)


class DictTest(unittest.TestCase):
    def test_dict_subclass(self):
        d = LowerDict()
        d["ABC"] = 1
        self.assertEqual(d["aBc"], 1)
        self.assertEqual(d, {"abc": 1})
        self.assertIsNone(d["none"])
        self.assertEqual(list(d.items()), [("abc", 1)])

    def test_user_dict(self):
        s = Settings({"a": 1}, b=2)
        s["c"] = 3
        self.assertEqual(s, {"a": 1, "b": 2, "c": 3})
        self.assertEqual(dict(s), {"a": 1, "b": 2, "c": 3})
        self.assertEqual(s.pop("a"), 1)
        self.assertNotIn("a", s)
        with self.assertRaisesRegex(TypeError, "keys are text"):
            s[1] = 2

    def test_counter(self):
        bag = Bag("abcab")
        bag.update("b")
        self.assertEqual(bag.most(), "b")
        self.assertEqual(bag["z"], 0)
        self.assertEqual(bag, {"a": 2, "b": 3, "c": 1})
        self.assertEqual(sum(bag.values()), 6)

    def test_defaultdict(self):
        found = groups(["a", "bb", "c"])
        self.assertEqual(found, {1: ["a", "c"], 2: ["bb"]})
        self.assertEqual(found[9], [])


def test_user_string():
    assert Shout("hey") == "HEY"
    assert Shout("hey") + "!" == "HEY!"
    assert str(Shout("a")) == "A"


def test_number_subclasses():
    assert str(Percent(25)) == "25%"
    assert Percent(50) * 10 == 5.0
    assert Percent(50) == pytest.approx(0.5)
    assert Celsius(20) + 1 == 21
    assert isinstance(Celsius(1), int)


def test_text_subclass():
    name = Name("Ada Lovelace")
    assert name.initials == "AL"
    assert name == "Ada Lovelace"
    assert name.lower() == "ada lovelace"
    assert {name: 1}["Ada Lovelace"] == 1


def test_as_json():
    assert json.dumps(SortedList([2, 1])) == "[2, 1]"
    assert json.dumps({"n": Name("x")}) == '{"n": "x"}'


class SetTest(unittest.TestCase):
    def test_order_and_membership(self):
        s = OrderedSet([3, 1, 3])
        self.assertEqual(list(s), [3, 1])
        self.assertIn(1, s)
        self.assertNotIn(2, s)
        self.assertEqual(len(s), 2)

    def test_equality(self):
        self.assertEqual(OrderedSet([1, 2]), OrderedSet([2, 1]))
        self.assertNotEqual(OrderedSet([1]), {1})

    def test_algebra(self):
        both = OrderedSet([1, 2]) | OrderedSet([2, 3])
        self.assertEqual(list(both), [1, 2, 3])
        self.assertEqual(OrderedSet([1, 2]) & OrderedSet([2]), OrderedSet([2]))
        self.assertLessEqual(OrderedSet([1]), OrderedSet([1, 2]))

    def test_add(self):
        s = OrderedSet()
        s.add(1)
        s.add(1)
        self.assertEqual([*s], [1])
        self.assertFalse(OrderedSet())

    def test_unhashable(self):
        with self.assertRaises(TypeError):
            hash(OrderedSet())
