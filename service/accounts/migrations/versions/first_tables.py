"""People, tokens, invitations, hosts and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(200), nullable=False, unique=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("stamp", sa.String(32), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "person",
            sa.Integer,
            sa.ForeignKey("people.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scope", sa.String(12), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("used", MOMENT),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("role", sa.String(12)),
        sa.Column("session_id", sa.String(32), index=True),
        sa.Column("seat", sa.Integer),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("used", MOMENT),
        sa.Column("revoked", MOMENT),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "hosts",
        sa.Column("session_id", sa.String(32), primary_key=True),
        sa.Column(
            "person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False
        ),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("what", sa.String(60), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("where", sa.String(80), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sqlite_autoincrement=True,
    )
