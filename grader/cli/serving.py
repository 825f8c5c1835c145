"""What is typed to have a course served as pages: serve."""

import os
from typing import Any

import click

from .options import course_options, isolation_option
from .student_options import open_enrolment

_HIGHEST_PORT = 65535


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it listens.")
@click.option(
    "--port",
    type=click.IntRange(0, _HIGHEST_PORT),
    default=8000,
    show_default=True,
    help="0 takes one that is free.",
)
@isolation_option
@course_options
def serve(host: str, port: int, **options: Any) -> None:
    """Serve the course as pages on this machine: text, editor, Run, Test, Submit, the map.

    Whoever opens the page is you: there are no accounts yet. Ctrl-C ends it; no submission is lost.
    """
    from grader.web.server import serve as serve_pages  # the web server's library loads slowly

    named = {"student": os.environ.get("GRADER_STUDENT"), "work": None}
    with open_enrolment({**options, **named}) as enrolment:
        serve_pages(enrolment, host, port)
