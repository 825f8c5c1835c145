"""What whoever runs the machine types: serve, worker, invite, doctor, backup, forget."""

import contextlib
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.course.manifest import load_course
from grader.errors import UsageError
from grader.feedback.pen import Pen
from grader.ground.children import cores
from grader.model.phrases import count

from .options import (
    PATH,
    checked_url,
    clock,
    course_option,
    course_options,
    find_course,
    isolation_option,
    jobs_option,
    nearest_course,
    open_enrolment,
    open_record,
    record_place,
    student_named,
)
from .screen import agreed, console, note, say

if TYPE_CHECKING:
    from grader.study.submit import CaughtUp

_HIGHEST_PORT = 65535
_LOOK_SECONDS = 0.5  # between two looks whether the worker has stopped by itself
_INDENT = len("missing ")
_url_option = click.option(
    "--public-url",
    default="",
    envvar="GRADER_PUBLIC_URL",
    help="How others reach it, like https://course.example.org, where a proxy stands before it.",
)


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
@click.option(
    "--oidc-issuer",
    envvar="GRADER_OIDC_ISSUER",
    help="People sign in with accounts of this OpenID Connect provider, too.",
)
@click.option(
    "--oidc-client",
    envvar="GRADER_OIDC_CLIENT",
    help="What the provider calls this course; GRADER_OIDC_SECRET has the secret.",
)
@click.option(
    "--oidc-claim",
    default="email",
    envvar="GRADER_OIDC_CLAIM",
    help="What the provider says of a person that is the account's name here.",
)
@jobs_option
@isolation_option
@course_options
def serve(host: str, port: int, public_url: str, jobs: int | None, **options: Any) -> None:
    """Serve the course as pages: text, editor, Run, Test, Submit, the map, the class.

    Without an account whoever opens the page on this machine is you. As soon as somebody was
    invited (`grader invite`), everybody has to sign in. Ctrl-C ends it; no submission is lost.
    """
    from grader.web.identity import ProviderSettings
    from grader.web.server import serve as serve_pages  # the web server's library loads slowly

    settings = None
    if options["oidc_issuer"]:
        issuer, client = options["oidc_issuer"], options["oidc_client"]
        secret = os.environ.get("GRADER_OIDC_SECRET")
        if not (client and secret):
            raise UsageError(
                "Signing in by OpenID Connect needs the provider's address (--oidc-issuer), the "
                "name that the provider knows this course by (--oidc-client) and the secret that "
                "belongs to it, in the variable GRADER_OIDC_SECRET."
            )
        settings = ProviderSettings(issuer, client, secret, options["oidc_claim"])
    url = checked_url("--public-url", public_url) if public_url else ""
    named = {"student": os.environ.get("GRADER_STUDENT"), "work": None}
    with open_enrolment({**options, **named}) as enrolment:
        data = record_place(enrolment.course.root, options["data"])
        jobs = jobs or cores()
        serve_pages(enrolment, data, host, port, jobs=jobs, public_url=url, settings=settings)


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

    with open_enrolment({**options, "student": "worker", "work": None}) as enrolment:
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
@click.option("--roster", type=PATH, help="A CSV file: invite all its ids.")
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
    address = checked_url("--public-url", public_url or "http://127.0.0.1:8000")
    invited = [(student_named(one), secrets.token_urlsafe(24)) for one in names]
    with open_record(course, options["data"]) as store, store.writing() as writing:
        for who, secret in invited:
            put_on_record(writing, who, Role(role), secret, clock())
    for who, secret in invited:
        say(f"{who}  {address}/join/{secret}")
    if not public_url:
        note("The links lead to this machine: --public-url names another address.")


@click.command("doctor")
@course_option
def doctor(course: Path | None) -> int:
    """Try each layer of isolation: active or missing, why it matters, how to get it.

    In a course, the packages that its lessons need are looked for, too.
    """
    from grader.sandbox.isolation import best_isolation, layers
    from grader.sandbox.packages import missing_sentences

    pen = Pen(console())
    for layer in layers():
        state, style = ("active ", "green") if layer.active else ("missing", "bold yellow")
        pen.write(f"{layer.name}: {layer.detail}", indent=_INDENT, mark=state, style=style)
        pen.write(layer.why, indent=_INDENT)
        if not layer.active:
            pen.write(f"To get it: {layer.how}", indent=_INDENT)
    best = best_isolation()
    pen.gap()
    pen.line(("Submissions are judged with isolation: ", ""), (best, "bold"))
    root = course or nearest_course()
    missing = missing_sentences(load_course(root).lessons) if root else []
    for sentence in missing:
        say(sentence)
    return 1 if best == "none" or missing else 0


@click.command("backup")
@click.argument("target", required=False, type=PATH)
@course_options
def backup(target: Path | None, course: Path | None, data: str | None) -> None:
    """Copy the record to TARGET; without it, into the record's own folder of backups."""
    from grader.record.store import back_up  # SQLAlchemy is loaded for what needs it alone

    with open_record(find_course(course), data) as store:
        say(str(back_up(store, target, clock())))


@click.command("forget")
@click.argument("student")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@course_options
def forget(student: str, yes: bool, **options: Any) -> int:
    """Erase everything on record about STUDENT; it cannot be undone."""
    from grader.record.forgetting import forget_person

    student = student_named(student)
    with open_record(find_course(options["course"]), options["data"]) as store:
        what = f"Erase all attempts, hints and marks of {student}?"
        if not yes and not agreed(what, "Nothing was erased."):
            return 1
        erased = forget_person(store, student)
        backups = store.backups
    if not erased:
        raise UsageError(f"{student} is not on record; nothing has been changed.")
    say(f"Erased: {count(erased, 'row')} about {student}.")
    if backups.is_dir() and any(backups.iterdir()):
        say(
            f"The backups in {backups} still hold what was erased: delete them, and make a new one."
        )
    say(
        "The record does not know what `grader grade` and `grader export` wrote: look for "
        f"{student} in grades/ and in every folder that was named with --out."
    )
    return 0
