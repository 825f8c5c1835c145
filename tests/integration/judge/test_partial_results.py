"""Whatever one case does to its process, the other cases still get their verdict."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Verdict
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import case_of, of, outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    from sums import add

    def test_one():
        assert add(1, 2) == 3

    def test_seven():
        assert add(7, 1) == 8

    def test_two():
        assert add(2, 2) == 4
"""
LIMITS = "seconds_per_case = 0.5\nseconds_in_all = 5.0\nmemory_mib = 128\n"


def at_seven(*lines: str, head: str = "") -> str:
    """Write a submission that is right, but for what it does with 7."""
    inner = "".join(f"        {line}\n" for line in lines)
    return f"{head}\ndef add(a, b):\n    if a == 7:\n{inner}    return a + b\n"


BREAKING = {
    "hangs": (at_seven("while True:", "    pass"), "timed_out", "begins in line 4 of sums.py: `wh"),
    "sleeps": (
        at_seven("time.sleep(60)", head="import time"),
        "timed_out",
        "in the function that begins in line 2",
    ),
    "swallows": (
        at_seven("while True:", "    try:", "        while True:", "            pass").replace(
            "    return", "            except BaseException:\n                pass\n    return"
        ),
        "timed_out",
        "longer than 0.5 seconds and was stopped",
    ),
    "memory": (at_seven("x = [0] * 10**9"), "out_of_memory", "more than the 128 MiB"),
    "huge_result": (at_seven("return [0] * 50_000_000"), "out_of_memory", "more than the 128 MiB"),
    "exits": (at_seven("os._exit(5)", head="import os"), "error", "exit status 5"),
    "crashes": (at_seven("ctypes.string_at(0)", head="import ctypes"), "error", "SIGSEGV"),
    "files": (
        # it waits to be seen: no more of its own time is used than making the files takes
        at_seven(
            "for n in range(2000):",
            "    open(f'f{n}', 'w').close()",
            "time.sleep(1)",
            head="import time",
        ),
        "error",
        "larger, files than it may",
    ),
    "recursion": (at_seven("return add(a, b)"), "failed", "called itself too deeply"),
    "interrupts": (at_seven("raise KeyboardInterrupt"), "failed", "raised KeyboardInterrupt"),
    "sys_exit": (at_seven("sys.exit(0)", head="import sys"), "failed", "called exit()"),
    "input": (at_seven("return int(input())"), "failed", "asked for input()"),
    "prints_only": (at_seven("return print(8)"), "failed", "write `return` where"),
}
LEAVING = {
    "exit": "import sys\nsys.exit(3)\n",
    "interrupt": "raise KeyboardInterrupt\n",
    "own": "class Own(BaseException):\n    pass\n\n\nraise Own\n",
}
WHOLE = {
    "syntax": ("def add(a, b:\n    pass\n", "error", "sums.py could not be imported: SyntaxError"),
    "import_hangs": ("while True:\n    pass\n", "timed_out", "in the loop that begins in line 1"),
    "import_dies": ("import os\nos._exit(4)\n", "error", "exit status 4"),
}
OTHERS = {
    "flood": at_seven("while True:", "    print('x' * 100_000)"),
    "talks": "def add(a, b):\n    print('adding', a)\n    return a + b\n",
    "surrogate": at_seven("raise ValueError('\\ud800')"),
    "deep": at_seven("x = []", "for _ in range(100_000):", "    x = [x]", "return x"),
}


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge them all together: each must leave the next one alone."""
    broken = {name: row[0] for name, row in {**BREAKING, **WHOLE}.items()}
    course = write("def add(a, b):\n    return a + b\n", CASES, LIMITS)
    return course.grade(level, {**broken, **OTHERS, **LEAVING}, jobs=2)


@pytest.mark.parametrize("name", BREAKING)
def test_a_broken_case_costs_only_itself(name: str, graded: GradedClass) -> None:
    """The case that breaks has its own outcome and sentence; the other two are passed."""
    _, outcome, sentence = BREAKING[name]

    assert outcomes(graded, name) == {
        "test_one": "passed",
        "test_seven": outcome,
        "test_two": "passed",
    }
    assert sentence in (case_of(graded, name, "test_seven").message or "")
    assert of(graded, name).report.verdict.value == outcome
    assert of(graded, name).report.points == "2"


@pytest.mark.parametrize("name", WHOLE)
def test_what_cannot_be_imported_has_all_its_cases(name: str, graded: GradedClass) -> None:
    """Every case is listed with no points, and the message says why in a sentence."""
    _, outcome, sentence = WHOLE[name]
    report = of(graded, name).report

    assert set(outcomes(graded, name).values()) == {outcome}
    assert len(report.cases) == 3
    assert report.verdict.value == outcome
    assert (report.points, report.max_points) == ("0", "3")
    assert sentence in (report.message or "")


def test_a_flood_of_output_is_cut(graded: GradedClass) -> None:
    """A submission that prints without end is stopped; earlier points stand."""
    report = of(graded, "flood").report

    assert report.verdict is Verdict.TOO_MUCH_OUTPUT
    assert report.points == "1"
    assert list(outcomes(graded, "flood").values()) == ["passed", "error", "error"]
    assert len(report.printed or "") < 70_000


def test_output_is_kept_for_the_instructor(graded: GradedClass) -> None:
    """What is printed in hidden runs is kept, and changes no verdict."""
    report = of(graded, "talks").report

    assert report.verdict is Verdict.PASSED
    assert report.printed == "adding 1\nadding 7\nadding 2\n"


def test_a_value_that_is_too_deep(graded: GradedClass) -> None:
    """A list in a list, a hundred thousand times, is a wrong result."""
    assert case_of(graded, "deep", "test_seven").outcome.value == "failed"


def test_nothing_is_our_fault(graded: GradedClass) -> None:
    """Nothing that a submission does to itself is a grader_fault."""
    faults = [
        one.report.student
        for one in graded.judged
        if one.report.verdict is Verdict.GRADER_FAULT and one.report.student not in LEAVING
    ]

    assert faults == []
