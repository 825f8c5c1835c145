"""The paths of the served course: which question of a browser or a program asks what."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.responses import RedirectResponse as Redirect
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from grader.errors import GraderError
from grader.feedback.html import house_styles

from . import class_forms, class_pages, lesson_form, pages, sign_in
from .api import api_routes
from .guard import UPLOADS, Guard, Refused
from .questions import (
    MOST_FIELDS,
    Answer,
    Visit,
    answered,
    error_response,
    read_form,
    refuse_foreign_form,
    refused_by,
    unreadable_form,
)
from .service import Service


def make_site(service: Service, hosts: frozenset[str] | None) -> Starlette:
    """Make the application; `hosts` are the names that it answers to, None for any."""

    def page(path: str, answer: Answer, *methods: str) -> Route:
        return Route(path, _shown(service, answer), methods=[*(methods or ("GET",))])

    def of_class(path: str, answer: Callable[[Visit], Response], *methods: str) -> Route:
        return page(path, class_forms.for_instructors(answer), *methods)

    def open_to_all(path: str, answer: sign_in.Answer, *methods: str) -> Route:
        return Route(path, _open_to_all(service, answer), methods=[*(methods or ("GET",))])

    return Starlette(
        routes=[
            page("/", pages.course_page),
            page("/lessons/{lesson}", lesson_form.show),
            page("/lessons/{lesson}", lesson_form.take, "POST"),
            page("/account", sign_in.account_page),
            page("/account", sign_in.change_account, "POST"),
            page("/logout", sign_in.sign_out, "POST"),
            of_class("/class", class_pages.class_page),
            of_class("/class", class_forms.change_class, "POST"),
            of_class("/class/export/{format}", class_forms.export),
            of_class("/class/lessons/{lesson}", class_pages.lesson_page),
            of_class("/class/lessons/{lesson}", class_forms.change_lesson, "POST"),
            of_class("/class/lessons/{lesson}/export/{format}", class_forms.export),
            of_class(f"/class/lessons/{{lesson}}{UPLOADS}", class_forms.grade_class, "POST"),
            of_class("/class/works/{number:int}", class_pages.work_page),
            of_class("/class/works/{number:int}", class_forms.settle_work, "POST"),
            of_class("/class/students/{student:path}", class_pages.student_page),
            of_class("/class/students/{student:path}", class_forms.change_student, "POST"),
            open_to_all("/login", sign_in.login_page),
            open_to_all("/login", sign_in.sign_in, "POST"),
            open_to_all(sign_in.PROVIDER, sign_in.leave_for_provider),
            open_to_all(sign_in.BACK, sign_in.come_back),
            open_to_all("/join/{secret}", sign_in.join_page),
            open_to_all("/join/{secret}", sign_in.join, "POST"),
            Route("/static/house.css", _house_styles),
            Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
            Route("/healthz", _lives),
            Route("/readyz", partial(_is_ready, service)),
            *api_routes(service),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: partial(_unknown, service)},
    )


async def _lives(_request: Request) -> Response:
    return PlainTextResponse("ok")


async def _is_ready(service: Service, _request: Request) -> Response:
    try:
        await run_in_threadpool(service.enrolment.states)
    except (GraderError, OSError):
        return PlainTextResponse("not ready", 503)
    return PlainTextResponse("ok")


async def _house_styles(_request: Request) -> Response:
    return PlainTextResponse(house_styles(), media_type="text/css")


async def _unknown(service: Service, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    sentence = "There is no such page." if status == 404 else "This cannot be asked here."
    refused = Refused(status, "unknown", sentence)
    if request.url.path.startswith("/api/"):
        return error_response(refused)
    return await run_in_threadpool(pages.refusal_page, refused, service, None)


def _shown(service: Service, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Answer who is signed in."""

    async def respond(request: Request) -> Response:
        person = request.state.person = await run_in_threadpool(service.identity.who, request)
        if person is None:
            asked = request.url.path if request.method == "GET" else "/"
            return Redirect(f"/login?next={quote(asked)}", 303)
        form = {}
        if request.method == "POST":
            form = await _read_form(request)
            refuse_foreign_form(person, form.get("form", ""))
        return await answered(answer, Visit(request, service, person, form))

    return _as_page(service, respond)


async def _read_form(request: Request) -> dict[str, str]:
    """Read a form's fields; a file that comes with them waits in `state.upload`."""
    request.state.upload = None
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return read_form(await request.body())
    try:
        form = await request.form(max_files=1, max_fields=MOST_FIELDS)
    except HTTPException as error:  # so Starlette tells of a body that is no form
        raise unreadable_form() from error
    request.state.upload = next((v for v in form.values() if isinstance(v, UploadFile)), None)
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _open_to_all(
    service: Service, answer: sign_in.Answer
) -> Callable[[Request], Awaitable[Response]]:
    """Answer whoever asks."""

    async def respond(request: Request) -> Response:
        form = read_form(await request.body()) if request.method == "POST" else {}
        return await run_in_threadpool(answer, request, service, form)

    return _as_page(service, respond)


def _as_page(
    service: Service, respond: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """Tell what goes wrong as a page, to the person in `state` where somebody is signed in."""

    async def handle(request: Request) -> Response:
        request.state.person = None
        try:
            return await respond(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            refused, person = refused_by(error), request.state.person
            page = await run_in_threadpool(pages.refusal_page, refused, service, person)
            page.headers.update(refused.headers)
            return page
        finally:
            await request.close()  # a file that was uploaded is not kept

    return handle
