"""Keeps who may sign in to a served course: accounts, invitations, sessions and tokens.

Of every secret that is handed out the record keeps a digest alone.
"""

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct
from sqlalchemy import Connection, Table, func, select

from .database import change, equal, read_rows
from .people import enrol, write_audit
from .tables import accounts, invitations, sessions, tokens

INVITATION = timedelta(days=14)
SESSION = timedelta(days=14)
_MOST_TOKENS = 20  # of one account


class Role(StrEnum):
    """What an account may do."""

    STUDENT = "student"
    INSTRUCTOR = "instructor"


class Account(Struct, frozen=True):
    """Who may sign in; without a password, who was invited and has not come yet."""

    account: str
    role: Role
    password: str | None  # as argon2 writes it
    added_at: datetime
    seen_at: datetime | None  # by the hour


class Token(Struct, frozen=True):
    """A token for the command line, without its secret."""

    id: int
    label: str
    added_at: datetime


def has_accounts(reading: Connection) -> bool:
    """Whether anybody was ever invited, so that whoever comes has to sign in."""
    return reading.scalar(select(1).select_from(accounts).limit(1)) is not None


def list_accounts(reading: Connection, name: str | None = None) -> list[Account]:
    """List all accounts by name, or one."""
    theirs = equal(accounts, account=name)
    return read_rows(reading, Account, select(accounts).where(*theirs).order_by(accounts.c.account))


def find_account(reading: Connection, name: str) -> Account | None:
    """Find an account by its name."""
    return next(iter(list_accounts(reading, name)), None)


def digest_of(secret: str) -> str:
    """Return what the record keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _holder(reading: Connection, table: Table, secret: str, now: datetime | None) -> str | None:
    """Name whose secret it is, where it is good now."""
    asked = select(table.c.account).where(table.c.digest == digest_of(secret))
    return reading.scalar(asked if now is None else asked.where(table.c.expires_at > now))


def _end_all(writing: Connection, table: Table, name: str) -> int:
    return change(writing, table.delete().where(table.c.account == name))


# -- invitations


def invite(writing: Connection, name: str, role: Role, secret: str, now: datetime) -> None:
    """Invite somebody, or again; of an account's links the last one alone is good."""
    if role is Role.STUDENT:
        enrol(writing, name, now)
    if find_account(writing, name) is None:
        writing.execute(accounts.insert().values(account=name, role=role, added_at=now))
    else:
        writing.execute(accounts.update().where(accounts.c.account == name).values(role=role))
    _end_all(writing, invitations, name)
    link = {"digest": digest_of(secret), "account": name, "expires_at": now + INVITATION}
    writing.execute(invitations.insert().values(link))
    write_audit(writing, "invited", now, student=name, detail=role.value)


def find_invited(reading: Connection, secret: str, now: datetime) -> str | None:
    """Name whom a link invites; None for one that was used, has expired or never was."""
    return _holder(reading, invitations, secret, now)


def set_password(writing: Connection, name: str, password: str, now: datetime) -> None:
    """Set a password; links to the account and its sessions end."""
    writing.execute(accounts.update().where(accounts.c.account == name).values(password=password))
    _end_all(writing, invitations, name)
    end_sessions(writing, name)
    write_audit(writing, "password set", now, student=name)


# -- sessions


def begin_session(writing: Connection, name: str, secret: str, now: datetime) -> None:
    """Sign an account in."""
    writing.execute(sessions.delete().where(sessions.c.expires_at <= now))
    values = {"digest": digest_of(secret), "account": name, "expires_at": now + SESSION}
    writing.execute(sessions.insert().values(values))
    note_seen(writing, name, now)


def note_seen(writing: Connection, name: str, now: datetime) -> None:
    """Keep when somebody was here last."""
    writing.execute(accounts.update().where(accounts.c.account == name).values(seen_at=now))


def find_session(reading: Connection, secret: str, now: datetime) -> Account | None:
    """Find who is signed in."""
    name = _holder(reading, sessions, secret, now)
    return None if name is None else find_account(reading, name)


def end_session(writing: Connection, secret: str) -> None:
    """Sign out here."""
    writing.execute(sessions.delete().where(sessions.c.digest == digest_of(secret)))


def end_sessions(writing: Connection, name: str) -> int:
    """Sign an account out everywhere; return of how many sessions."""
    return _end_all(writing, sessions, name)


def count_sessions(reading: Connection, name: str, now: datetime) -> int:
    """Count where an account is signed in."""
    theirs = sessions.c.account == name, sessions.c.expires_at > now
    return reading.scalar(select(func.count()).select_from(sessions).where(*theirs)) or 0


# -- tokens


def add_token(writing: Connection, name: str, label: str, secret: str, now: datetime) -> bool:
    """Add a token for the command line; False where there are too many."""
    if len(list_tokens(writing, name)) >= _MOST_TOKENS:
        return False
    values = {"digest": digest_of(secret), "account": name, "label": label, "added_at": now}
    writing.execute(tokens.insert().values(values))
    return True


def list_tokens(reading: Connection, name: str) -> list[Token]:
    """List the tokens of an account, the oldest first."""
    asked = select(tokens.c.id, tokens.c.label, tokens.c.added_at)
    return read_rows(reading, Token, asked.where(tokens.c.account == name).order_by(tokens.c.id))


def drop_token(writing: Connection, name: str, number: int) -> None:
    """Take one of an account's tokens back."""
    writing.execute(tokens.delete().where(tokens.c.account == name, tokens.c.id == number))


def find_by_token(reading: Connection, secret: str) -> Account | None:
    """Find whose token it is."""
    name = _holder(reading, tokens, secret, None)
    return None if name is None else find_account(reading, name)
