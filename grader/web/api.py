"""The served course as JSON: what programs ask, and what they are told."""

import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from grader.course.handout import course_text, load_handout, load_hints
from grader.errors import ContentError
from grader.model.course import Course
from grader.model.unlocking import LessonState
from grader.study.enrolment import list_past, read_past
from grader.study.lesson_texts import may_read, next_hint, read_solution

from . import pages
from .class_forms import for_instructors, tell_class, tell_granted, tell_results
from .desk import Desk, Waiting
from .guard import Refused
from .questions import (
    Answer,
    Later,
    Visit,
    answered,
    error_response,
    find_open_state,
    refused_by,
)
from .service import Service

_LONGEST_WAIT = 30.0  # seconds that a program may wait for a verdict in one question
_NO_ACCOUNT = "Sign in first: with a token that your account's page gives."
_LESSON = "/api/lessons/{lesson}"


def api_routes(service: Service) -> list[Route]:
    """List what programs may ask."""
    asked: tuple[tuple[str, str, Answer], ...] = (
        ("GET", "/api/course", _course),
        ("GET", _LESSON, _lesson),
        ("PUT", f"{_LESSON}/draft", _draft),
        ("POST", f"{_LESSON}/run", _run),
        ("POST", f"{_LESSON}/test", _test),
        ("POST", f"{_LESSON}/hints", _hint),
        ("GET", f"{_LESSON}/attempts", _attempts),
        ("POST", f"{_LESSON}/attempts", _submit),
        ("GET", f"{_LESSON}/attempts/{{number:int}}", _attempt),
        ("GET", "/api/class", for_instructors(tell_class)),
        ("GET", "/api/class/lessons/{lesson}/results.jsonl", for_instructors(tell_results)),
        ("POST", "/api/class/unlocks", for_instructors(tell_granted)),
        ("POST", "/api/class/extensions", for_instructors(tell_granted)),
    )
    return [Route(path, _told(service, answer), methods=[how]) for how, path, answer in asked]


def _told(service: Service, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Answer with JSON, whatever comes of it."""

    async def handle(request: Request) -> Response:
        try:
            person = await run_in_threadpool(service.identity.who, request)
            if person is None:
                raise Refused(401, "no_account", _NO_ACCOUNT)
            if request.method != "GET":
                request.state.asked = _asked(request, await request.body())
            return await answered(answer, Visit(request, service, person, {}))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return error_response(refused_by(error))

    return handle


class _Asked(msgspec.Struct):
    """What a program sends; what a call does not need is not looked at."""

    files: dict[str, str] | None = None
    save: int | None = None  # the number of the save that a draft is based on
    student: str | None = None
    lesson: str | None = None
    due: str | None = None
    attempts: int | None = None
    note: str | None = None


def _asked(request: Request, body: bytes) -> _Asked:
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if body and kind != "application/json":  # a form of another site could not say so
        raise Refused(400, "unreadable", "Send JSON, with Content-Type: application/json.")
    try:
        return msgspec.json.decode(body or b"{}", type=_Asked)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(400, "unreadable", f"This cannot be read: {error}.") from error


def _files(visit: Visit, state: LessonState) -> dict[str, str]:
    """Take the files that were sent, beside what is saved of the others."""
    sent = visit.request.state.asked.files or {}
    unknown = sorted(sent.keys() - set(state.lesson.hand_in))
    if unknown:
        raise Refused(400, "unreadable", f"{unknown[0]} is no file of this lesson.")
    return {**visit.desk.files(state.lesson).files, **sent}


def _course(visit: Visit) -> Response:
    lessons = [_of_map(state) for state in visit.desk.enrolment.states()]
    course = visit.service.enrolment.course
    return _json(
        {
            "title": course.title,
            "student": visit.person.name,
            "about": course_text(course),
            "lessons": lessons,
        }
    )


def _of_map(state: LessonState) -> dict[str, Any]:
    counting, counted, dates = state.counting, state.counted, state.dates
    return {
        "id": state.lesson.id,
        "title": state.lesson.title,
        "minutes": state.lesson.minutes,
        "state": state.state.value,
        "reason": state.reason,
        "points": None if counted is None else str(counted.points),
        "max_points": None if counting is None else str(counting.max_points),
        "attempts": state.attempts_used,
        "attempts_left": state.attempts_left,
        "opens": dates.opens,
        "due": dates.due,
        "standing": state,
    }


def _lesson(visit: Visit) -> Response:
    desk, state = visit.desk, find_open_state(visit)
    course, lesson = desk.enrolment.course, state.lesson
    handout, draft = load_handout(desk.enrolment.course, lesson), desk.files(lesson)
    steps = load_hints(course, lesson)[: desk.hints(lesson)[0]]
    return _json(
        {
            "text": handout.text,
            "files": draft.files,
            "save": draft.number,
            "public_cases": _as_text(handout.public_cases),
            "hints": [{"title": one.title, "text": one.text} for one in steps],
            "handout": handout,
            "solution": _solution(course, state),
        }
    )


def _solution(course: Course, state: LessonState) -> dict[str, str] | None:
    with suppress(ContentError):  # a copy of the course without solutions
        return read_solution(course, state.lesson) if may_read(state) else None
    return None


def _as_text(files: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode("utf-8", "replace") for name, data in files.items()}


def _draft(visit: Visit) -> Response:
    state = find_open_state(visit)
    asked: _Asked = visit.request.state.asked
    number = visit.desk.save(state.lesson, asked.files or {}, asked.save)
    return Response(status_code=204, headers={"X-Save": str(number)})


def _run(visit: Visit) -> Later:
    state = find_open_state(visit)
    ran = visit.desk.run(state.lesson, _files(visit, state))

    def told() -> Response:
        printed = ran.result()
        return _json({"printed": printed.text, **msgspec.to_builtins(printed.end)})

    return Later(ran, None, told)


def _test(visit: Visit) -> Later:
    state = find_open_state(visit)
    tried = visit.desk.test(state.lesson, _files(visit, state))

    def told() -> Response:
        return _json({"report": tried.result()})

    return Later(tried, None, told)


def _hint(visit: Visit) -> Response:
    read = next_hint(visit.desk.enrolment, find_open_state(visit).lesson.id)
    last = read.read[-1]
    return _json(
        {"title": last.title, "text": last.text, "read": len(read.read), "total": read.total}
    )


def _submit(visit: Visit) -> Response | Later:
    state, desk = find_open_state(visit), visit.desk
    if desk.waiting(state.lesson) is not None and not visit.request.state.asked.files:
        raise Refused(409, "being_judged", "These files are being judged just now.")
    seconds = _seconds(visit.request)
    waiting = desk.submit(state.lesson, _files(visit, state))

    def told() -> Response:
        if _has_verdict(waiting):
            return _json(_told_attempt(desk, state, waiting.number), 201)
        return _json(_told_waiting(desk, waiting), 202)

    return Later(waiting.verdict, seconds, told) if seconds else told()


def _attempts(visit: Visit) -> Response:
    state, desk = find_open_state(visit), visit.desk
    rows = list_past(desk.enrolment, state.lesson.id)
    return _json([_told_attempt(desk, state, row.number) for row in rows])


def _attempt(visit: Visit) -> Response | Later:
    state, desk = find_open_state(visit), visit.desk
    number = visit.request.path_params["number"]
    waiting = desk.waiting(state.lesson)
    if waiting is None or waiting.number != number:
        return _json(_told_attempt(desk, state, number))

    def told() -> Response:
        if _has_verdict(waiting):
            return _json(_told_attempt(desk, state, number))
        return _json(_told_waiting(desk, waiting))

    return Later(waiting.verdict, _seconds(visit.request), told)


def _has_verdict(waiting: Waiting) -> bool:
    """Whether a verdict has come; raises what judging raised."""
    if not waiting.verdict.done() or waiting.verdict.cancelled():
        return False
    waiting.verdict.result()
    return True


def _seconds(request: Request) -> float:
    try:
        asked = float(request.query_params.get("wait", "0"))
    except ValueError as error:
        raise Refused(400, "unreadable", "wait is a number of seconds.") from error
    return 0.0 if math.isnan(asked) else min(max(asked, 0.0), _LONGEST_WAIT)


def _told_waiting(desk: Desk, waiting: Waiting) -> dict[str, Any]:
    return {
        "attempt": waiting.number,
        "state": waiting.state,
        "place": desk.place(waiting),
        "submitted_at": waiting.recorded.attempt.submitted_at,
        "report": None,
        "unlocked": [],
    }


def _told_attempt(desk: Desk, state: LessonState, number: int) -> dict[str, Any]:
    past = read_past(desk.enrolment, state.lesson.id, number)
    submitted = desk.submitted(state.lesson, number)
    return {
        "attempt": number,
        "state": "waiting" if past.report is None else "done",
        "place": None,
        "submitted_at": past.row.submitted_at,
        "judged_at": past.row.judged_at,
        "files": _as_text(past.submission.sources),
        "from_record": submitted is not None and submitted.is_from_record,
        "report": past.report,
        "unlocked": [] if submitted is None else pages.opened_by(submitted),
    }


def _json(value: object, status: int = 200) -> Response:
    data = msgspec.json.encode(value, enc_hook=str)  # fractions as "1/2", bytes in base 64
    return Response(data, status, media_type="application/json")
