import unittest

import pytest
from student_inherits import extend, make_handler, register


class Base:
    greeting = "hello"

    def __init__(self, name):
        self.name = name

    def greet(self):
        return f"{self.greeting} {self.name}"


class Visitor:
    def visit(self, n):
        return self.on_even(n) if n % 2 == 0 else self.on_odd(n)

    def on_even(self, n):
        raise NotImplementedError

    def on_odd(self, n):
        raise NotImplementedError


class Tests(unittest.TestCase):
    def test_subclass_of_a_class_handed_in(self):
        Polite = extend(Base)
        self.assertTrue(issubclass(Polite, Base))
        self.assertEqual(Polite("Ann").greet(), "hello Ann, pleased to meet you")
        self.assertIsInstance(Polite("Ann"), Base)

    def test_class_attribute_of_the_base(self):
        self.assertEqual(extend(Base).greeting, "hello")

    def test_template_method_of_the_test(self):
        handler = make_handler(Visitor)()
        self.assertEqual([handler.visit(n) for n in (1, 2)], ["odd 1", "even 2"])


def test_registry():
    known = {}

    @register(known, "circle")
    class Circle:
        pass

    assert known == {"circle": Circle}
    assert known["circle"] is Circle


def test_error_of_the_base_comes_through():
    class Fussy:
        def __init__(self):
            raise LookupError("no")

    with pytest.raises(LookupError, match="no"):
        extend(Fussy)()
