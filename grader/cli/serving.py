"""What is typed to have a course served as pages: serve, invite."""

import os
import secrets
from pathlib import Path
from typing import Any

import click

from grader.errors import UsageError
from grader.ground.children import cores

from .options import (
    checked_url,
    clock,
    course_options,
    find_course,
    isolation_option,
    jobs_option,
    open_record,
    record_place,
)
from .screen import note, say
from .student_options import open_enrolment, student_named

_HIGHEST_PORT = 65535
_url_option = click.option(
    "--public-url",
    default="",
    envvar="GRADER_PUBLIC_URL",
    help="How others reach it, like https://course.example.org, where a proxy stands before it.",
)


def _checked_url(url: str) -> str:
    return checked_url("--public-url", url) if url else ""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it listens.")
@click.option(
    "--port",
    type=click.IntRange(0, _HIGHEST_PORT),
    default=8000,
    show_default=True,
    help="0 takes one that is free.",
)
@_url_option
@jobs_option
@isolation_option
@course_options
def serve(host: str, port: int, public_url: str, jobs: int | None, **options: Any) -> None:
    """Serve the course as pages: text, editor, Run, Test, Submit, the map, the class.

    Without an account whoever opens the page on this machine is you. As soon as somebody was
    invited (`grader invite`), everybody has to sign in. Ctrl-C ends it; no submission is lost.
    """
    from grader.web.server import serve as serve_pages  # the web server's library loads slowly

    named = {"student": os.environ.get("GRADER_STUDENT"), "work": None}
    with open_enrolment({**options, **named}) as enrolment:
        data = record_place(enrolment.course.root, options["data"])
        url = _checked_url(public_url)
        serve_pages(enrolment, data, host, port, jobs=jobs or cores(), public_url=url)


@click.command("invite")
@click.argument("name", required=False)
@click.option(
    "--role",
    type=click.Choice(["student", "instructor"]),
    default="student",
    show_default=True,
    help="What the pages let them do.",
)
@click.option("--roster", type=click.Path(path_type=Path), help="A CSV file: invite all its ids.")
@_url_option
@course_options
def invite(
    name: str | None, role: str, roster: Path | None, public_url: str, **options: Any
) -> None:
    """Print a link for NAME, or for everyone in a roster, by which a password is set once.

    A link is good for 14 days; a new one makes the one before void. From the first invitation on,
    whoever opens the served course has to sign in.
    """
    from grader.intake.roster import read_roster
    from grader.store.accounts import Role
    from grader.store.accounts import invite as put_on_record

    if (name is None) == (roster is None):
        raise UsageError("Say who is invited: NAME, or --roster FILE.")
    students = read_roster(roster).students if roster is not None else ()
    names = [str(one.id) for one in students] or [str(name)]
    course = find_course(options["course"])
    address = _checked_url(public_url) or "http://127.0.0.1:8000"
    invited = [(student_named(one), secrets.token_urlsafe(24)) for one in names]
    with open_record(course, options["data"]) as store, store.writing() as writing:
        for who, secret in invited:
            put_on_record(writing, who, Role(role), secret, clock())
    for who, secret in invited:
        say(f"{who}  {address}/join/{secret}")
    if not public_url:
        note("The links lead to this machine: --public-url names another address.")
