"""What is typed to have a course served as pages, and judged by several machines."""

import contextlib
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.decorators import FC

    from grader.study.submit import CaughtUp
    from grader.web.identity import ProviderSettings

_HIGHEST_PORT = 65535
_LOOK_SECONDS = 0.5  # between two looks whether the worker has stopped by itself
_url_option = click.option(
    "--public-url",
    default="",
    envvar="GRADER_PUBLIC_URL",
    help="How others reach it, like https://course.example.org, where a proxy stands before it.",
)


def _oidc(called: str, default: str | None, help_text: str) -> "Callable[[FC], FC]":
    variable = f"GRADER_OIDC_{called.upper()}"
    return click.option(f"--oidc-{called}", default=default, envvar=variable, help=help_text)


def _provider_settings(
    issuer: str | None, client: str | None, claim: str
) -> "ProviderSettings | None":
    """Put together what signing in by OpenID Connect needs; None where nobody asked for it."""
    from grader.web.identity import ProviderSettings

    secret = os.environ.get("GRADER_OIDC_SECRET")
    if not issuer:
        return None
    if not (client and secret):
        raise UsageError(
            "Signing in by OpenID Connect needs the provider's address (--oidc-issuer), "
            "the name that the provider knows this course by (--oidc-client) and the secret that "
            "belongs to it, in the variable GRADER_OIDC_SECRET."
        )
    return ProviderSettings(issuer, client, secret, claim)


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
@_oidc("issuer", None, "People sign in with accounts of this OpenID Connect provider, too.")
@_oidc("client", None, "What the provider calls this course; GRADER_OIDC_SECRET has the secret.")
@_oidc("claim", "email", "What the provider says of a person that is the account's name here.")
@jobs_option
@isolation_option
@course_options
def serve(host: str, port: int, public_url: str, jobs: int | None, **options: Any) -> None:
    """Serve the course as pages: text, editor, Run, Test, Submit, the map, the class.

    Without an account whoever opens the page on this machine is you. As soon as somebody was
    invited (`grader invite`), everybody has to sign in. Ctrl-C ends it; no submission is lost.
    """
    from grader.web.server import serve as serve_pages  # the web server's library loads slowly

    given = (options.pop(f"oidc_{name}") for name in ("issuer", "client", "claim"))
    settings = _provider_settings(*given)
    named = {"student": os.environ.get("GRADER_STUDENT"), "work": None}
    with open_enrolment({**options, **named}) as enrolment:
        data = record_place(enrolment.course.root, options["data"])
        url = _checked_url(public_url)
        count = jobs or cores()
        serve_pages(enrolment, data, host, port, jobs=count, public_url=url, settings=settings)


@click.command("worker")
@jobs_option
@isolation_option
@course_options
def worker(jobs: int | None, **options: Any) -> None:
    """Judge on this machine what waits on a record that several share; Ctrl-C ends it.

    The record is a PostgreSQL database (--data), and the course is a copy of the same course: an
    attempt at another version of a lesson, or of another grader, is left to others. What was begun
    is judged to its end.
    """
    from grader.study.worker import RecordWorker

    named = {"student": "worker", "work": None}
    with open_enrolment({**options, **named}) as enrolment:
        if not enrolment.store.is_on_server:
            raise UsageError(
                "A worker shares a record with other machines: name a PostgreSQL database by "
                "--data postgresql://user@host/name. A record in a file is judged by whoever "
                "submits, grades or serves."
            )
        _ = enrolment.isolation  # refused now rather than at the first attempt
        working = RecordWorker(enrolment, _tell_done, note).working(jobs or cores())
        with _until_stopped() as is_told, working as has_stopped:
            say(f"Judging what waits on {enrolment.store.where}. Ctrl-C ends it.")
            while not (is_told.is_set() or has_stopped.is_set()):
                is_told.wait(_LOOK_SECONDS)


def _tell_done(done: "CaughtUp") -> None:
    attempt = done.attempt
    what = f"waits: {done.why}" if done.verdict is None else done.verdict.value
    say(f"{clock():%H:%M:%S}  attempt {attempt.id} at {attempt.lesson}: {what}")


@contextlib.contextmanager
def _until_stopped() -> Iterator[threading.Event]:
    """Have Ctrl-C and SIGTERM set what this gives, and end nothing."""
    is_told = threading.Event()
    both = (signal.SIGINT, signal.SIGTERM)
    before = {one: signal.signal(one, lambda *_: is_told.set()) for one in both}
    try:
        yield is_told
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


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
    from grader.record.accounts import Role
    from grader.record.accounts import invite as put_on_record

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
