"""Renders reports as pages that need nothing but themselves, or as the `fragment` of a page."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import asdict, replace

from grader.feedback.course_map import MapView, map_view
from grader.feedback.instructor import (
    IndexView,
    InstructorView,
    discrimination_text,
)
from grader.feedback.map_graph import draw
from grader.feedback.remarks import percent_of, points_of
from grader.feedback.student import StudentView
from grader.feedback.words import badge_of, percent
from grader.model.course import LessonId
from grader.model.phrases import count
from grader.model.student_report import named_mistakes
from grader.model.text import printable
from grader.model.unlocking import LessonState

if TYPE_CHECKING:
    from grader.feedback.lesson_html import LessonText

_SHEETS = ("page.css", "map.css", "lesson_text.css")
_CODE = re.compile(r"`([^`\n]+)`")
_LESSON_HEADING = 3  # the level of a lesson's title on the map
_MOST_PARTS = 2048  # kept of a class's pages: those of submissions that behave alike are equal


class LessonView(Struct, frozen=True):
    """What the page of a lesson shows."""

    title: str
    course_title: str
    text: Markup


_TEMPLATES = {
    LessonView: "lesson.html.j2",
    StudentView: "student.html.j2",
    InstructorView: "instructor.html.j2",
    IndexView: "index.html.j2",
    MapView: "map.html.j2",
}


@cache
def house_styles() -> Markup:
    """Return the whole style sheet, without its comments."""
    folder = files("grader.feedback").joinpath("templates")
    sheets = (folder.joinpath(name).read_text("utf-8") for name in _SHEETS)
    return Markup(re.sub(r"/\*.*?\*/\n*", "", "\n".join(sheets), flags=re.DOTALL))  # our own


def page(view: LessonView | StudentView | InstructorView | IndexView | MapView) -> str:
    """Render a page that stands alone.

    A student's report has been through `student_report`. The page of a class lies above
    FEEDBACK_FOLDER and INSTRUCTOR_FOLDER, that of a submission in the latter.
    """
    return environment().get_template(_TEMPLATES[type(view)]).render(asdict(view))


def fragment(view: StudentView | InstructorView | IndexView) -> Markup:
    """Render what stands in a page, for one that has its own frame and styles."""
    name = _TEMPLATES[type(view)].replace(".html", "_body.html")
    return Markup(environment().get_template(name).render(asdict(view)))  # which has escaped all


def lesson_page(title: str, course_title: str, text: "LessonText") -> str:
    """Render a lesson's text, to be read beside the code."""
    from grader.feedback.lesson_html import to_html  # Markdown loads slowly

    shown = to_html(text.markdown, images=text.pictures, name="text")
    return page(LessonView(title, course_title, shown))


def map_page(
    states: tuple[LessonState, ...],
    course_title: str,
    student: str,
    texts: "Mapping[LessonId, LessonText] | None" = None,
    about: str | None = None,
) -> str:
    """Render the course map of one student, with the texts of lessons that are given.

    `about` is the course's own page.
    """
    # only the map holds texts, and Markdown loads slowly
    from grader.feedback.lesson_html import to_html

    view = map_view(states, course_title, student)
    shown = replace(
        view,
        drawing=draw([one.lesson for one in states], [row.badge for row in view.rows]),
        texts={
            name: to_html(
                text.markdown, images=text.pictures, name=f"text-{name}", below=_LESSON_HEADING
            )
            for name, text in (texts or {}).items()
        },
        about=about and to_html(about, name="about", below=_LESSON_HEADING - 1),
    )
    return page(shown)


def load_templates() -> None:
    """Compile the templates of a class's pages, which can be done while sandboxes start."""
    for name in environment().list_templates(extensions=["j2"]):
        environment().get_template(name)


@cache
def environment() -> Environment:
    """Return the one environment of all pages: whatever a template prints is made printable."""
    made = Environment(
        loader=PackageLoader("grader.feedback"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
    )
    made.globals["house_styles"] = house_styles
    made.filters |= {
        "badge": badge_of,
        "count": count,
        "discrimination": discrimination_text,
        "mistakes": named_mistakes,
        # what depends on one value alone; a macro of ours escapes what it is given
        "once": lru_cache(_MOST_PARTS)(lambda of, macro: Markup(macro(of))),
        "percent": percent,
        "percent_of": percent_of,
        "points": points_of,
        "prose": _prose,
        "source_list": _source_list,
    }
    return made


def _printable(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable(value)
    return value


def _source_list(lines: Sequence[str]) -> Markup:
    """List lines of source; they are escaped at once, since a class has thousands."""
    if not lines:
        return Markup("")
    between = Markup("</code></li>\n<li><code>")
    text = escape(printable("\n".join(lines)))
    return Markup("<li><code>{}</code></li>\n").format(text.replace("\n", between))


def _prose(text: str) -> Markup:
    """Show what an author put between backticks as code."""
    parts = [escape(printable(part)) for part in _CODE.split(text)]
    parts[1::2] = [Markup("<code>{}</code>").format(part) for part in parts[1::2]]
    return Markup("").join(parts)
