import unittest

import pytest
from inherits_in_test import Animal, Report, Stack


class Parrot(Animal):
    def sound(self):
        return "squawk"

    def describe(self):
        return super().describe() + " It repeats."


class TextReport(Report):
    def body(self):
        self.log.append("body")
        return ["one", "two"]


class LoudReport(TextReport):
    def title(self):
        return super().title().upper() + "!"


class InheritanceTest(unittest.TestCase):
    def test_template_method_calls_back(self):
        self.assertEqual(TextReport().render(), "Report\none\ntwo")

    def test_override_with_super(self):
        self.assertEqual(LoudReport().render(), "REPORT!\none\ntwo")

    def test_state_lives_in_one_object(self):
        report = TextReport()
        report.render()
        self.assertEqual(report.log, ["title", "body"])

    def test_abstract_base_cannot_be_made(self):
        with self.assertRaises(TypeError):
            Animal("Rex")

    def test_half_finished_subclass_cannot_be_made(self):
        class Mute(Animal):
            pass

        with self.assertRaises(TypeError):
            Mute("Rex")

    def test_super_method(self):
        self.assertEqual(Parrot("Polly").describe(), "Polly says squawk. It repeats.")

    def test_relations(self):
        polly = Parrot("Polly")
        self.assertIsInstance(polly, Animal)
        self.assertTrue(issubclass(Parrot, Animal))
        self.assertEqual(polly.name, "Polly")


def test_new_init_calls_super():
    class Bounded(Stack):
        def __init__(self, most):
            super().__init__()
            self.most = most

        def push(self, item):
            if len(self) >= self.most:
                raise OverflowError("full")
            super().push(item)

    s = Bounded(2)
    s.push(1)
    s.push(2)
    with pytest.raises(OverflowError, match="full"):
        s.push(3)
    assert len(s) == 2
    assert s.most == 2
    assert s.pop() == 2


def test_push_all_uses_the_override():
    seen = []

    class Noisy(Stack):
        def push(self, item):
            seen.append(item)
            super().push(item)

    n = Noisy()
    n.push_all("ab")
    assert seen == ["a", "b"]
    assert len(n) == 2


def test_operator_defined_in_the_test():
    class Comparable(Stack):
        def __eq__(self, other):
            return self.items == other.items

        __hash__ = None

    a, b = Comparable(), Comparable()
    a.push(1)
    b.push(1)
    assert a == b
    b.push(2)
    assert a != b
