"""What needs `cases = "together"` fails for the reference, in words that say what it is."""

from pathlib import Path
from textwrap import dedent

import pytest

from .driver import Lesson, run_over_border, run_plainly

pytestmark = pytest.mark.process

HOLDER = "class A:\n    def __init__(self, x): self.x = x"
LOGS = "import logging\ndef f(): logging.warning('hello')"
# a case, its reference, and a part of what the case raises
GIVEN_UP = {
    "caplog": (
        "import lesson\ndef test(caplog):\n    lesson.f()\n    assert 'hello' in caplog.text",
        LOGS,
        "assert 'hello' in ''",
    ),
    "assertLogs": (
        dedent("""
            import lesson, unittest
            class TestLogs(unittest.TestCase):
                def test(self):
                    with self.assertLogs(): lesson.f()
        """),
        LOGS,
        "no logs of level",
    ),
    "a time zone with code of its own": (
        dedent("""
            import datetime, lesson
            class Zone(datetime.tzinfo):
                def utcoffset(self, moment): return datetime.timedelta(hours=1)
            def test():
                assert lesson.f(datetime.datetime(2026, 1, 1, tzinfo=Zone())) == 2026
        """),
        "def f(moment): return moment.year",
        "hands over a datetime of what is no data",
    ),
    "runpy.run_module": (
        dedent("""
            import runpy
            def test(capsys):
                runpy.run_module("lesson", run_name="__main__")
                assert "hi" in capsys.readouterr().out
        """),
        "print('hi')",
        "runs the module lesson",
    ),
    "vars": (
        "import lesson\ndef test(): assert vars(lesson.A(3)) == {'x': 3}",
        HOLDER,
        "must have __dict__ attribute",
    ),
    "the namespace of an object": (
        "import lesson\ndef test(): assert lesson.A(3).__dict__ == {'x': 3}",
        HOLDER,
        "no attribute '__dict__'",
    ),
    "doctest": (
        "import doctest, lesson\ndef test(): assert doctest.testmod(lesson).attempted == 1",
        "def f():\n    '''\n    >>> f()\n    3\n    '''\n    return 3",
        "as doctests do",
    ),
    "inspect.signature of a function of the test": (
        "import lesson\ndef test():\n    def g(a, b): pass\n    assert lesson.f(g) == 2",
        "import inspect\ndef f(g): return len(inspect.signature(g).parameters)",
        "no signature found",
    ),
    "async for": (
        dedent("""
            import asyncio, lesson
            async def items(): return [x async for x in lesson.f()]
            def test(): assert asyncio.run(items()) == [1]
        """),
        "async def f():\n    yield 1",
        "'async for' requires",
    ),
    "a class that extends the submission's": (
        dedent("""
            import lesson
            class Own(lesson.A):
                def name(self): return "own"
            def test(): assert Own().greet() == "I am own"
        """),
        "class A:\n    def greet(self): return 'I am ' + self.name()",
        "A class that extends the submission's",
    ),
}


@pytest.mark.parametrize("name", GIVEN_UP)
def test_a_case_that_needs_it_fails_for_the_reference(name: str, tmp_path: Path) -> None:
    """A case that is not served over the border says so, and shows no name of the border."""
    hidden, reference, said = GIVEN_UP[name]
    (tmp_path / "test_lesson.py").write_text(hidden, encoding="utf-8")
    lesson, sources = Lesson(tmp_path), {"lesson.py": reference.encode()}

    plain, across = run_plainly(lesson, sources), run_over_border(lesson, sources)

    assert set(plain.outcomes.values()) == {"passed"}, plain.reasons
    assert set(across.outcomes.values()) == {"not passed"}
    (reason,) = across.reasons.values()
    told = "\n".join(line for line in reason.splitlines() if line.startswith("E "))
    assert said in told
    assert "_grader" not in told
