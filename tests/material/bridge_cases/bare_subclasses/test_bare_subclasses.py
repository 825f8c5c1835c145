import unittest

import pytest
from bare_subclasses import (
    Count,
    Flags,
    Metres,
    Name,
    Pair,
    Row,
    Table,
    Tags,
    add_metres,
    nested,
    rename,
    row,
)


class SubclassTest(unittest.TestCase):
    def test_list(self):
        r = Row([1, 2])
        r.append(3)
        self.assertEqual(r, [1, 2, 3])
        self.assertEqual(len(r), 3)
        self.assertIsInstance(r, Row)
        self.assertIsInstance(r, list)

    def test_dict(self):
        t = Table(a=1)
        t["b"] = 2
        self.assertEqual(t, {"a": 1, "b": 2})
        self.assertEqual(sorted(t), ["a", "b"])
        self.assertIs(type(t), Table)

    def test_tuple(self):
        a, b = Pair([1, 2])
        self.assertEqual((a, b), (1, 2))
        self.assertEqual(Pair([1, 2]), (1, 2))
        self.assertEqual(hash(Pair([1, 2])), hash((1, 2)))

    def test_set(self):
        t = Tags("ab")
        t.add("c")
        self.assertEqual(t, {"a", "b", "c"})
        self.assertTrue(t >= {"a"})
        self.assertEqual(Flags("ab"), frozenset("ab"))

    def test_text(self):
        self.assertEqual(Name("ann"), "ann")
        self.assertEqual(Name("ann").upper(), "ANN")
        self.assertEqual({"ann": 1}[Name("ann")], 1)
        self.assertEqual(rename("bo"), Name("Bo"))

    def test_numbers(self):
        self.assertEqual(Metres(1.5) + 1, 2.5)
        self.assertEqual(Count(3) * 2, 6)
        self.assertEqual(list(range(Count(2))), [0, 1])
        self.assertTrue(issubclass(Count, int))


def test_made_by_a_function():
    assert row(1, 2) == [1, 2]
    assert type(row(1)) is Row
    assert row(1) == Row([1])
    assert row() != [1]


def test_nested():
    found = nested()
    assert found == {"rows": [[1, 2], [3]], "tags": {"a", "b"}}
    assert found["rows"][0][1] == 2
    assert isinstance(found["rows"][0], Row)


def test_handed_in_again():
    assert add_metres(Metres(1), Metres(2)) == 3.0
    assert add_metres(add_metres(1, 1), 0.5) == pytest.approx(2.5)
    assert rename(Name("cy")) == "Cy"


def test_subclass_in_the_test():
    class Long(Row):
        def double(self):
            return self + self

    assert Long([1]).double() == [1, 1]
    assert len(Long([1, 2])) == 2
