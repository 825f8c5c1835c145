import functools
import operator
import unittest

import pytest
from callbacks import apply_all, apply_twice, group_by, my_filter, my_map, my_reduce, on_error


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def times(self, x):
        return x * self.factor

    def __call__(self, x):
        return x + self.factor


def test_lambda():
    assert my_map(lambda x: x + 1, [1, 2, 3]) == [2, 3, 4]


def test_builtin_functions_and_classes():
    assert my_map(str, [1, 2]) == ["1", "2"]
    assert my_map(str.upper, ["a", "b"]) == ["A", "B"]
    assert my_map(len, ["", "abc"]) == [0, 3]
    assert my_map(int, ["4", "5"]) == [4, 5]


def test_bound_method():
    assert my_map(Scale(3).times, [1, 2]) == [3, 6]


def test_callable_object():
    assert my_map(Scale(10), [1, 2]) == [11, 12]


def test_partial():
    assert my_map(functools.partial(pow, 2), [3, 4]) == [8, 16]


def test_operator_functions():
    assert my_reduce(operator.add, [1, 2, 3], 0) == 6
    assert my_reduce(operator.mul, [1, 2, 3], 1) == 6


def test_none_as_predicate():
    assert my_filter(None, [0, 1, "", "a"]) == [1, "a"]


def test_class_as_callback():
    made = my_map(Scale, [1, 2])
    assert [s.factor for s in made] == [1, 2]
    assert all(type(s) is Scale for s in made)


def test_strings_grouped():
    assert group_by(["apple", "avocado", "bean"], lambda w: w[0]) == {
        "a": ["apple", "avocado"],
        "b": ["bean"],
    }


def test_order_of_calls():
    seen = []
    my_map(seen.append, "abc")
    assert seen == ["a", "b", "c"]


def test_result_of_twice():
    assert apply_twice(lambda s: s + "!", "hi") == "hi!!"


def test_list_of_functions():
    assert apply_all([abs, str, lambda x: x * 2], -3) == [3, "-3", -6]


class ErrorTest(unittest.TestCase):
    def test_error_crosses_back(self):
        class Boom(Exception):
            pass

        def explode(x):
            raise Boom(f"at {x}")

        with self.assertRaises(Boom) as e:
            my_map(explode, [1])
        self.assertEqual(e.exception.args, ("at 1",))

    def test_builtin_error_crosses_back(self):
        with self.assertRaises(ZeroDivisionError):
            my_map(lambda x: 1 / x, [1, 0])

    def test_error_can_be_caught_over_there(self):
        def fail():
            raise KeyError("k")

        self.assertEqual(on_error(fail, "fallback"), ("fallback", "KeyError"))

    def test_stops_at_the_first_error(self):
        seen = []

        def check(x):
            seen.append(x)
            if x == 2:
                raise ValueError

        with self.assertRaises(ValueError):
            my_map(check, [1, 2, 3])
        self.assertEqual(seen, [1, 2])

    def test_assertion_inside_a_callback(self):
        def must_be_positive(x):
            assert x > 0
            return x

        self.assertEqual(my_map(must_be_positive, [1]), [1])


@pytest.mark.parametrize("f, expected", [(str.strip, ["a"]), (str.title, [" A "])])
def test_unbound_methods(f, expected):
    assert my_map(f, [" a "]) == expected
