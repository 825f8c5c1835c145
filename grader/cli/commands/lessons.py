"""`grader lessons`: the course map."""

from pathlib import Path
from typing import Any

import click

from grader.cli.screen import console, note, paged, write_page
from grader.cli.student_options import open_enrolment, student_options, tell_waiting
from grader.course.handout import COURSE_TEXT, course_text
from grader.errors import UsageError
from grader.feedback.map_terminal import print_map
from grader.flows.student.needed_packages import missing_sentences


@click.command("lessons")
@student_options
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write it as a page, too.")
@click.option("--about", is_flag=True, help="Print the course's own page in place of the map.")
def command(page: Path | None, about: bool, **options: Any) -> None:
    """Show the course map: what is passed, what is open, what is locked and why."""
    with open_enrolment(options) as enrolment:
        own = course_text(enrolment.course)
        if about:
            _print_about(own)
            return
        tell_waiting(enrolment)
        states = enrolment.states()
        print_map(states, console(), enrolment.course.title)
        for sentence in missing_sentences(enrolment.course.lessons):
            note(sentence)
        if page is not None:
            from grader.feedback.html import map_page
            from grader.flows.student.lesson_texts import readable_texts

            texts = readable_texts(enrolment.course, states)
            write_page(
                page, map_page(states, enrolment.course.title, enrolment.student, texts, own)
            )


def _print_about(text: str | None) -> None:
    from grader.feedback.lesson_terminal import print_lesson  # Markdown loads slowly

    if text is None:
        raise UsageError(f"This course has no page of its own: {COURSE_TEXT} is not there.")
    with paged():
        print_lesson(text, console())
