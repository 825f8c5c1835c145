"""The tables of the record."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_MOMENT = sa.String(32)
_SQLITE = (
    "CREATE TRIGGER audit_no_{name} BEFORE {what}"
    " BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END"
)
_CHANGES = {
    "update": "UPDATE ON audit",
    "delete": "DELETE ON audit",
    # INSERT OR REPLACE deletes without asking the trigger above
    "replace": "INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)",
}
_REFUSE = """
CREATE FUNCTION audit_only_added_to() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit trail is only added to'; END $$
"""
_WATCH = """
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION audit_only_added_to()
"""
_WATCH_ALL = """
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_only_added_to()
"""


def _name(length: int) -> sa.types.TypeEngine[str]:
    # sorts alike in every database
    by_code_point = sa.String(length, collation="C")
    return sa.String(length).with_variant(by_code_point, "postgresql")


def upgrade() -> None:
    """Make all tables."""
    _make_students()
    _make_attempts()
    _make_earlier_verdicts()
    _make_hints()
    _make_grants()
    _make_remarks()
    _make_publications()
    _make_audit()


def _make_students() -> None:
    op.create_table(
        "students",
        sa.Column("id", _name(200), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("added_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_students"),
        sa.UniqueConstraint("token", name="uq_students_token"),
    )


def _make_table_of_students(table: str, *more: sa.Column[Any] | sa.UniqueConstraint) -> None:
    op.create_table(
        table,
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("student", _name(200), nullable=False),
        sa.Column("lesson", _name(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["student"], ["students.id"], name=f"fk_{table}_student"),
        *more,
    )


def _make_attempts() -> None:
    _make_table_of_students(
        "attempts",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("submission_sha256", sa.String(64), nullable=False),
        sa.Column("submitted_at", _MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("judged_at", _MOMENT),
        sa.Column("course_version", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(32)),
        sa.Column("points", sa.String(64)),
        sa.Column("max_points", sa.String(64)),
        sa.Column("lesson_passed", sa.Boolean),
        sa.Column("seconds", sa.Float),
        sa.Column("sources", sa.LargeBinary, nullable=False),
        sa.Column("judged", sa.LargeBinary),
        sa.UniqueConstraint(
            "student", "lesson", "number", name="uq_attempts_student_lesson_number"
        ),
    )
    op.create_index("ix_attempts_lesson_student", "attempts", ["lesson", "student"])
    op.create_index("ix_attempts_judged_at", "attempts", ["judged_at"])


def _make_earlier_verdicts() -> None:
    _make_table_of_students(
        "earlier_verdicts",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("submission_sha256", sa.String(64), nullable=False),
        sa.Column("judged_at", _MOMENT, nullable=False),
        sa.Column("replaced_at", _MOMENT, nullable=False),
        sa.Column("course_version", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("points", sa.String(64), nullable=False),
        sa.Column("max_points", sa.String(64), nullable=False),
        sa.Column("judged", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_earlier_verdicts_student_lesson", "earlier_verdicts", ["student", "lesson"])


def _make_hints() -> None:
    op.create_table(
        "hints",
        sa.Column("student", _name(200), nullable=False),
        sa.Column("lesson", _name(32), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("taken_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("student", "lesson", "step", name="pk_hints"),
        sa.ForeignKeyConstraint(["student"], ["students.id"], name="fk_hints_student"),
    )


def _make_grants() -> None:
    _make_table_of_students(
        "grants",
        sa.Column("opens", sa.Boolean, nullable=False),
        sa.Column("due", _MOMENT),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("granted_by", sa.String(200), nullable=False),
        sa.Column("granted_at", _MOMENT, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("ix_grants_student", "grants", ["student"])


def _make_remarks() -> None:
    _make_table_of_students(
        "remarks",
        sa.Column("submission_sha256", sa.String(64)),
        sa.Column("case_id", sa.Text),
        sa.Column("points", sa.String(64)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written_by", sa.String(200), nullable=False),
        sa.Column("written_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_remarks_lesson_student", "remarks", ["lesson", "student"])


def _make_publications() -> None:
    op.create_table(
        "publications",
        sa.Column("lesson", _name(32), nullable=False),
        sa.Column("published_by", sa.String(200), nullable=False),
        sa.Column("published_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("lesson", name="pk_publications"),
    )


def _make_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("lesson", _name(32)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    if op.get_bind().dialect.name == "sqlite":
        statements = [_SQLITE.format(name=name, what=what) for name, what in _CHANGES.items()]
    else:
        statements = [_REFUSE, _WATCH, _WATCH_ALL]
    for statement in statements:
        op.execute(statement)
