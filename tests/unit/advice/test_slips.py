"""Slips of beginners are found in the lines of a file, and only where they are."""

import pytest

from grader.advice.slips import SLIPS, Symptom, find_slip, slip_of
from grader.cases.events import CaseResult, Failure
from grader.judge.reports import unwritten
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
    """What is said of a result before its own sentence."""
    found = slip_of(result, source(code))
    return found.text if found else ""


def test_the_table_is_short() -> None:
    """What is not among the twelve slips that beginners make most is left to the cases."""
    assert len(SLIPS) <= 12


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (LEFT_EARLY, (4, 7)),
        ("while n:  # on\n    if n > 3:\n        n -= 1\n    return n", (1, 4)),
        ("def f(n):\n\tfor one in n:\n\t\treturn one", (2, 3)),
        ("for one in n:\n    if one:\n        return 1\n    else:\n        return 0", (1, 5)),
        ("for one in n:\n    if one:\n        n += 1\n    else:\n        return 0", None),
        ("if n:\n    return 1\nelse:\n    return 0", None),
        ("    for one in n:\n        if one:\n            return one\n    return 0", None),
        ("def f(n):\n    for one in n:\n        if one: continue\n        return one", None),
        ("def f(n):\n    for one in n:\n        n += 1\n    return n", None),
        ('def f(n):\n    """Text\n    for all:\n        return it\n    """', None),
        ("def f(n):\n    return [one for one in n]", None),
        ("for one in n:", None),
        ("for a in b:\n  for c in a:\n    return c\n  return a", (2, 3)),
        ("for a in b:\n  for c in a:\n    yield c\n  return a", None),
    ],
)
def test_a_loop_that_returns_at_once_is_found(code: str, found: tuple[int, int] | None) -> None:
    """A loop whose first round always returns is found by its indentation; no other is."""
    said = said_of(a_result("one", "failed"), code)

    assert ("ends the loop" in said) == (found is not None)
    if found:
        assert (
            f"in line {found[1]} of sums.py ends the loop that begins in line {found[0]} " in said
        )


def test_of_a_function_that_was_not_called_nothing_is_said() -> None:
    """What may be behind a case is in the function that it called, and in those that that uses."""
    code = "def mean(n):\n    return total(n)\n\ndef other(n):\n    pass\n" + LEFT_EARLY
    said = [
        said_of(a_result("one", "failed", last_kind=f"{name}|number"), code)
        for name in ("total", "mean", "other")
    ]

    assert ["ends the loop" in text for text in said] == [True, True, False]


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
    ("code", "kept"),
    [
        (
            "n = 0\ndef add(a, b):\n    global n\n    n += a\n    return n",
            "`global n` in line 3 of",
        ),
        ("def add(a, b, all=[]):\n    all += [a]\n    return sum(all)", "`all=[]` in line 1 of"),
        ("def add(a, b: dict = {}):\n    return a", "`b: dict = {}` in line 1 of"),
        ("all = []\ndef add(a, b):\n    all.append(a)\n    return sum(all)", "`all` in line 3 of"),
        ("all = []\ndef add(a, b):\n    all = [a]\n    all.append(b)\n    return sum(all)", ""),
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


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("hit", "return hit / k", "`hit` in line 3 of sums.py has no value: was `hits` meant?"),
        ("lenn", "return lenn(b)", "`lenn` in line 3 of sums.py has no value: was `len` meant?"),
        (
            "math",
            "return math.sqrt(b)",
            "`math` in line 3 of sums.py has no value: write `import math` at the top of the file.",
        ),
        ("numbers", "return numbers.append(b)", ""),
        ("numbers", "return numbers", ""),
        ("elsewhere", "return elsewhere", ""),
        ("hit", "return secret", ""),
    ],
)
def test_a_name_without_a_value(name: str, line: str, said: str) -> None:
    """A name near it is told, or the module to import; nothing of a name that does not stand there.

    Who says that it has no value may have made it up of a hidden input.
    """
    text = f"name '{name}' is not defined"
    failure = Failure("raised", "builtins.NameError", "", text, "sums.py", 3)
    code = f"def add(a, b):\n    hits = 0\n    {line}\n"

    assert said_of(a_result("one", "failed", failure=failure, last_kind="add|"), code) == said


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("return a / b,", "return a / b,"),
        ("mean = sum([a, b]) / 2,  # of both", "mean = sum([a, b]) / 2,"),
        ("return (a,", ""),
        ("return a, b", ""),
        ("return max(a, b)", ""),
    ],
)
def test_a_comma_that_makes_a_tuple(line: str, quoted: str) -> None:
    """It is told where a tuple comes in place of something else."""
    failure = Failure("wrong_type", "tuple", "number")
    result = a_result("one", "failed", failure=failure, last_kind="add|tuple")

    said = said_of(result, f"def add(a, b):\n    {line}\n")

    assert said == (
        f"The comma at the end of `{quoted}` in line 2 of sums.py makes a tuple: take it out."
        if quoted
        else ""
    )


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("return mean(k, n)", "mean(k, n)"),
        ("return 1 + mean([1, 2], n)", "mean([1, 2], n)"),
        ("return mean(n, k)", ""),
        ("return mean(n, n)", ""),
        ("return other(k, n)", ""),
        ("return add(k, n)", ""),
    ],
)
def test_arguments_in_another_order(line: str, quoted: str) -> None:
    """What has the name of another parameter is told, but not where a function calls itself."""
    code = f"def mean(n, k):\n    return n\n\ndef add(a, b=1):\n    {line}\n"

    said = said_of(a_result("one", "failed", last_kind="add|number"), code)

    assert said == (
        f"`{quoted}` in line 5 of sums.py hands over the values in another order: it begins "
        "`def mean(n, k):`."
        if quoted
        else ""
    )


def test_what_the_failure_shows_comes_first() -> None:
    """Where a tuple comes in place of a number, the comma is told before a power that is none."""
    failure = Failure("wrong_type", "tuple", "number")
    code = "def add(a, b):\n    n = 2 ^ a\n    return n,\n"

    said = said_of(a_result("one", "failed", failure=failure, last_kind="add|tuple"), code)

    assert said.startswith("The comma at the end of `return n,` in line 3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("invalid character '“' (U+201C)", "`“` in line 1 of sums.py is from a word processor"),
        (
            "invalid non-printable character U+00A0",
            "A character that cannot be seen in line 1 of sums.py is from",
        ),
        ("invalid syntax", ""),
    ],
)
def test_what_a_word_processor_writes(text: str, said: str) -> None:
    """Quotes and blanks that are none of Python's are told of before the error."""
    found = find_slip(Symptom(f"import SyntaxError: {text}", 1, "", source("x = 1\n")))

    assert (found.text if found else "").startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("line", "failure", "is_told"),
    [
        ("return ValueError('no')", Failure("not_raised"), True),
        ("return ValueError", Failure("wrong_type", "ValueError", "number"), True),
        ("raise 'no'", Failure("raised", "builtins.TypeError", "", "exceptions must derive"), True),
        ("raise ValueError('no')", Failure("not_raised"), False),
    ],
)
def test_an_exception_that_is_not_raised(line: str, failure: Failure, is_told: bool) -> None:
    """One that is returned, and a text that is raised, are none."""
    result = a_result("one", "failed", failure=failure, last_kind="add|None")

    said = said_of(result, f"def add(a, b):\n    {line}\n")

    assert said == (
        f"`{line}` in line 2 of sums.py raises no exception: write `raise`, then its class."
        if is_told
        else ""
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return names.sort()", "`names.sort()` in line 2 of sums.py changes the list and gives"),
        ("names=names.append(3)  # more", "`names.append(3)` in line 2 of sums.py changes"),
        ("names.sort()", ""),
        ("return sorted(names)", ""),
    ],
)
def test_a_list_that_is_changed_in_place_gives_nothing(line: str, said: str) -> None:
    """Of a None that is returned or kept in its place the line is told."""
    none = Failure("wrong_type", "None", "list")
    result = a_result("one", "failed", failure=none, last_kind="add|None")

    found = said_of(result, f"def add(names):\n    {line}\n")
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("line", "failure", "is_told"),
    [
        (
            "b += a * 2 ^ b",
            Failure("raised", "builtins.TypeError", "", "bad type(s) for ^: a"),
            True,
        ),
        ("return 2 ^ a - 1", Failure("wrong_value"), True),
        ("return 3 + None", Failure("raised", "builtins.TypeError", "", "type(s) for +: a"), False),
        ('total = "^" + 3', Failure("wrong_value"), False),
        ("return 2 ** a  # not 2 ^ a", Failure("wrong_value"), False),
    ],
)
def test_a_power_that_is_none(line: str, failure: Failure, is_told: bool) -> None:
    """The sign that means a power elsewhere is told, also where it only gives a wrong value."""
    result = a_result("one", "failed", failure=failure, last_kind="add|number")

    said = said_of(result, f"def add(a, b):\n    {line}\n")

    assert said == ("`^` in line 2 of sums.py is not a power in Python: write `**`." * is_told)
