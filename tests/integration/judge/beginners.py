"""A first lesson, and what beginners submit for it: each a slip that has a screen of its own."""

from textwrap import indent

STUB = '''\
"""The mean of some numbers, and how many of them are large enough."""


def mean(numbers):
    """Return the mean of a list of numbers; of an empty list it is 0.0."""
    # TODO: divide the sum by how many there are.
    raise NotImplementedError("mean is not written yet")


def count_from(numbers, limit):
    """Return how many of the numbers are at least limit.

    A limit below 0 is refused with a ValueError.
    """
    # TODO: go through the numbers and count.
    raise NotImplementedError("count_from is not written yet")
'''
MEAN = "def mean(numbers):\n    return sum(numbers) / len(numbers) if numbers else 0.0\n"
COUNT = """
def count_from(numbers, limit):
    if limit < 0:
        raise ValueError("the limit is negative")
    return len([one for one in numbers if one >= limit])
"""
REFERENCE = MEAN + COUNT
CASES = '''
import pytest
from sums import count_from, mean

def test_two():
    """The mean of 1 and 2 is 1.5."""
    assert mean([1, 2]) == pytest.approx(1.5)

def test_four():
    """The mean of four numbers is a quarter of their sum."""
    assert mean([1, 2, 4, 8]) == pytest.approx(3.75)

@pytest.mark.hint("What does len() say of an empty list?")
def test_empty():
    """The mean of no numbers is 0."""
    assert mean([]) == 0

def test_unchanged():
    """The list stays as it was."""
    numbers = [3, 1, 2]
    mean(numbers)
    assert numbers == [3, 1, 2]

@pytest.mark.hint("Is a number that equals the limit large enough?")
def test_count():
    """Of 1, 2 and 3 two are at least 2."""
    assert count_from([1, 2, 3], 2) == 2

def test_none():
    """Where no number is large enough, the answer is 0."""
    assert count_from([1, 2], 5) == 0

def test_refused():
    """A limit below 0 is refused with a ValueError."""
    with pytest.raises(ValueError):
        count_from([1], -1)
'''
MISTAKES = {
    "whole_numbers": '"""Your mean has no decimals. Which division does your code use?"""\n'
    + REFERENCE.replace(" / ", " // "),
    "above_only": '"""A number that equals the limit is not counted. What does "at least" say?"""\n'
    + REFERENCE.replace(">= limit", "> limit"),
}
HEAD = "\ndef count_from(numbers, limit):\n"
ADDING = "def mean(numbers):\n    total = 0\n    for one in numbers:\n        total += one\n"
SLIPS = {
    # what is told of the whole file
    "missing_colon": REFERENCE.replace("mean(numbers):", "mean(numbers)"),
    "one_equals_sign": MEAN + HEAD + "    if limit = 0:\n        return 0\n",
    "not_indented": ADDING + "return total / len(numbers)\n" + COUNT,
    "tabs_and_spaces": "def mean(numbers):\n    total = sum(numbers)\n\treturn total\n" + COUNT,
    "other_name": REFERENCE.replace("def mean(", "def average("),
    "inside_a_class": "class Sums:\n" + indent(REFERENCE, "    "),
    "helper_left_out": "from helpers import total\n\n" + REFERENCE.replace("sum(", "total("),
    "package_of_others": "import numpy as np\n\n" + REFERENCE.replace("sum(", "np.sum("),
    "asks_at_once": "limit = int(input('Limit? '))\n" + REFERENCE,
    "tries_itself": REFERENCE + "\nprint(mean(numbers))\n",
    "loops_at_once": REFERENCE + "\nwhile True:\n    mean([1])\n",
    # what a case shows
    "nothing_written": STUB.replace("# TODO: divide", "# First divide"),
    "only_pass": "def mean(numbers):\n    pass\n\n\ndef count_from(numbers, limit):\n    ...\n",
    "prints": MEAN.replace("return ", "print(").rstrip() + ")\n" + COUNT,
    "returns_in_the_loop": ADDING + "        return total / len(numbers)\n    return 0.0\n" + COUNT,
    "takes_one_too_few": MEAN + "def count_from(numbers):\n    return len(numbers)\n",
    "takes_one_too_many": REFERENCE.replace("mean(numbers)", "mean(numbers, count)"),
    "other_order": REFERENCE.replace("(numbers, limit)", "(limit, numbers)"),
    "asks": MEAN + HEAD + "    limit = int(input())\n    return 0\n",
    "returns_text": MEAN.replace("sum(numbers) / len(numbers)", 'f"{sum(numbers)}"') + COUNT,
    "forgets_to_call": MEAN.replace("sum(numbers) / len(numbers)", "sum") + COUNT,
    "is_async": "async " + REFERENCE,
    "one_too_far": ADDING.replace("one in numbers", "n in range(len(numbers) + 1)").replace(
        "+= one", "+= numbers[n]"
    )
    + "    return total / len(numbers)\n"
    + COUNT,
    "divides_by_zero": MEAN.replace(" if numbers else 0.0", "") + COUNT,
    "misspells": ADDING + "    return totl / len(numbers) if numbers else 0.0\n" + COUNT,
    "keeps_the_total": "total = 0\n\n\n"
    + ADDING.replace("total = 0", "global total")
    + "    return total / len(numbers) if numbers else 0.0\n"
    + COUNT,
    "changes_the_list": MEAN.replace("return", "numbers.sort()\n    return") + COUNT,
    "exits": MEAN + HEAD + "    exit()\n",
    "never_ends": MEAN
    + HEAD
    + "    n = 0\n    while n < len(numbers):\n        limit += 1\n"
    + "    return limit\n",
    "calls_itself": MEAN + HEAD + "    return count_from(numbers, limit)\n",
    "raises_nothing": MEAN + COUNT.replace('raise ValueError("the limit is negative")', "return 0"),
    "known_mistake": MISTAKES["above_only"],
    "known_and_unwritten": MISTAKES["whole_numbers"].partition("def count_from")[0]
    + HEAD
    + "    pass\n",
    "nearly": MEAN.replace("len(numbers)", "(len(numbers) - 1)") + COUNT,
}
