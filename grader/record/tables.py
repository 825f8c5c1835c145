"""Declares the tables of a record, and makes them.

students          who is on record; `token` is all that the audit trail knows of a person
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
audit             what happened, only ever added to
record            one row: the version of all this, and the title of the course that it is about
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
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
from grader.model.dates import in_calendar

VERSION = 7  # of the tables


class DamagedRow(StoreError):
    """What a row holds cannot be read; raised where the file's name is not known."""


class Words(TypeDecorator[str]):
    """A text, sorted by code point in every database; a character that none has is escaped."""

    impl = String
    cache_ok = True

    def __init__(self, length: int | None = None) -> None:
        super().__init__(length)
        self.length = length

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        collation = "C" if dialect.name == "postgresql" else None
        return dialect.type_descriptor(String(self.length, collation))

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        return None if value is None else value.encode("utf-8", "backslashreplace").decode()


class Moment(TypeDecorator[datetime]):
    """A moment, kept as ISO 8601 in UTC, which sorts as text."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        try:
            found = datetime.fromisoformat(value)
        except (TypeError, ValueError) as error:
            raise DamagedRow("a row holds no moment where one belongs") from error
        if found.tzinfo is None:
            raise DamagedRow("a row holds a moment without a time zone")
        return in_calendar(found)


class Packed(LargeBinary):
    """Bytes as they come: whoever unpacks them finds out whether they are damaged."""

    def result_processor(self, _dialect: Dialect, _coltype: object) -> None:
        return None


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table(name: str, *parts: Column[Any] | UniqueConstraint) -> Table:
    return Table(name, metadata, *parts)


def _needed(name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]]) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _number() -> Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=True)


def _key(name: str, length: int) -> Column[str]:
    return Column(name, Words(length), primary_key=True)


def _student(*, is_key: bool = False) -> Column[str]:
    about = ForeignKey("students.id")
    return Column("student", Words(200), about, primary_key=is_key, nullable=False)


students = _table(
    "students",
    _key("id", 200),
    Column("token", Words(32), nullable=False, unique=True),
    _needed("added_at", Moment),
)

attempts = _table(
    "attempts",
    _number(),
    _student(),
    _needed("lesson", Words(32)),
    _needed("number", Integer),
    _needed("submission_sha256", Words(64)),
    Column("submitted_at", Moment),
    _needed("tries", Integer),  # times that judging it was begun
    Column("judged_at", Moment),  # null: waits to be judged
    _needed("course_version", Words(64)),
    _needed("grader_version", Words(32)),  # of who put it on record
    _needed("is_of_class", Boolean),  # nobody waits at a screen for it
    Column("verdict", Words(32)),
    Column("points", Words(64)),
    Column("max_points", Words(64)),
    Column("lesson_passed", Boolean),
    Column("seconds", Float),
    # last, so that a look at the columns above does not read them
    _needed("sources", Packed),
    Column("judged", Packed),
    Column("proposed", Packed),  # what a regrade came to that nobody has taken yet
    UniqueConstraint("student", "lesson", "number"),
)
Index("ix_attempts_lesson_student", attempts.c.lesson, attempts.c.student)
_waits = attempts.c.judged_at.is_(None)
Index(
    "ix_attempts_waiting",
    attempts.c.is_of_class,
    attempts.c.id,
    sqlite_where=_waits,
    postgresql_where=_waits,
)

earlier_verdicts = _table(
    "earlier_verdicts",
    _number(),
    _student(),
    _needed("lesson", Words(32)),
    _needed("number", Integer),  # of the attempt
    _needed("replaced_at", Moment),
    _needed("verdict", Words(32)),
    _needed("points", Words(64)),
    _needed("judged", Packed),
)
Index("ix_earlier_verdicts_student_lesson", earlier_verdicts.c.student, earlier_verdicts.c.lesson)

not_judged = _table(
    "not_judged",
    _student(is_key=True),
    _key("lesson", 32),
    _needed("judged", Packed),
    _needed("recorded_at", Moment),
)

drafts = _table(
    "drafts",
    _student(is_key=True),
    _key("lesson", 32),
    _key("file", 200),
    _needed("source", Words),
    _needed("number", Integer),  # of the save
    _needed("saved_at", Moment),
)

hints = _table(
    "hints",
    _student(is_key=True),
    _key("lesson", 32),
    Column("step", Integer, primary_key=True),
    _needed("taken_at", Moment),
)

grants = _table(
    "grants",
    _number(),
    _student(),
    _needed("lesson", Words(32)),
    _needed("opens", Boolean),
    Column("due", Moment),
    _needed("attempts", Integer),
    _needed("granted_by", Words(200)),
    _needed("granted_at", Moment),
    _needed("note", Words),
)
Index("ix_grants_student", grants.c.student)

remarks = _table(
    "remarks",
    _number(),
    _student(),
    _needed("lesson", Words(32)),
    Column("submission_sha256", Words(64)),  # null: on every submission of theirs
    Column("case_id", Words),  # null: on the submission as a whole
    Column("points", Words(64)),  # null: a comment; else the points in place of the judge's
    _needed("text", Words),
    _needed("written_by", Words(200)),
    _needed("written_at", Moment),
)
Index("ix_remarks_lesson_student", remarks.c.lesson, remarks.c.student)

publications = _table(
    "publications",
    _key("lesson", 32),
    _needed("published_by", Words(200)),
    _needed("published_at", Moment),
)

accounts = _table(
    "accounts",
    _key("account", 200),
    _needed("role", Words(16)),
    Column("password", Words(200)),  # null: was invited, and has not come yet
    _needed("added_at", Moment),
    Column("seen_at", Moment),
)

secrets = _table(
    "secrets",
    _number(),
    Column("digest", Words(64), nullable=False, unique=True),
    Column("account", Words(200), ForeignKey("accounts.account"), nullable=False, index=True),
    _needed("kind", Words(16)),
    _needed("label", Words(200)),
    _needed("added_at", Moment),
    Column("expires_at", Moment),
)

audit = _table(
    "audit",
    _number(),
    _needed("at", Moment),
    _needed("event", Words(32)),
    Column("person", Words(32)),  # a student's token
    Column("lesson", Words(32)),
    _needed("detail", Words),  # never about a person
)

record = _table("record", _needed("version", Integer), Column("course_title", Words))

_ON_SQLITE = (
    "CREATE TRIGGER audit_no_{name} BEFORE {what}"
    " BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END"
)
_CHANGES = {
    "update": "UPDATE ON audit",
    "delete": "DELETE ON audit",
    # INSERT OR REPLACE deletes without asking the trigger above
    "replace": "INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)",
}
_ON_SERVER = (
    """
CREATE FUNCTION audit_only_added_to() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit trail is only added to'; END $$
""",
    """
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION audit_only_added_to()
""",
    """
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_only_added_to()
""",
)


def make_tables(writing: Connection) -> None:
    """Make all tables in an empty database, and the guards of the audit trail."""
    metadata.create_all(writing, checkfirst=False)
    writing.execute(record.insert(), {"version": VERSION})
    statements: tuple[str, ...] = _ON_SERVER
    if writing.dialect.name == "sqlite":
        statements = tuple(_ON_SQLITE.format(name=n, what=what) for n, what in _CHANGES.items())
    for statement in statements:
        writing.exec_driver_sql(statement)
