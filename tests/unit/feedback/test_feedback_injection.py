"""Whatever a student writes is shown, and does nothing."""

import io
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from grader.feedback.course_map import Standing, map_view
from grader.feedback.report_terminal import print_map, print_report
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report
from tests.unit.feedback.map_builders import attempt, chain, states
from tests.unit.feedback.pages import class_page, instructor_page, student_page

HOSTILE = {
    "script": "</pre></code></style></title></svg></textarea><script>alert('ZS')</script>",
    "handler": '<img src=x onerror=alert(1)><a href="javascript:alert(2)">x</a><!-- ',
    "attribute": '" onmouseover="alert(1)" x=\'` autofocus tabindex=1 ',
    "template": "{{ 1337*1337 }} {% include 'x' %} {# c #} ${1337*1337} {0.__class__} %(x)s %s",
    "markup": "[bold red]x[/] [link=http://127.0.0.1/]y[/link] :warning: [/nothing]",
    "ansi": "\x1b[2J\x1b[H\x1b[32m8 passed\x1b[0m\x1b]0;t\x07"
    "\x1b]8;;http://127.0.0.1/\x1b\\\x9b31m",
    "overwrite": "8 passed, 0 failed\r\b\b\b\x7f",
    "bidi": "result: \u202edessap\u202c \u2066001\u2069 \u200b\u200d\ufeff \u0430ll",
    "surrogates": "\udcff\ud800 broken \ufffe\uffff",
    "xml": "\x00\x01\x0b\x0c \x85 ]]> &xxe; <!DOCTYPE x [<!ENTITY e SYSTEM 'file:'>]> <![CDATA[",
}
NUMBERS = {"points", "max_points"}

Render = Callable[[Sequence[JudgedSubmission], Lesson], str]


def poisoned(value: Any, text: str) -> Any:
    """Replace every text in a value, but for numbers written as text."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return text
    if isinstance(value, tuple):
        return tuple(poisoned(each, text) for each in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changes = {name: poisoned(each, text) for name, each in fields.items()}
        return type(value)(**{name: fields[name] if name in NUMBERS else changes[name]
                              for name in fields})  # fmt: skip
    return value


def hostile_standing(text: str) -> Standing:
    """Where a student stands in a course with a text for every title."""
    made = chain()
    made = replace(made, lessons=tuple(replace(one, title=text) for one in made.lessons))
    found = states(made, attempt("cg", 5), attempt("dcg", 3))
    return Standing(found, found[1:3], map_view(found, text).commands, (text, text))


def student(judged: Sequence[JudgedSubmission], lesson: Lesson) -> str:
    return "".join(student_page(student_report(each), lesson) for each in judged)


def instructor(judged: Sequence[JudgedSubmission], lesson: Lesson) -> str:
    return "".join(instructor_page(each, lesson) for each in judged)


@pytest.mark.parametrize("render", [student, instructor, class_page])
@pytest.mark.parametrize("kind", HOSTILE)
def test_pages_keep_their_structure(
    kind: str,
    render: Render,
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
) -> None:
    """A page has the tags and attributes that it has with a harmless text in every field."""
    hostile = HOSTILE[kind]

    def tags(text: str) -> list[tuple[str, list[str]]]:
        judged = [poisoned(each, text) for each in judged_class.values()]
        page = read_page(render(judged, replace(lesson, title=text)))
        return [(tag, sorted(attributes)) for tag, attributes in page.tags]

    assert tags(hostile) == tags("x")


@pytest.mark.parametrize("render", [student, instructor, class_page])
@pytest.mark.parametrize("kind", HOSTILE)
def test_pages_hold_no_hidden_characters(
    kind: str, render: Render, judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A page can be written as UTF-8, and everything in it can be seen; nothing is computed."""
    judged = [poisoned(each, HOSTILE[kind]) for each in judged_class.values()]

    page = render(judged, replace(lesson, title=HOSTILE[kind]))

    assert page.encode("utf-8")
    assert unseen(page) == set()
    assert "1787569" not in page
    assert "<script" not in page


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("kind", HOSTILE)
def test_the_terminal_obeys_nothing(
    kind: str, colour: bool, judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A terminal gets text and, at most, the colours that we chose."""
    hostile = HOSTILE[kind]
    written = io.StringIO()
    screen = Console(file=written, width=80, force_terminal=colour)

    for each in judged_class.values():
        report = student_report(poisoned(each, hostile))
        title = replace(lesson, title=hostile)
        print_report(report, screen, lesson=title)
        print_report(report, screen, lesson=title, standing=hostile_standing(hostile))
    print_map(hostile_standing(hostile).states, screen, hostile)

    text = written.getvalue()
    for code in ("0m", "1m", "2m", "31m", "32m", "33m", "1;31m", "1;32m", "1;33m"):
        text = text.replace(f"\x1b[{code}", "")
    assert text.encode("utf-8")
    assert unseen(text) == set()
    if kind == "markup":
        assert "[bold red]x[/]" in text


def test_markup_of_ours_is_plain_text(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """What looks like a template in a submission is printed as it was written."""
    judged = poisoned(judged_class["chiara_rossi"], HOSTILE["template"])

    assert "{{ 1337*1337 }} {% include" in instructor_page(judged, lesson)


def unseen(text: str) -> set[str]:
    """Return the characters that a reader could not see."""
    return {ch for ch in text if not ch.isprintable() and ch != "\n"}
