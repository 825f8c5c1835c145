"""Renders reports as pages that need nothing but themselves, or as the `fragment` of a page."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec.structs import asdict

from grader.feedback.instructor import ClassView, InstructorView, discrimination_text
from grader.feedback.remarks import percent_of, points_of
from grader.feedback.student import StudentView
from grader.feedback.words import VERDICTS, badge_of, percent
from grader.model.phrases import count
from grader.model.report import SETTLED
from grader.model.student_report import named_mistakes
from grader.model.text import printable

BODIES = {
    StudentView: "student.html.j2",
    InstructorView: "instructor.html.j2",
    ClassView: "class_body.html.j2",
}
_CODE = re.compile(r"`([^`\n]+)`")
_MOST_PARTS = 2048  # kept of a class's pages: those of submissions that behave alike are equal


@cache
def house_styles() -> Markup:
    """Return the whole style sheet."""
    sheet = files("grader.feedback").joinpath("templates", "page.css")
    return Markup(sheet.read_text("utf-8"))  # our own


def page(view: StudentView | InstructorView | ClassView) -> str:
    """Render a page that stands alone.

    A student's report has been through `student_report`. The page of a class lies above
    FEEDBACK_FOLDER and INSTRUCTOR_FOLDER, that of a submission in the latter.
    """
    if isinstance(view, StudentView):
        return _framed(
            f"{view.lesson_title}: {view.badge.word} ({view.student})",
            (view.lesson_title, view.course_title),
            fragment(view),
            f"Judged: {view.origin}.",
        )
    place = (view.lesson.title, view.course_title)
    if isinstance(view, ClassView):
        foot = "For instructors: this page names students."
        return _framed(f"Class: {view.lesson.title}", place, fragment(view), foot, is_wide=True)
    verdict = VERDICTS[view.report.verdict].badge.word
    return _framed(
        f"{view.report.student}: {verdict} ({view.lesson.title})",
        place,
        fragment(view),
        "For instructors: this page shows hidden cases.",
        links={"The class": "../index.html", "What the student sees": view.student_page},
        is_wide=True,
    )


def fragment(view: StudentView | InstructorView | ClassView) -> Markup:
    """Render what stands in a page, for one that has its own frame and styles."""
    template = environment().get_template(BODIES[type(view)])
    return Markup(template.render(asdict(view)))  # which has escaped all


def lesson_page(title: str, course_title: str, markdown: str, pictures: Mapping[str, bytes]) -> str:
    """Render a lesson's text, to be read beside the code."""
    from grader.feedback.lesson_html import to_html  # Markdown loads slowly

    text = to_html(markdown, images=pictures)
    body = Markup('<article class="card lesson-text">\n{}\n</article>').format(text)
    return _framed(title, (title, course_title), body, "Written by grader start.")


def _framed(
    title: str,
    place: tuple[str, str],
    body: Markup,
    foot: str,
    *,
    links: Mapping[str, str] | None = None,
    is_wide: bool = False,
) -> str:
    frame = environment().get_template("base.html.j2")
    return frame.render(
        title=title, place=place, body=body, foot=foot, links=links or {}, is_wide=is_wide
    )


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
    made.globals |= {"house_styles": house_styles, "SETTLED": SETTLED}
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
    }
    return made


def _printable(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable(value)
    return value


def _prose(text: str) -> Markup:
    """Show what an author put between backticks as code."""
    parts = [escape(printable(part)) for part in _CODE.split(text)]
    parts[1::2] = [Markup("<code>{}</code>").format(part) for part in parts[1::2]]
    return Markup("").join(parts)
