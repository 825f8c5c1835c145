"""Renders the README of what students receive, from the manifest."""

import re
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined

from grader.model.course import Course, Lesson
from grader.model.phrases import count, date_text, listed
from grader.model.text import printable

_TEMPLATE = "release_readme.md.j2"
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~])")


def release_readme(course: Course, lessons: tuple[Lesson, ...], mark: str) -> str:
    """Render it; `mark` is its first line."""
    made = Environment(  # noqa: S701 - what is written is Markdown, and escaped as such
        loader=PackageLoader("grader.feedback"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["plain"] = _plain
    titles = {str(lesson.id): lesson.title for lesson in lessons}
    rows = [(lesson, _facts(lesson, course, titles)) for lesson in lessons]
    template = made.get_template(_TEMPLATE)
    return template.render(
        mark=mark,
        title=course.title,
        lessons=rows,
        first=lessons[0],
        number=count(len(lessons), "lesson"),
        packages=sorted({name for lesson in lessons for name in lesson.packages}),
    )


def _plain(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", printable(text, lines=False))


def _facts(lesson: Lesson, course: Course, titles: dict[str, str]) -> str:
    """Say what to know of a lesson before it is begun."""
    zone = ZoneInfo(course.time_zone)
    facts = []
    if lesson.minutes is not None:
        facts.append(count(lesson.minutes, "minute"))
    needed = [_plain(titles[one]) for one in lesson.requires if one in titles]
    if needed:
        facts.append(f"after {listed(needed)}")
    if lesson.opens is not None:
        facts.append(f"opens {date_text(lesson.opens, zone)}")
    if lesson.due is not None:
        facts.append(f"due {date_text(lesson.due, zone)}")
    if lesson.attempts:
        facts.append(count(lesson.attempts, "attempt"))
    return ", ".join(facts)
