"""How a question is taken: who asks, what is asked, and what a refusal says."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from hmac import compare_digest
from traceback import print_exception
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from grader.errors import GraderError, SubmissionRefused, UsageError
from grader.model.unlocking import LessonState, State
from grader.record.in_progress import DraftChanged

from .desk import Desk
from .guard import Refused
from .identity import Person

if TYPE_CHECKING:
    from .service import Service

ELSEWHERE = (
    "This file was also edited elsewhere, so nothing was saved over it. Press the button again to "
    "keep this version, or open the page again to take the other."
)
_FAULT = "Something on the server's side failed. It cost no attempt."
_NOT_YOURS = "There is no such lesson for you here."
MOST_FIELDS = 100


class Visit(NamedTuple):
    """One question, and who asks it."""

    request: Request
    service: "Service"
    person: Person
    form: dict[str, str]

    @property
    def desk(self) -> Desk:
        """Return the desk of who asks."""
        return self.service.desk(self.person.name)

    @property
    def lesson_id(self) -> str:
        """Return the lesson that the address names."""
        return str(self.request.path_params["lesson"])


class Later(NamedTuple):
    """An answer that waits for something, and holds no thread meanwhile."""

    future: "Future[Any]"
    seconds: float | None
    then: Callable[[], "Response | Later"]


Answer = Callable[[Visit], Response | Later]


async def answered(answer: Answer, visit: Visit) -> Response:
    """Work out an answer."""
    found = await run_in_threadpool(answer, visit)
    while isinstance(found, Later):
        waited = asyncio.wrap_future(found.future)
        await asyncio.wait([waited], timeout=found.seconds)
        if waited.done() and not waited.cancelled():
            waited.exception()  # which `then` meets again
        found = await run_in_threadpool(found.then)
    return found


def read_form(body: bytes) -> dict[str, str]:
    """Read the fields of a form."""
    try:
        found = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise unreadable_form() from error
    return {name: values[-1] for name, values in found.items()}


def unreadable_form() -> Refused:
    """Say that a form is none."""
    return Refused(400, "unreadable", "This form cannot be read: send it again.")


def refuse_foreign_form(person: Person, token: str) -> None:
    """Raise Refused for a form that no page of this session has made."""
    if not compare_digest(token.encode(), person.form_token.encode()):
        raise Refused(
            403, "other_session", "This page is older than your sign-in. Open it again, then send."
        )


def error_response(refused: Refused) -> Response:
    error = {"code": refused.code, "message": refused.sentence}
    return JSONResponse({"error": error}, refused.status, refused.headers)


def refused_by(error: Exception) -> Refused:
    """Say with which status and code an error is answered."""
    match error:
        case Refused():
            return error
        case DraftChanged():
            return Refused(409, "edited_elsewhere", ELSEWHERE)
        case SubmissionRefused():
            return Refused(422, "refused", str(error))
        case UsageError():
            return Refused(403, "not_yours", str(error))
        case GraderError():
            return Refused(503, "fault", f"{_FAULT} {error}")
    print_exception(error)
    return Refused(503, "fault", f"{_FAULT} What happened is in its log.")


def find_state(visit: Visit) -> LessonState:
    """Find the lesson that is asked for; raises Refused."""
    states = visit.desk.enrolment.states()
    found = next((one for one in states if one.lesson.id == visit.lesson_id), None)
    if found is None:
        raise Refused(403, "not_yours", _NOT_YOURS)
    return found


def find_open_state(visit: Visit) -> LessonState:
    """Find the lesson that is asked for, if it is open to who asks; raises Refused."""
    state = find_state(visit)
    if state.state is State.LOCKED:
        raise Refused(403, "locked", str(state.reason))
    return state
