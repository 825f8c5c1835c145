"""What a question is refused with: a status, and the sentence that a person would read."""

from traceback import print_exception

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from grader.errors import GraderError, SubmissionRefused, UsageError
from grader.model.unlocking import LessonState, State
from grader.store.drafts import DraftChanged

from .desk import Desk
from .guard import TooLarge

ELSEWHERE = (
    "This file was also edited elsewhere, so nothing was saved over it. Press the button again to "
    "keep this version, or open the page again to take the other."
)
_FAULT = "Something on the server's side failed. It cost no attempt."
_NOT_YOURS = "There is no such lesson for you here."


class Refused(Exception):
    """A question that gets no answer but a status and a sentence."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        self.status, self.code, self.sentence = status, code, sentence


def error_response(refused: Refused) -> Response:
    error = {"code": refused.code, "message": refused.sentence}
    wait = {"Retry-After": "5"} if refused.status in (429, 503) else {}
    return JSONResponse({"error": error}, refused.status, wait)


def refused_by(error: Exception) -> Refused:
    """Say with which status and code an error is answered."""
    match error:
        case Refused():
            return error
        case TooLarge():
            return Refused(413, "too_large", "That is too large: send less.")
        case DraftChanged():
            return Refused(409, "edited_elsewhere", ELSEWHERE)
        case SubmissionRefused():
            return Refused(422, "refused", str(error))
        case UsageError():
            return Refused(403, "not_yours", str(error))
    why = str(error) if isinstance(error, GraderError) else "What happened is in its log."
    if not isinstance(error, GraderError):
        print_exception(error)
    return Refused(503, "fault", f"{_FAULT} {why}")


def find_state(request: Request, desk: Desk) -> LessonState:
    name = request.path_params["lesson"]
    found = next((one for one in desk.states() if one.lesson.id == name), None)
    if found is None:
        raise Refused(403, "not_yours", _NOT_YOURS)
    return found


def find_open_state(request: Request, desk: Desk) -> LessonState:
    state = find_state(request, desk)
    if state.state is State.LOCKED:
        raise Refused(403, "locked", str(state.reason))
    return state
