"""The paths of the served course: which question of a browser or a program asks what."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.responses import RedirectResponse as Redirect
from starlette.routing import Route

from grader.errors import GraderError
from grader.model.unlocking import LessonState, State
from grader.store.drafts import DraftChanged

from . import pages
from .api import api_routes
from .desk import Desk, wait_for
from .guard import Guard
from .questions import Refused, error_response, find_open_state, find_state, refused_by

_LONGEST_WAIT = 30.0  # seconds that a program may wait for a verdict in one question
_PAGE_WAIT = 20.0  # that a page without a script waits before it says "judging now"
_MOST_FIELDS = 100
Answer = Callable[[Request, Desk], Response]


def make_site(desk: Desk, hosts: frozenset[str]) -> Starlette:
    """Make the application; `hosts` are the names that it answers to."""
    return Starlette(
        routes=[
            Route("/", _shown(desk, _course_page)),
            Route("/lessons/{lesson}", _shown(desk, _lesson_page), methods=["GET"]),
            Route("/lessons/{lesson}", _shown(desk, _lesson_form), methods=["POST"]),
            Route("/static/site.css", partial(_fixed, pages.style_sheet, "text/css")),
            Route("/static/site.js", partial(_fixed, pages.script, "text/javascript")),
            Route("/healthz", _lives),
            Route("/readyz", partial(_is_ready, desk)),
            *api_routes(desk),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _unknown},
    )


async def _lives(_request: Request) -> Response:
    return PlainTextResponse("ok")


async def _is_ready(desk: Desk, _request: Request) -> Response:
    try:
        await run_in_threadpool(desk.states)
    except (GraderError, OSError):
        return PlainTextResponse("not ready", 503)
    return PlainTextResponse("ok")


async def _fixed(make: Callable[[], str], kind: str, _request: Request) -> Response:
    return Response(make(), media_type=kind)


async def _unknown(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    sentence = "There is no such page." if status == 404 else "This cannot be asked here."
    if request.url.path.startswith("/api/"):
        return error_response(Refused(status, "unknown", sentence))
    return PlainTextResponse(sentence, status)


# -- pages


def _shown(desk: Desk, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Answer with a page, whatever comes of it."""

    async def handle(request: Request) -> Response:
        try:
            if request.method == "POST":
                request.state.form = _form(await request.body())
            return await run_in_threadpool(answer, request, desk)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            refused = refused_by(error)
            heading = "This did not work" if refused.status != 403 else "Not open to you"
            page = await run_in_threadpool(pages.refusal_page, heading, refused.sentence, desk)
            return HTMLResponse(page, refused.status)

    return handle


def _form(body: bytes) -> dict[str, str]:
    try:
        found = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise Refused(400, "unreadable", "This form cannot be read: send it again.") from error
    return {name: values[-1] for name, values in found.items()}


def _course_page(_request: Request, desk: Desk) -> Response:
    return HTMLResponse(pages.course_page(desk))


def _lesson_page(request: Request, desk: Desk) -> Response:
    state = find_state(request, desk)
    if state.state is State.LOCKED:
        title, reason = state.lesson.title, str(state.reason)
        return HTMLResponse(pages.refusal_page(title, reason, desk, state), 403)
    number, other = (_number(request.query_params.get(name)) for name in ("attempt", "since"))
    if number is None:
        panel = pages.panel_at_first(desk, state)
    else:
        past = desk.attempt(state.lesson, number)
        waiting = desk.waiting(state.lesson)
        if waiting is not None and waiting.number == number:
            panel = pages.panel_of_waiting(desk, waiting)
        else:
            compared = None if other is None else desk.attempt(state.lesson, other)
            panel = pages.panel_of_attempt(desk, past, compared)
    if "part" in request.query_params:
        return HTMLResponse(pages.panel_markup(panel))
    return HTMLResponse(pages.lesson_page(desk, state, panel))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _lesson_form(request: Request, desk: Desk) -> Response:
    """Do what a button of the lesson's page asks for."""
    form: dict[str, str] = request.state.form
    state = find_open_state(request, desk)
    lesson = state.lesson
    if "use" in form:  # a version of an earlier attempt
        past = desk.attempt(lesson, _number(form["use"]) or 0)
        old = {n: d.decode("utf-8", "replace") for n, d in past.submission.sources.items()}
        desk.save(lesson, {name: text for name, text in old.items() if name in lesson.hand_in})
        return Redirect(f"/lessons/{lesson.id}?attempt={past.row.number}", 303)
    typed = {
        n: form[f"file:{n}"].replace("\r\n", "\n") for n in lesson.hand_in if f"file:{n}" in form
    }
    kept = {**desk.files(lesson).files, **typed}
    try:
        desk.save(lesson, typed, _number(form.get("save")))
        panel = _done(form.get("do", ""), desk, state, kept)
    except (GraderError, OSError, DraftChanged) as error:
        panel = pages.Panel(refused_by(error).sentence)
    if "part" in request.query_params:
        number = desk.files(lesson).number
        return HTMLResponse(pages.panel_markup(panel), headers={"X-Save": str(number)})
    if panel.attempt is not None:
        return Redirect(f"/lessons/{lesson.id}?attempt={panel.attempt}", 303)
    return HTMLResponse(pages.lesson_page(desk, state, panel, typed))


def _done(button: str, desk: Desk, state: LessonState, files: Mapping[str, str]) -> pages.Panel:
    lesson = state.lesson
    match button:
        case "run":
            return pages.panel_of_run(desk.run(lesson, files))
        case "test":
            return pages.panel_of_test(desk.test(lesson, files))
        case "hint":
            return pages.panel_of_hints(desk.hint(lesson))
        case "submit":
            waiting = desk.submit(lesson, files)
            if wait_for(waiting, _PAGE_WAIT) is None:
                return pages.panel_of_waiting(desk, waiting)
            return pages.panel_of_attempt(desk, desk.attempt(lesson, waiting.number))
    return pages.Panel("Saved.")
