"""Reads Gradescope's submission_metadata.json: who submitted, when, and when it was due."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from grader.intake.names import shown
from grader.intake.times import read_time

METADATA = "submission_metadata.json"
_UNKNOWN = "unknown student"


@dataclass(frozen=True)
class Member:
    """One of those who submitted together."""

    id: str
    name: str


@dataclass(frozen=True)
class HandedIn:
    """What is known of one submission; what Gradescope does not say is left open."""

    members: tuple[Member, ...] = ()
    at: datetime | None = None
    due: datetime | None = None  # the latest that any of them has

    @property
    def student(self) -> str:
        """Whom the report is about."""
        return ", ".join(member.id for member in self.members) or _UNKNOWN


def read_metadata(path: Path) -> HandedIn:
    """Read it; a file that is missing or broken is taken as on time and from nobody known."""
    try:
        told = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, RecursionError):
        return HandedIn()
    if not isinstance(told, dict):
        return HandedIn()
    users = told.get("users")
    people = [each for each in users if isinstance(each, dict)] if isinstance(users, list) else []
    members = [_member(each) for each in people]
    dates = [_due(about) for about in (told, *people)]
    return HandedIn(
        tuple(member for member in members if member is not None),
        _time(told.get("created_at")),
        max((date for date in dates if date is not None), default=None),
    )


def _member(user: dict[str, Any]) -> Member | None:
    email, number, name = (_text(user.get(key)) for key in ("email", "id", "name"))
    known = email or number or name
    return Member(known, name or known) if known else None


def _due(about: dict[str, Any]) -> datetime | None:
    """Read a date; a user with an extension has one of their own."""
    assignment = about.get("assignment")
    return _time(assignment.get("due_date")) if isinstance(assignment, dict) else None


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return shown(str(value).strip())


def _time(value: object) -> datetime | None:
    try:
        when = read_time(value, UTC) if isinstance(value, str) else None
        return None if when is None else when.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
