"""Declares the tables of a record for SQLAlchemy, and makes them.

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
invitations       links by which a password is set, once
sessions          who is signed in
tokens            what the command line signs in with
audit             what happened, only ever added to
proposals         verdicts of a regrade that nobody has taken yet
course            one row: the title of the course that all this is about
record            one row: the version of all this

Moments are texts: ISO 8601 in UTC, which sorts as it should in every database.
"""

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
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

from .connections import VERSION

_MOMENT = String(32)


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
    Column("added_at", _MOMENT, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("submission_sha256", String(64), nullable=False),
    Column("submitted_at", _MOMENT),
    Column("tries", Integer, nullable=False),  # times that judging it was begun
    Column("judged_at", _MOMENT),  # null: waits to be judged
    Column("course_version", String(64), nullable=False),
    Column("grader_version", String(32), nullable=False),  # of who put it on record
    Column("is_of_class", Boolean, nullable=False),  # nobody waits at a screen for it
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
_waits = attempts.c.judged_at.is_(None)
Index(
    "ix_attempts_waiting",
    attempts.c.is_of_class,
    attempts.c.id,
    sqlite_where=_waits,
    postgresql_where=_waits,
)

earlier_verdicts = Table(
    "earlier_verdicts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("number", Integer, nullable=False),  # of the attempt
    Column("submission_sha256", String(64), nullable=False),
    Column("judged_at", _MOMENT, nullable=False),
    Column("replaced_at", _MOMENT, nullable=False),
    Column("course_version", String(64), nullable=False),
    Column("verdict", String(32), nullable=False),
    Column("points", String(64), nullable=False),
    Column("max_points", String(64), nullable=False),
    Column("judged", LargeBinary, nullable=False),
)
Index("ix_earlier_verdicts_student_lesson", earlier_verdicts.c.student, earlier_verdicts.c.lesson)

not_judged = Table(
    "not_judged",
    metadata,
    Column("student", _name(200), ForeignKey("students.id"), primary_key=True),
    Column("lesson", _name(32), primary_key=True),
    Column("judged", LargeBinary, nullable=False),
    Column("recorded_at", _MOMENT, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("attempt", Integer, primary_key=True, autoincrement=False),  # its id
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("submission_sha256", String(64), nullable=False),
    Column("judged", LargeBinary, nullable=False),
    Column("made_at", _MOMENT, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("student", _name(200), ForeignKey("students.id"), primary_key=True),
    Column("lesson", _name(32), primary_key=True),
    Column("file", _name(200), primary_key=True),
    Column("source", Text, nullable=False),
    Column("number", Integer, nullable=False),  # of the save
    Column("saved_at", _MOMENT, nullable=False),
)

hints = Table(
    "hints",
    metadata,
    Column("student", _name(200), ForeignKey("students.id"), primary_key=True),
    Column("lesson", _name(32), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("taken_at", _MOMENT, nullable=False),
)

grants = Table(
    "grants",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _student(),
    Column("lesson", _name(32), nullable=False),
    Column("opens", Boolean, nullable=False),
    Column("due", _MOMENT),
    Column("attempts", Integer, nullable=False),
    Column("granted_by", String(200), nullable=False),
    Column("granted_at", _MOMENT, nullable=False),
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
    Column("written_at", _MOMENT, nullable=False),
)
Index("ix_remarks_lesson_student", remarks.c.lesson, remarks.c.student)

publications = Table(
    "publications",
    metadata,
    Column("lesson", _name(32), primary_key=True),
    Column("published_by", String(200), nullable=False),
    Column("published_at", _MOMENT, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("account", _name(200), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("password", String(200)),  # null: was invited, and has not come yet
    Column("added_at", _MOMENT, nullable=False),
    Column("seen_at", _MOMENT),
)


def _account() -> Column[str]:
    return Column("account", _name(200), ForeignKey("accounts.account"), nullable=False, index=True)


invitations = Table(
    "invitations",
    metadata,
    Column("digest", String(64), primary_key=True),
    _account(),
    Column("expires_at", _MOMENT, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    _account(),
    Column("expires_at", _MOMENT, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("digest", String(64), nullable=False, unique=True),
    _account(),
    Column("label", String(200), nullable=False),
    Column("added_at", _MOMENT, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", _MOMENT, nullable=False),
    Column("event", String(32), nullable=False),
    Column("person", String(32)),  # a student's token
    Column("lesson", _name(32)),
    Column("detail", Text, nullable=False),  # never about a person
)

course = Table("course", metadata, Column("title", Text, primary_key=True))

record = Table("record", metadata, Column("version", Integer, nullable=False))

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
