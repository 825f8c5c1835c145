"""Keeps who may sign in to a served course: accounts, invitations, sessions and tokens.

Of every secret that is handed out the record keeps a digest alone.
"""

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct
from sqlalchemy import Connection, func, select

from .database import change, equal, read_rows
from .tables import accounts, secrets

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


# -- secrets


class _Kind(StrEnum):
    INVITATION = "invitation"
    SESSION = "session"
    TOKEN = "token"  # noqa: S105 # a kind of secret, and none


def digest_of(secret: str) -> str:
    """Return what the record keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _add(
    writing: Connection,
    kind: _Kind,
    name: str,
    secret: str,
    now: datetime,
    *,
    lasts: timedelta | None = None,
    label: str = "",
) -> None:
    values = {
        "digest": digest_of(secret),
        "account": name,
        "kind": kind,
        "label": label,
        "added_at": now,
        "expires_at": None if lasts is None else now + lasts,
    }
    writing.execute(secrets.insert().values(values))


def _find(reading: Connection, kind: _Kind, secret: str, now: datetime | None) -> Account | None:
    """Find whose secret it is, where it is good now."""
    asked = select(accounts).join(secrets)
    asked = asked.where(*equal(secrets, kind=kind, digest=digest_of(secret)))
    if now is not None:
        asked = asked.where(secrets.c.expires_at > now)
    return next(iter(read_rows(reading, Account, asked)), None)


def _drop(writing: Connection, kind: _Kind, name: str) -> int:
    return change(writing, secrets.delete().where(*equal(secrets, kind=kind, account=name)))


def invite(writing: Connection, name: str, role: Role, secret: str, now: datetime) -> None:
    """Invite somebody, or again; of an account's links the last one alone is good."""
    if find_account(writing, name) is None:
        writing.execute(accounts.insert().values(account=name, role=role))
    else:
        writing.execute(accounts.update().where(accounts.c.account == name).values(role=role))
    _drop(writing, _Kind.INVITATION, name)
    _add(writing, _Kind.INVITATION, name, secret, now, lasts=INVITATION)


def find_invited(reading: Connection, secret: str, now: datetime) -> str | None:
    """Name whom a link invites; None for one that was used, has expired or never was."""
    found = _find(reading, _Kind.INVITATION, secret, now)
    return found.account if found else None


def set_password(writing: Connection, name: str, password: str) -> None:
    """Set a password; links to the account and its sessions end."""
    writing.execute(accounts.update().where(accounts.c.account == name).values(password=password))
    _drop(writing, _Kind.INVITATION, name)
    end_sessions(writing, name)


def begin_session(writing: Connection, name: str, secret: str, now: datetime) -> None:
    """Sign an account in; what has expired of anybody's goes."""
    writing.execute(secrets.delete().where(secrets.c.expires_at <= now))
    _add(writing, _Kind.SESSION, name, secret, now, lasts=SESSION)
    note_seen(writing, name, now)


def note_seen(writing: Connection, name: str, now: datetime) -> None:
    """Keep when somebody was here last."""
    writing.execute(accounts.update().where(accounts.c.account == name).values(seen_at=now))


def find_session(reading: Connection, secret: str, now: datetime) -> Account | None:
    """Find who is signed in."""
    return _find(reading, _Kind.SESSION, secret, now)


def end_session(writing: Connection, secret: str) -> None:
    """Sign out here."""
    writing.execute(secrets.delete().where(secrets.c.digest == digest_of(secret)))


def end_sessions(writing: Connection, name: str) -> int:
    """Sign an account out everywhere; return of how many sessions."""
    return _drop(writing, _Kind.SESSION, name)


def count_sessions(reading: Connection, name: str, now: datetime) -> int:
    """Count where an account is signed in."""
    theirs = equal(secrets, kind=_Kind.SESSION, account=name)
    asked = select(func.count()).select_from(secrets).where(*theirs)
    return reading.scalar(asked.where(secrets.c.expires_at > now)) or 0


def add_token(writing: Connection, name: str, label: str, secret: str, now: datetime) -> bool:
    """Add a token for the command line; False where there are too many."""
    if len(list_tokens(writing, name)) >= _MOST_TOKENS:
        return False
    _add(writing, _Kind.TOKEN, name, secret, now, label=label)
    return True


def list_tokens(reading: Connection, name: str) -> list[Token]:
    """List the tokens of an account, the oldest first."""
    theirs = equal(secrets, kind=_Kind.TOKEN, account=name)
    return read_rows(reading, Token, select(secrets).where(*theirs).order_by(secrets.c.id))


def drop_token(writing: Connection, name: str, number: int) -> None:
    """Take one of an account's tokens back."""
    theirs = equal(secrets, kind=_Kind.TOKEN, account=name)
    writing.execute(secrets.delete().where(*theirs, secrets.c.id == number))


def find_by_token(reading: Connection, secret: str) -> Account | None:
    """Find whose token it is."""
    return _find(reading, _Kind.TOKEN, secret, None)
