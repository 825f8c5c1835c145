import unittest

import pytest
from sub_tests import TABLE, grade, is_prime, roman


class SubTests(unittest.TestCase):
    def test_all_in_one(self):
        for n, expected in [(1, False), (2, True), (9, False), (13, True)]:
            with self.subTest(n=n, expected=expected):
                self.assertEqual(is_prime(n), expected)

    def test_with_a_message(self):
        for variant, (n, expected) in enumerate([(4, "IV"), (9, "IX"), (14, "XIV")], start=1):
            with self.subTest(f"variant #{variant}", n=n):
                message = f"{n} should be {expected}"
                self.assertEqual(roman(n), expected, msg=message)

    def test_error_in_each(self):
        for bad in (-1, 101):
            with self.subTest(bad=bad), self.assertRaises(ValueError) as err:
                grade(bad)
            self.assertEqual(err.exception.args[0], f"{bad} is no score")

    def test_after_a_subtest(self):
        with self.subTest("first"):
            self.assertEqual(grade(95), "A")
        self.assertEqual(grade(10), "F")

    def test_over_a_table_of_the_student(self):
        for name, number in TABLE.items():
            with self.subTest(name):
                self.assertEqual(len(name), 3)
                self.assertGreater(number, 0)

    def test_nested(self):
        for tens in (0, 1):
            with self.subTest(tens=tens):
                for ones in (1, 5):
                    with self.subTest(ones=ones):
                        n = 10 * tens + ones
                        self.assertTrue(roman(n).startswith("X" * tens))


def test_subtests_fixture(subtests):
    for n in (2, 3, 5):
        with subtests.test(msg="prime", n=n):
            assert is_prime(n)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        pytest.param(90, "A", id="just an A"),
        pytest.param(50, "B", id="just a B"),
        pytest.param(49, "F", id="nearly"),
    ],
)
def test_grade(score, expected):
    assert grade(score) == expected


@pytest.mark.parametrize("n", [2, 3], ids=["two", "three"])
@pytest.mark.parametrize("times", [1, 2], ids=lambda t: f"times {t}")
def test_crossed(n, times):
    assert is_prime(n * times) is (times == 1)


@pytest.mark.parametrize("n, expected", [(1, "I"), (6, "VI"), (19, "XIX")], ids=str)
def test_roman(n, expected):
    assert roman(n) == expected


@pytest.mark.parametrize("function", [is_prime, roman])
def test_functions_of_the_student_as_parameters(function):
    assert callable(function)
    assert function(7) in (True, "VII")


@pytest.mark.parametrize("name", sorted(TABLE))
def test_parameters_from_the_student(name):
    assert TABLE[name] in (1, 2)


@pytest.mark.parametrize("text", ["", "äö", "a\nb", "x" * 200, "::", "[]", "-1"])
def test_odd_ids(text):
    assert roman(len(text) % 4) in ("", "I", "II", "III")
