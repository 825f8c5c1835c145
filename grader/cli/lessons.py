"""`grader lessons`: the course map."""

from pathlib import Path
from typing import Any

import click

from grader.feedback.map_terminal import print_map
from grader.flows.needed_packages import missing_sentences

from .desk_options import desk_options, open_desk
from .files import write_page
from .screen import console, note
from .waiting import tell_waiting


@click.command("lessons")
@desk_options
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write it as a page, too.")
def command(page: Path | None, **options: Any) -> None:
    """Show the course map: what is passed, what is open, what is locked and why."""
    with open_desk(options) as desk:
        tell_waiting(desk)
        states = desk.states()
        print_map(states, console(), desk.course.title)
        for sentence in missing_sentences(desk.course.lessons):
            note(sentence)
        if page is not None:
            from grader.feedback.html import map_page
            from grader.flows.reading import readable_texts

            texts = readable_texts(desk.course, states)
            write_page(page, map_page(states, desk.course.title, desk.student, texts))
