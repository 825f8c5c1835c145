"""Asks a server, and words what comes of it: an answer of a known type, or a sentence.

The token of each server is kept in a file of the user's settings.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from grader.errors import GraderError, ServerError, SubmissionRefused, UsageError
from grader.ground.folders import refuse_others, write_whole
from grader.model.report import UNDECODABLE, Points

LONGEST_WAIT = 30  # seconds in one question, as the server bounds it
_TIMES = httpx.Timeout(120, connect=15)  # a run waits for those of others
_TOKENS = "tokens.json"  # by address
_AGAIN = "Nothing is lost: type the same again."
_BY_RULE = ("locked", "refused")  # codes; as is all that another moment or another file settles
_BY_RULE_STATUS = (409, 413, 429)
_Type = TypeVar("_Type")


class _Error(msgspec.Struct):
    code: str
    message: str


class _Refusal(msgspec.Struct):
    error: _Error


class _Person(msgspec.Struct):
    student: str


class Server:
    """One server, asked by one person."""

    def __init__(self, url: str, token: str | None) -> None:
        """Connect at the first question; raises UsageError for what can be no token."""
        if token is not None and not (token.isascii() and token.isprintable()):
            raise UsageError("That is no token: your account's page on the server makes one.")
        self.url = url
        signed = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self._client = httpx.Client(base_url=url, headers=signed, timeout=_TIMES)
        except (httpx.InvalidURL, ImportError, ValueError) as error:  # or a proxy's address
            raise UsageError(f"{url} cannot be asked: {error}") from error

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def check_in(self) -> str:
        """Name who asks, as the server knows them."""
        return self.get("/api/course", _Person).student

    def get(self, path: str, kind: type[_Type]) -> _Type:
        """Read; raises ServerError, and what a rule or the server's sentence says."""
        return self._asked("GET", path, kind, {})

    def post(self, path: str, kind: type[_Type], files: dict[str, str] | None = None) -> _Type:
        """Have something done, once."""
        return self._asked("POST", path, kind, {"json": {"files": files}})

    def _asked(self, method: str, path: str, kind: type[_Type], sent: dict[str, Any]) -> _Type:
        try:
            answer = self._client.request(method, path, **sent)
        except httpx.TimeoutException as error:
            raise ServerError(f"{self.url} does not answer. {_AGAIN}") from error
        except httpx.HTTPError as error:
            why = str(error).rstrip(".")
            raise ServerError(f"{self.url} cannot be reached: {why}. {_AGAIN}") from error
        try:
            if answer.is_success:
                return msgspec.json.decode(answer.content, type=kind, dec_hook=_fraction)
            refused = msgspec.json.decode(answer.content, type=_Refusal).error
        except UNDECODABLE as error:
            raise ServerError(
                f"{self.url} gave no answer that this grader knows (status {answer.status_code}): "
                "it may be another server, or one of another version."
            ) from error
        raise self._refused(answer.status_code, refused)

    def _refused(self, status: int, error: _Error) -> GraderError:
        if status == 401:
            return UsageError(f"{error.message} Then `grader login {self.url}` keeps it.")
        if error.code in _BY_RULE or status in _BY_RULE_STATUS:
            return SubmissionRefused(error.message)
        return UsageError(error.message) if status in (400, 403) else ServerError(error.message)


def _fraction(_type: type, value: object) -> Fraction:
    return Fraction(msgspec.convert(value, Points))


# -- tokens, in a file that its user alone can read


def stored_token(settings: Callable[[], Path], url: str) -> str | None:
    """Read the token that is kept for a server."""
    return _read(settings() / _TOKENS).get(url)


def store_token(settings: Callable[[], Path], url: str, token: str) -> Path:
    """Keep a token in place of an earlier one for the same server; return where."""
    path = settings() / _TOKENS
    write_whole(path, msgspec.json.format(msgspec.json.encode({**_read(path), url: token})))
    return path


def _read(path: Path) -> dict[str, str]:
    refuse_others(path, "Remove it, and log in again.")
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, *UNDECODABLE) as error:
        raise UsageError(f"{path} cannot be read: {error}. Remove it, and log in again.") from error
