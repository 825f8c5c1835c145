"""The tables, as the newest migration leaves them.

students          who is on record; `token` is all that the audit trail knows of a person
attempts          a submission each, on disk before it is judged
earlier_verdicts  what a regrade has put new verdicts in the place of
hints             steps taken
grants            lessons opened and dates extended by hand, with who, when and why
remarks           marks and comments by hand
publications      lessons whose results have been published
audit             what happened, only ever added to
"""

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine


class Moment(TypeDecorator[datetime]):
    """A point in time as ISO 8601 in UTC: sorts as text, and is the same in every database."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write it down; a time without a zone is a mistake of ours."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _name(length: int) -> TypeEngine[str]:
    # sorts alike in every database: by code point
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def _student() -> Column[str]:
    return Column("student", _name(200), ForeignKey("students.id"), nullable=False)


students = Table(
    "students",
    metadata,
    Column("id", _name(200), primary_key=True),
    Column("token", String(32), nullable=False, unique=True),
    Column("added_at", Moment, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("submission_sha256", String(64), nullable=False),
    Column("submitted_at", Moment),
    Column("tries", Integer, nullable=False, default=0),  # times that judging it was begun
    Column("judged_at", Moment),  # null: waits to be judged
    Column("course_version", String(64), nullable=False),
    Column("verdict", String(32)),
    Column("points", String(64)),
    Column("max_points", String(64)),
    Column("lesson_passed", Boolean),
    Column("seconds", Float),
    # last, so that a look at the columns above does not read them
    Column("sources", LargeBinary, nullable=False),
    Column("judged", LargeBinary),
    UniqueConstraint("student", "lesson", "number"),
)
Index("ix_attempts_lesson_student", attempts.c.lesson, attempts.c.student)
Index("ix_attempts_judged_at", attempts.c.judged_at)

earlier_verdicts = Table(
    "earlier_verdicts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("number", Integer, nullable=False),  # of the attempt
    Column("submission_sha256", String(64), nullable=False),
    Column("judged_at", Moment, nullable=False),
    Column("replaced_at", Moment, nullable=False),
    Column("course_version", String(64), nullable=False),
    Column("verdict", String(32), nullable=False),
    Column("points", String(64), nullable=False),
    Column("max_points", String(64), nullable=False),
    Column("judged", LargeBinary, nullable=False),
)
Index("ix_earlier_verdicts_student_lesson", earlier_verdicts.c.student, earlier_verdicts.c.lesson)

hints = Table(
    "hints",
    metadata,
    Column("student", _name(200), ForeignKey("students.id"), primary_key=True),
    Column("lesson", _name(32), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("taken_at", Moment, nullable=False),
)

grants = Table(
    "grants",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("opens", Boolean, nullable=False),
    Column("due", Moment),
    Column("attempts", Integer, nullable=False, default=0),
    Column("granted_by", String(200), nullable=False),
    Column("granted_at", Moment, nullable=False),
    Column("note", Text, nullable=False),
)
Index("ix_grants_student", grants.c.student)

remarks = Table(
    "remarks",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("submission_sha256", String(64)),  # null: on every submission of theirs
    Column("case_id", Text),  # null: on the submission as a whole
    Column("points", String(64)),  # null: a comment; else the points in place of the judge's
    Column("text", Text, nullable=False),
    Column("written_by", String(200), nullable=False),
    Column("written_at", Moment, nullable=False),
)
Index("ix_remarks_lesson_student", remarks.c.lesson, remarks.c.student)

publications = Table(
    "publications",
    metadata,
    Column("lesson", _name(32), primary_key=True),
    Column("published_by", String(200), nullable=False),
    Column("published_at", Moment, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Moment, nullable=False),
    Column("event", String(32), nullable=False),
    Column("person", String(32)),  # a student's token
    Column("lesson", _name(32)),
    Column("detail", Text, nullable=False, default=""),  # never about a person
)
