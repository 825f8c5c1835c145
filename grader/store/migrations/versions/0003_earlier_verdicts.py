"""Verdicts that a regrade has replaced."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_MOMENT = sa.String(32)


def _name(length: int) -> sa.types.TypeEngine[str]:
    # sorts alike in every database
    by_code_point = sa.String(length, collation="C")
    return sa.String(length).with_variant(by_code_point, "postgresql")


def upgrade() -> None:
    """Add the table that earlier verdicts are kept in."""
    op.create_table(
        "earlier_verdicts",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("student", _name(200), nullable=False),
        sa.Column("lesson", _name(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("submission_sha256", sa.String(64), nullable=False),
        sa.Column("judged_at", _MOMENT, nullable=False),
        sa.Column("replaced_at", _MOMENT, nullable=False),
        sa.Column("course_version", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("points", sa.String(64), nullable=False),
        sa.Column("max_points", sa.String(64), nullable=False),
        sa.Column("judged", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_earlier_verdicts"),
        sa.ForeignKeyConstraint(["student"], ["students.id"], name="fk_earlier_verdicts_student"),
    )
    op.create_index("ix_earlier_verdicts_student_lesson", "earlier_verdicts", ["student", "lesson"])
