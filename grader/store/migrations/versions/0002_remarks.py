"""Marks and comments by hand, and what has been published."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_MOMENT = sa.String(32)


def _name(length: int) -> sa.types.TypeEngine[str]:
    # sorts alike in every database
    by_code_point = sa.String(length, collation="C")
    return sa.String(length).with_variant(by_code_point, "postgresql")


def upgrade() -> None:
    """Add the tables of the instructor's desk."""
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("student", _name(200), nullable=False),
        sa.Column("lesson", _name(32), nullable=False),
        sa.Column("submission_sha256", sa.String(64)),
        sa.Column("case_id", sa.Text),
        sa.Column("points", sa.String(64)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written_by", sa.String(200), nullable=False),
        sa.Column("written_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_remarks"),
        sa.ForeignKeyConstraint(["student"], ["students.id"], name="fk_remarks_student"),
    )
    op.create_index("ix_remarks_lesson_student", "remarks", ["lesson", "student"])
    op.create_table(
        "publications",
        sa.Column("lesson", _name(32), nullable=False),
        sa.Column("published_by", sa.String(200), nullable=False),
        sa.Column("published_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("lesson", name="pk_publications"),
    )
