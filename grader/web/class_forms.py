"""What an instructor asks for: pages, exports, marks, grants, publication, invitations."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.responses import JSONResponse, Response
from starlette.responses import RedirectResponse as Redirect

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.grading.by_hand import (
    RemarkRequest,
    add_remarks,
    read_grant,
    read_points,
    said,
    said_grant,
)
from grader.grading.class_reports import Source
from grader.intake.names import shown
from grader.model.course import LONGEST_NAME, Lesson
from grader.model.text import printable
from grader.platforms.autograder_zip import zip_bytes
from grader.platforms.export_grades import FORMATS, ExportRequest, export_grades
from grader.record.accounts import Role, has_accounts
from grader.record.accounts import invite as put_on_record
from grader.record.grants import add_grant, publish

from . import class_pages
from .class_pages import NO_SUCH_PAGE, asked_lesson, asked_student, asked_work
from .classroom import read_lesson, read_table
from .grading_work import Work
from .guard import Refused, read_number
from .questions import Visit

_SUFFIXES = {"canvas": "csv", "moodle": "csv", "csv": "csv", "json": "jsonl", "feedback": "zip"}
_MOST_ATTEMPTS = 1000
_MOST_INVITED = 1000


def for_instructors(answer: Callable[[Visit], Response]) -> Callable[[Visit], Response]:
    """Refuse whoever is no instructor as if there were no such page."""

    def answered(visit: Visit) -> Response:
        if not visit.person.is_instructor:
            raise Refused(403, "not_yours", NO_SUCH_PAGE)
        return answer(visit)

    return answered


def _source(visit: Visit, lesson: str | None = None, student: str | None = None) -> Source:
    return Source(visit.service.data, visit.service.enrolment.course.root, lesson, student)


def export(visit: Visit) -> Response:
    """Give what another program reads."""
    format_ = visit.request.path_params["format"]
    if format_ not in FORMATS:
        raise Refused(403, "not_yours", NO_SUCH_PAGE)
    lesson = asked_lesson(visit).id if "lesson" in visit.request.path_params else None
    enrolment = visit.service.enrolment
    request = ExportRequest(
        format_, _source(visit, lesson), enrolment.course.root, enrolment.clock()
    )
    exported = export_grades(request)
    data = exported.data if exported.data is not None else zip_bytes(exported.files)
    suffix = _SUFFIXES.get(format_, "json") if exported.data is not None else "zip"
    name = f"{lesson or 'course'}-{format_}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


# -- what is done


def change_class(visit: Visit) -> Response:
    """Invite people, and show their links once."""
    if visit.form.get("do") != "invite":
        raise Refused(400, "unreadable", "Nothing was asked for.")
    enrolment, names = visit.service.enrolment, visit.form.get("names", "").split("\n")
    wanted = list(dict.fromkeys(filter(None, (shown(name).strip() for name in names))))
    if not wanted or len(wanted) > _MOST_INVITED or max(map(len, wanted)) > LONGEST_NAME:
        said_ = f"Name 1 to {_MOST_INVITED} people, one a line, of {LONGEST_NAME} characters."
        return class_pages.class_page(visit, said=said_)
    role = Role.INSTRUCTOR if visit.form.get("role") == "instructor" else Role.STUDENT
    with enrolment.store.reading() as reading:
        is_first = not has_accounts(reading)
    if is_first and visit.person.name not in wanted:
        sentence = (
            f"From the first invitation on everybody signs in, you too: invite yourself "
            f"({visit.person.name}) first, as an instructor, and open your link."
        )
        return class_pages.class_page(visit, said=sentence)
    invited = [(name, secrets.token_urlsafe(24)) for name in wanted]
    with enrolment.store.writing() as writing:
        for name, secret in invited:
            put_on_record(writing, name, role, secret, enrolment.clock())
    address = visit.service.public_url or str(visit.request.base_url).rstrip("/")
    links = [(name, f"{address}/join/{secret}") for name, secret in invited]
    return class_pages.class_page(visit, links)


def change_lesson(visit: Visit) -> Response:
    """Comment a group, publish, judge again."""
    lesson, form, service = asked_lesson(visit), visit.form, visit.service
    enrolment = service.enrolment
    match form.get("do"):
        case "comment":
            told = _remark(visit, _source(visit, lesson.id), group=form.get("group"))
            return class_pages.lesson_page(visit, told)
        case "publish":
            with enrolment.store.writing() as writing:
                publish(writing, lesson.id, visit.person.name, enrolment.clock())
            return Redirect(f"/class/lessons/{lesson.id}", 303)
        case "regrade":
            return Redirect(_address(service.works.judge_again(lesson)), 303)
    raise Refused(400, "unreadable", "Nothing was asked for.")


def change_student(visit: Visit) -> Response:
    """Mark, comment, unlock, extend."""
    name, form = asked_student(visit), visit.form
    lesson = find_lesson(visit.service.enrolment.course, form.get("lesson", ""))
    match form.get("do"):
        case "mark":
            told = _remark(visit, _source(visit, lesson.id, name))
        case "grant":
            told = [
                _granted(
                    visit, lesson, name, form.get("due"), form.get("attempts"), form.get("note", "")
                )
            ]
        case _:
            raise Refused(400, "unreadable", "Nothing was asked for.")
    return class_pages.student_page(visit, told)


def _remark(visit: Visit, source: Source, group: str | None = None) -> list[str]:
    points = visit.form.get("points", "").strip()
    request = RemarkRequest(
        source=source,
        group=group,
        points=read_points(points) if points else None,
        text=visit.form.get("comment", ""),
        written_by=visit.person.name,
    )
    enrolment = visit.service.enrolment
    made = add_remarks(enrolment.store, enrolment.course, request, enrolment.clock())
    return said(made, request)


def _granted(
    visit: Visit, lesson: Lesson, name: str, due: str | None, attempts: str | None, why: str
) -> str:
    enrolment = visit.service.enrolment
    more = read_number(attempts) if attempts else None
    if attempts and not (more and more <= _MOST_ATTEMPTS):
        raise UsageError(f"Attempts are a number from 1 to {_MOST_ATTEMPTS}.")
    if not why.strip():
        raise UsageError("Say why: it stays on record.")
    grant = read_grant(enrolment.course, lesson, due or None, more)
    with enrolment.store.writing() as writing:
        note = printable(why.strip(), lines=False)
        add_grant(writing, name, grant, visit.person.name, note, enrolment.clock())
    return said_grant(grant, name, enrolment.course)


def grade_class(visit: Visit) -> Response:
    """Grade what was dropped."""
    lesson, upload = asked_lesson(visit), visit.request.state.upload
    if upload is None or not upload.filename:
        raise Refused(422, "refused", "Choose a file first: a zip, or a platform's download.")
    return Redirect(_address(visit.service.works.grade(lesson, upload.filename, upload.file)), 303)


def _address(work: Work) -> str:
    return f"/class/works/{work.number}"


def settle_work(visit: Visit) -> Response:
    """Take a regrade, or leave it."""
    work = asked_work(visit)
    visit.service.works.settle(work, is_taken=visit.form.get("do") == "take")
    return Redirect(_address(work), 303)


# -- for programs


def tell_class(visit: Visit) -> Response:
    """Tell how everybody stands."""
    enrolment = visit.service.enrolment
    table = read_table(enrolment.course, enrolment.store, enrolment.clock(), visit.service.names)
    data = msgspec.json.encode({"students": table.members})
    return Response(data, media_type="application/json")


def tell_results(visit: Visit) -> Response:
    """Give the reports of a lesson, one a line."""
    lesson, enrolment = asked_lesson(visit), visit.service.enrolment
    judged = read_lesson(enrolment.store, enrolment.course, lesson)
    reports = sorted((one.report for one in judged), key=lambda report: report.student)
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in reports)
    return Response(lines, media_type="application/jsonl")


def tell_granted(visit: Visit) -> Response:
    """Open or extend a lesson for a student."""
    asked: Any = visit.request.state.asked
    lesson = find_lesson(visit.service.enrolment.course, asked.lesson or "")
    if not asked.student:
        raise Refused(400, "unreadable", "Name the student.")
    is_extension = visit.request.url.path.endswith("extensions")
    if is_extension and not (asked.due or asked.attempts):
        raise Refused(400, "unreadable", "An extension has a later date, or attempts.")
    due, attempts = (asked.due, asked.attempts) if is_extension else (None, None)
    more = None if attempts is None else str(attempts)
    told = _granted(visit, lesson, asked.student, due, more, asked.note or "by the interface")
    return JSONResponse({"message": told}, 201)
