"""Claims that hold for the material of every lesson of the bundled course.

What hidden cases make of stub, reference and known mistakes is proved by `grader verify`.
"""

import ast
import doctest
import re
import sys
from datetime import UTC, datetime
from fractions import Fraction
from types import ModuleType

import pytest

from grader.course.manifest import load_course
from grader.model.deadlines import Attempt, History
from grader.model.unlocking import State, lesson_states, next_lesson
from tests.course import lesson_material as material

NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)

each_lesson = pytest.mark.parametrize("lesson", material.LESSON_IDS)


@each_lesson
def test_what_the_prompt_shows_is_what_python_prints(lesson: str) -> None:
    """The examples of a text run one after the other, and each prints what stands below it."""
    assert_python_prints("\n".join(material.prompts(lesson)))


def assert_python_prints(shown: str) -> None:
    """Claim that each example of a text prints what stands below it."""
    found = doctest.DocTestParser().get_doctest(shown, {}, "shown", None, 0)

    assert shown.count(">>> ") == len(found.examples)
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_page_of_the_course_is_true_and_each_lesson_leads_to_it() -> None:
    """Its examples print what they show, and every text has a link."""
    about = (material.ROOT / "exercises" / "README.md").read_text(encoding="utf-8")

    assert_python_prints("\n".join(re.findall(r"```python\n(.*?)```", about, re.DOTALL)))
    assert all("](../README.md)" in material.text(lesson) for lesson in material.LESSON_IDS)


@each_lesson
def test_every_function_of_the_stub_says_that_it_is_missing(lesson: str) -> None:
    """No function of the stub is written, and each of them says so by name."""
    stub = material.load(material.exercise(lesson) / f"{lesson}.py")

    for name, node in material.tasks(lesson).items():
        with pytest.raises(NotImplementedError, match=f"^{name} is not written yet$"):
            getattr(stub, name)(*[None] * len(node.args.args))


def test_the_map_leads_through_every_lesson() -> None:
    """From nothing passed to all: what is next is open, and what it requires is passed."""
    course = load_course(material.ROOT)
    history = History(())
    played: list[str] = []

    while (state := next_lesson(lesson_states(course, history, NOW))) is not None:
        lesson = state.lesson
        assert state.state is State.OPEN
        assert set(lesson.requires) <= set(played)
        played.append(lesson.id)
        passed = Attempt(lesson.id, 1, lesson.id, Fraction(1), Fraction(1), True, NOW)
        history = History((*history.attempts, passed))

    assert sorted(played) == sorted(material.LESSON_IDS)


def printed_by_run(lesson: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Run with a module in place of the student's."""
    monkeypatch.setitem(sys.modules, lesson, module)
    material.load(material.exercise(lesson) / "run.py").main()


@each_lesson
def test_run_draws_the_reference(
    lesson: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Run prints for the reference fills a small screen, and no line needs 81 columns."""
    printed_by_run(lesson, material.reference(lesson), monkeypatch)

    lines = capsys.readouterr().out.splitlines()
    assert 8 <= len(lines) <= 30
    assert max(map(len, lines)) <= 80


@each_lesson
def test_run_says_what_is_missing(
    lesson: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run on the stub names the function to write, without a traceback."""
    stub = material.load(material.exercise(lesson) / f"{lesson}.py")

    printed_by_run(lesson, stub, monkeypatch)

    first = next(iter(material.tasks(lesson)))
    assert f"Nothing to draw yet: {first} is not written yet." in capsys.readouterr().out


@each_lesson
@pytest.mark.parametrize("answer", [None, "1.0", float("nan"), float("inf"), 250.0, -1.0, [1] * 40])
def test_run_draws_wrong_answers_too(
    lesson: str,
    answer: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A wrong answer of any kind is drawn or named, and does not stop the picture."""
    wrong = ModuleType(lesson)
    wrong.__dict__.update(dict.fromkeys(material.tasks(lesson), lambda *_: answer))

    printed_by_run(lesson, wrong, monkeypatch)

    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@each_lesson
def test_hidden_cases_speak_to_the_student(lesson: str) -> None:
    """There are at least 16 hidden cases, each with a sentence of its own."""
    cases = material.hidden_cases(lesson)
    sentences = [(ast.get_docstring(case) or "").partition("\n")[0] for case in cases]

    assert len(sentences) >= 16
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


@each_lesson
def test_hints_are_three_steps(lesson: str) -> None:
    """There are three stepped hints, and none of them holds the code of the reference."""
    hints = (material.solution(lesson) / "hints.md").read_text(encoding="utf-8")
    written = (material.solution(lesson) / f"{lesson}.py").read_text(encoding="utf-8")
    body = [line.strip() for line in written.splitlines() if line.startswith("    ")]

    assert len(re.findall(r"^## ", hints, re.MULTILINE)) == 3
    assert not [line for line in body if line in hints]


@each_lesson
def test_mistakes_teach_and_run(lesson: str) -> None:
    """Five known mistakes or more open with a sentence of their own and offer every function."""
    found = list(material.mistakes(lesson).values())
    sentences = [(mistake.__doc__ or "").partition("\n")[0] for mistake in found]

    assert len(found) >= 5
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)
    for mistake in found:
        assert all(callable(getattr(mistake, name)) for name in material.tasks(lesson))
