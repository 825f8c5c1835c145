"""Slips of beginners are found in the lines of a file, and only where they are."""

from collections.abc import Iterator
from typing import Any

import pytest

from grader.cases.events import CaseResult, Failure
from grader.judge.slips import early_return, slip, unwritten
from grader.judge.submission_source import Source
from tests.unit.judge.builders import a_result

LEFT_EARLY = """
def total(values):
    all = 0
    for value in values:
        all += value

        return all
"""
NONE = "sums|None"
STUB = b'def add(a, b=1):\n    """Add."""\n    return 0  # TODO\n'


def source(code: str) -> Source:
    """A handed-in file, whose stub has the function `add`."""
    return Source({"sums.py": code.encode()}, "sums.py", stub={"sums.py": STUB})


def said_of(result: CaseResult, code: str) -> str:
    """What is said of a result beside its own sentence."""
    return slip(result, result.failure, source(code)).text


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (LEFT_EARLY, (4, 7)),
        ("while n:  # on\n    if n > 3:\n        n -= 1\n    return n", (1, 4)),
        ("def f(n):\n\tfor one in n:\n\t\treturn one", (2, 3)),
        ("    for one in n:\n        if one:\n            return one\n    return 0", None),
        ("def f(n):\n    for one in n:\n        if one: continue\n        return one", None),
        ("def f(n):\n    for one in n:\n        n += 1\n    return n", None),
        ('def f(n):\n    """Text\n    for all:\n        return it\n    """', None),
        ("def f(n):\n    return [one for one in n]", None),
        ("for one in n:", None),
        ("for a in b:\n  for c in a:\n    return c\n  return a", (1, 4)),
        ("for a in b:\n  for c in a:\n    return c\n  continue", (2, 3)),
        ("for a in b:\n  for c in a:\n    yield c\n  return a", None),
    ],
)
def test_a_loop_that_returns_at_once_is_found(code: str, found: tuple[int, int] | None) -> None:
    """A loop whose first round always returns is found by its indentation; no other is."""
    assert early_return(code.split("\n")) == found


class Looked(list[str]):
    """Lines of a file, which counts how often one of them is looked at."""

    times = 0

    def __getitem__(self, at: Any) -> Any:
        self.times += 1
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[str]:
        for line in super().__iter__():
            self.times += 1
            yield line


def test_each_line_is_looked_at_once() -> None:
    """Loops within loops, which a text may hold by the thousand, cost no more than other lines."""
    lines = Looked(f"{' ' * depth}for one in n:" for depth in range(200))

    assert early_return(lines) is None
    assert lines.times == 200


def test_a_file_is_split_into_lines_once() -> None:
    """However many cases ask for lines of a file, it is split for the first."""
    given = source(LEFT_EARLY)

    assert given.lines("sums.py") is given.lines("sums.py")


def test_it_is_asked_about_where_a_result_is_wrong() -> None:
    """Both lines are named, and a question says what may have been meant."""
    said = said_of(a_result("one", "failed"), LEFT_EARLY)

    assert said == (
        "The `return` in line 7 of sums.py ends the loop that begins in line 4 of sums.py in its "
        "first round: was it meant to stand below the loop?"
    )


def test_other_failures_have_other_reasons() -> None:
    """Of an error that the code raised the loop says nothing."""
    raised = a_result("one", "failed", failure=Failure("raised", "builtins.OSError"))

    assert said_of(raised, LEFT_EARLY) == ""
    assert said_of(a_result("one"), LEFT_EARLY) == ""


@pytest.mark.parametrize(
    ("has_printed", "last_kind", "is_told"),
    [(True, NONE, True), (False, NONE, False), (True, "sums|number", False)],
)
def test_printed_in_place_of_returned(has_printed: bool, last_kind: str, is_told: bool) -> None:
    """Where nothing came back and something was printed, a return is asked for."""
    result = a_result("one", "failed", has_printed=has_printed, last_kind=last_kind)

    assert ("write `return`" in said_of(result, "x = 1\n")) == is_told


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("def add(b, a=1):\n    return a", True),
        ("def add(\n    b: int,  # the second\n    a: int = 1,\n) -> int:\n    return a", True),
        ("def add(a, b):\n    return a", False),
        ("def add(b, c):\n    return b", False),
        ("def plus(b, a):\n    return b", False),
    ],
)
def test_swapped_parameters(code: str, is_told: bool) -> None:
    """Names that stand in another order than the stub's are told, whatever the case shows."""
    results = [
        a_result("one", "failed", last_kind="add|number"),
        a_result("one", "failed", last_kind="add|None", failure=Failure("raised")),
    ]

    said = [said_of(result, code) for result in results]

    assert [is_told] * 2 == ["values in another order: `def add(" in text for text in said]


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ("def add(a, b):\n    pass\n", True),
        ("def add(a: int, b=(1,)) -> int: ...\n", True),
        ("def add(a, b): return a\n", False),
        ("def add(a, b):\n    '''Add\n    up.'''\n    ...\n\n\nprint(1)", True),
        ("def add(a, b):\n    # TODO\n    return None\n", True),
        ("def add(a, b):\n    return 1\n", False),
        ('def add(a, b=1):\n    """Add."""\n    return 0\n', True),
        ("def add(a, b):\n    return 1\n\ndef add(a, b):\n    pass\n", True),
        ("def plus(a, b):\n    pass\n", False),
    ],
)
def test_what_is_not_written_is_found(code: str, is_found: bool) -> None:
    """A body that does nothing, or is the stub's, is no mistake but not written yet."""
    wrong = a_result("one", "failed", last_kind="add|None")

    assert (unwritten(wrong, source(code)) is not None) == is_found


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("n = 0\ndef add(a, b):\n    global n\n    n += a\n    return n", "`global n` in add"),
        ("def add(a, b, all=[]):\n    all += [a]\n    return sum(all)", "`all=[]` in add"),
        ("def add(a, b: dict = {}):\n    return a", "`b: dict = {}` in add"),
        ("def add(a, b=()):\n    return a", ""),
    ],
)
def test_what_is_kept_between_calls(code: str, kept: str) -> None:
    """A value that outlives a call is asked about where a result is wrong."""
    said = said_of(a_result("one", "failed", last_kind="add|number"), code)

    assert said.startswith(kept)
    assert bool(said) == bool(kept)


@pytest.mark.parametrize(
    "code",
    [
        f"def add({'a' * 10**6}):\n    pass",
        f"def add(a, b):\n    {'pass ' * 10**6}",
        f"def add(a, b{' ' * 10**6}",
        "def add(a, b):\n" + "    '''\n" * 10**5,
    ],
    ids=len,
)
def test_a_file_made_to_be_read_for_ever_is_passed_over(code: str) -> None:
    """However long a function is, a bounded part of it is looked at."""
    wrong = a_result("one", "failed", last_kind="add|number")

    assert unwritten(wrong, source(code)) is None
    assert said_of(wrong, code) == ""


def test_a_result_that_is_right_is_written() -> None:
    """A function that does nothing is told of only where its result is wrong."""
    assert unwritten(a_result("one", last_kind="add|None"), source("def add(a): pass")) is None


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        ("None", "number", "Does every way through your function end with a return?"),
        ("text", "number", "Quotes, str() and f-strings make text: leave the number as it is."),
        ("Fraction", "number", "`float()` makes such a number of it."),
        ("Decimal", "number", "`float()` makes such a number of it."),
        ("text", "truth value", ""),
        ("list", "number", ""),
    ],
)
def test_a_type_that_is_seldom_meant(got: str, expected: str, said: str) -> None:
    """What often makes such a result is told, by the type that was expected."""
    failure = Failure("wrong_type", got, expected)

    assert said_of(a_result("one", "failed", failure=failure), "x = 1\n") == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("builtins.NameError|builtins.Exception", "Is a name misspelled"),
        ("sums.Odd|builtins.NameError", ""),
        ("builtins.ValueError|builtins.Exception", ""),
    ],
)
def test_what_an_error_often_means(kind: str, said: str) -> None:
    """Of an error that beginners meet, and of no class made from it, a question is asked."""
    raised = a_result("one", "failed", failure=Failure("raised", kind))

    assert said_of(raised, "x = 1\n").startswith(said)
    assert bool(said_of(raised, "x = 1\n")) == bool(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return names.sort()", "`names.sort()` in line 2 of sums.py changes the list and gives"),
        ("names=names.append(3)  # more", "`names.append(3)` in line 2 of sums.py changes"),
        ("names.sort()", "Does every way through your function end with a return?"),
        ("return sorted(names)", "Does every way through your function end with a return?"),
    ],
)
def test_a_list_that_is_changed_in_place_gives_nothing(line: str, said: str) -> None:
    """Of a None that is returned or kept in its place the line is told."""
    none = Failure("wrong_type", "None", "list")
    result = a_result("one", "failed", failure=none, last_kind="add|None")

    assert said_of(result, f"def add(names):\n    {line}\n").startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("total += rel * p ^ i", "`^` is not a power in Python: write `**`."),
        ('raise "ValueError"', "`raise` needs an exception, such as ValueError, not a text."),
        ('total = "^" + 3', "Is each value there what you think: a number, a text, a list, None?"),
        ("return 3 + None", "Is each value there what you think: a number, a text, a list, None?"),
    ],
)
def test_an_error_of_types_is_told_by_its_line(line: str, said: str) -> None:
    """A power written as elsewhere, and a text that is raised, are named."""
    raised = Failure("raised", "builtins.TypeError", file="sums.py", line=2)

    assert said_of(a_result("one", "failed", failure=raised), f"def f():\n    {line}\n") == said
