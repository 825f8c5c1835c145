"""Hints are the sections of hints.md, whatever an editor put before the first of them."""

from pathlib import Path

import pytest

from grader.course.handout import load_hints
from grader.course.manifest import load_course
from grader.model.course import Course

STEPS = "Words before are nobody's.\n\n## Begin\n\nThink.\n\n## Go on\n\nThink more.\n"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course of one lesson, without hints."""
    manifest = tmp_path / "exercises" / "course.toml"
    manifest.parent.mkdir()
    manifest.write_text(
        'format_version = 1\ntitle = "One"\n[[lessons]]\nid = "one"\ntitle = "One"\n',
        encoding="utf-8",
    )
    (tmp_path / "solutions" / "one").mkdir(parents=True)
    return load_course(tmp_path)


@pytest.mark.parametrize(
    "data",
    [STEPS.encode(), STEPS[STEPS.index("#") :].encode("utf-8-sig"), STEPS.encode() + b"\xff"],
    ids=["plain", "a mark at the front", "not UTF-8"],
)
def test_every_section_is_a_step(data: bytes, course: Course) -> None:
    """Steps come in written order, each with its title."""
    (course.solution_folder(course.lessons[0]) / "hints.md").write_bytes(data)

    hints = load_hints(course, course.lessons[0])

    assert [hint.title for hint in hints] == ["Begin", "Go on"]


@pytest.mark.parametrize(
    ("code", "is_whole"),
    [
        ("```python\n## Sort first.\nxs.sort()\n```", True),
        ("~~~\n## Sort first.\n~~~", True),
        ("```len(xs)``` is said in passing", True),
        ("```python\nnever_closed()", True),
        ("## Sort first.", False),
    ],
)
def test_a_comment_in_code_is_no_step(code: str, is_whole: bool, course: Course) -> None:
    """Only a heading outside of code begins a step, and code that is never closed hides none."""
    text = f"## Begin\n\nTry:\n\n{code}\n\n## Go on\n\nMore.\n"
    (course.solution_folder(course.lessons[0]) / "hints.md").write_text(text)

    first, *others = load_hints(course, course.lessons[0])

    assert (first.text == f"Try:\n\n{code}") is is_whole
    assert others[-1].title == "Go on"
    assert len(others) == (1 if is_whole else 2)
