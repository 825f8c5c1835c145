"""Declares the tables of a record.

attempts          a submission each, on disk before it is judged
earlier_verdicts  what a regrade has put new verdicts in the place of
not_judged        of whom a class has nothing that could be judged, and why
drafts            what is typed and not submitted
hints             steps taken
grants            lessons opened and dates extended by hand, with who, when and why
remarks           marks and comments by hand
publications      lessons whose results have been published
accounts          who may sign in to a served course
secrets           digests of links that invite, of sessions, and of the command line's tokens
record            one row: the version of all this, and the title of the course that it is about
"""

import zlib
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeEngine

from grader.errors import StoreError
from grader.model.course import MIB
from grader.model.dates import in_calendar
from grader.model.report import UNDECODABLE, JudgedSubmission
from grader.model.submission import Submission
from grader.model.text import is_inside

VERSION = 8  # of the tables
_MOST_BYTES = 256 * MIB  # unpacked, many times what a submission's report comes to


class DamagedRow(StoreError):
    """What a row holds cannot be read; raised where the file's name is not known."""


class Words(TypeDecorator[str]):
    """A text, sorted by code point in every database; a character that none has is escaped."""

    impl = String().with_variant(String(collation="C"), "postgresql")
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        return None if value is None else value.encode("utf-8", "backslashreplace").decode()


class Moment(TypeDecorator[datetime]):
    """A moment, kept as ISO 8601 in UTC, which sorts as text."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> str | None:
        return value.astimezone(UTC).isoformat(timespec="microseconds") if value else None

    def process_result_value(self, value: str | None, _dialect: Dialect) -> datetime | None:
        try:
            return in_calendar(datetime.fromisoformat(value)) if value is not None else None
        except (TypeError, ValueError) as error:
            raise DamagedRow("a row holds no moment where one belongs") from error


class Packed(TypeDecorator[Any]):
    """A submission, or what judging it came to, as compressed bytes."""

    impl = LargeBinary
    cache_ok = True

    def __init__(self, kind: type[Submission] | type[JudgedSubmission]) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, _dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress(msgspec.msgpack.encode(value))

    def process_result_value(self, value: bytes | None, _dialect: Dialect) -> Any:
        if value is None:
            return None
        inflating = zlib.decompressobj()
        try:
            whole = inflating.decompress(value, _MOST_BYTES)
            if not inflating.eof:
                raise zlib.error("it is cut short, or too large")
            found = msgspec.msgpack.decode(whole, type=self.kind)
        except (zlib.error, TypeError, *UNDECODABLE) as error:
            raise DamagedRow(f"a {self.kind.__name__} cannot be read: {error}") from error
        # files are written into folders under their names, and a record may be anybody's
        if isinstance(found, Submission) and not all(map(is_inside, found.sources)):
            raise DamagedRow("a file's name leads out of its folder")
        return found


metadata = MetaData()


def _needed(name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]]) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _key(name: str, kind: type[TypeEngine[Any]] = Words) -> Column[Any]:
    return Column(name, kind, primary_key=True)


attempts = Table(
    "attempts",
    metadata,
    _key("id", Integer),
    _needed("student", Words),
    _needed("lesson", Words),
    _needed("number", Integer),
    _needed("submission_sha256", Words),
    Column("submitted_at", Moment),
    _needed("tries", Integer),  # times that judging it was begun
    Column("judged_at", Moment),  # null: waits to be judged
    _needed("course_version", Words),
    _needed("grader_version", Words),  # of who judged it; while it waits, of who recorded it
    _needed("is_of_class", Boolean),  # nobody waits at a screen for it
    Column("verdict", Words),
    Column("points", Words),
    Column("max_points", Words),
    Column("lesson_passed", Boolean),
    Column("seconds", Float),
    # last, so that a look at the columns above does not read them
    _needed("sources", Packed(Submission)),
    Column("judged", Packed(JudgedSubmission)),
    Column(
        "proposed", Packed(JudgedSubmission)
    ),  # what a regrade came to that nobody has taken yet
    UniqueConstraint("student", "lesson", "number"),
    Index("attempts_of_lesson", "lesson", "student"),
    sqlite_autoincrement=True,  # the id of one that was forgotten is never another's
)
_waits = attempts.c.judged_at.is_(None)
Index(
    "attempts_waiting",
    attempts.c.is_of_class,
    attempts.c.id,
    sqlite_where=_waits,
    postgresql_where=_waits,
)

earlier_verdicts = Table(
    "earlier_verdicts",
    metadata,
    _key("id", Integer),
    _needed("student", Words),
    _needed("lesson", Words),
    _needed("number", Integer),  # of the attempt
    _needed("replaced_at", Moment),
    _needed("verdict", Words),
    _needed("points", Words),
    _needed("judged", Packed(JudgedSubmission)),
)

not_judged = Table(
    "not_judged",
    metadata,
    _key("student"),
    _key("lesson"),
    _needed("judged", Packed(JudgedSubmission)),
)

drafts = Table(
    "drafts",
    metadata,
    _key("student"),
    _key("lesson"),
    _key("file"),
    _needed("source", Words),
    _needed("number", Integer),  # of the save
)

hints = Table(
    "hints",
    metadata,
    _key("student"),
    _key("lesson"),
    _key("step", Integer),
    _needed("taken_at", Moment),
)

grants = Table(
    "grants",
    metadata,
    _key("id", Integer),
    _needed("student", Words),
    _needed("lesson", Words),
    _needed("opens", Boolean),
    Column("due", Moment),
    _needed("attempts", Integer),
    _needed("granted_by", Words),
    _needed("granted_at", Moment),
    _needed("note", Words),
)

remarks = Table(
    "remarks",
    metadata,
    _key("id", Integer),
    _needed("student", Words),
    _needed("lesson", Words),
    Column("submission_sha256", Words),  # null: on every submission of theirs
    Column("points", Words),  # null: a comment; else the points in place of the judge's
    _needed("text", Words),
    _needed("written_by", Words),
    _needed("written_at", Moment),
    Index("remarks_on_lesson", "lesson", "student"),
)

publications = Table(
    "publications",
    metadata,
    _key("lesson"),
    _needed("published_by", Words),
    _needed("published_at", Moment),
)

accounts = Table(
    "accounts",
    metadata,
    _key("account"),
    _needed("role", Words),
    Column("password", Words),  # null: was invited, and has not come yet
    Column("seen_at", Moment),
)

secrets = Table(
    "secrets",
    metadata,
    _key("id", Integer),
    Column("digest", Words, nullable=False, unique=True),
    Column("account", Words, ForeignKey("accounts.account"), nullable=False, index=True),
    _needed("kind", Words),
    _needed("label", Words),
    _needed("added_at", Moment),
    Column("expires_at", Moment),
)

record = Table("record", metadata, _needed("version", Integer), Column("course_title", Words))
