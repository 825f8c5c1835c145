"""Keeps who may sign in to a served course: accounts, invitations, sessions and tokens.

Of every secret that is handed out the record keeps a digest alone.
"""

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from .connections import Connection, moment, moment_or_none, of_row
from .people import enrol, write_audit

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


_ACCOUNT = "account, role, password, added_at, seen_at"


def digest_of(secret: str) -> str:
    """Return what the record keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def has_accounts(reading: Connection) -> bool:
    """Whether anybody was ever invited, so that whoever comes has to sign in."""
    return bool(reading.rows("SELECT 1 FROM accounts LIMIT 1"))


def list_accounts(reading: Connection) -> list[Account]:
    """List all accounts by name."""
    rows = reading.rows(f"SELECT {_ACCOUNT} FROM accounts ORDER BY account")
    return [_account(*row) for row in rows]


def find_account(reading: Connection, name: str) -> Account | None:
    """Find an account by its name."""
    rows = reading.rows(f"SELECT {_ACCOUNT} FROM accounts WHERE account = :name", name=name)
    return _account(*rows[0]) if rows else None


def _account(account: str, role: str, password: str | None, added: str, seen: str) -> Account:
    fields = {"account": account, "role": role, "password": password}
    times = {"added_at": moment(added), "seen_at": moment_or_none(seen)}
    return of_row(Account, {**fields, **times})


# -- invitations


def invite(writing: Connection, name: str, role: Role, secret: str, now: datetime) -> None:
    """Invite somebody, or again; of an account's links the last one alone is good."""
    if role is Role.STUDENT:
        enrol(writing, name, now)
    if find_account(writing, name) is None:
        writing.change(
            "INSERT INTO accounts (account, role, added_at) VALUES (:name, :role, :now)",
            name=name,
            role=role.value,
            now=now,
        )
    else:
        writing.change(
            "UPDATE accounts SET role = :role WHERE account = :name", name=name, role=role.value
        )
    writing.change("DELETE FROM invitations WHERE account = :name", name=name)
    writing.change(
        "INSERT INTO invitations (digest, account, expires_at) VALUES (:digest, :name, :until)",
        digest=digest_of(secret),
        name=name,
        until=now + INVITATION,
    )
    write_audit(writing, "invited", now, student=name, detail=role.value)


def find_invited(reading: Connection, secret: str, now: datetime) -> str | None:
    """Name whom a link invites; None for one that was used, has expired or never was."""
    rows = reading.rows(
        "SELECT account FROM invitations WHERE digest = :digest AND expires_at > :now",
        digest=digest_of(secret),
        now=now,
    )
    return str(rows[0][0]) if rows else None


def set_password(writing: Connection, name: str, password: str, now: datetime) -> None:
    """Set a password; links to the account and its sessions end."""
    writing.change(
        "UPDATE accounts SET password = :password WHERE account = :name",
        password=password,
        name=name,
    )
    writing.change("DELETE FROM invitations WHERE account = :name", name=name)
    end_sessions(writing, name)
    write_audit(writing, "password set", now, student=name)


# -- sessions


def begin_session(writing: Connection, name: str, secret: str, now: datetime) -> None:
    """Sign an account in."""
    writing.change("DELETE FROM sessions WHERE expires_at <= :now", now=now)
    writing.change(
        "INSERT INTO sessions (digest, account, expires_at) VALUES (:digest, :name, :until)",
        digest=digest_of(secret),
        name=name,
        until=now + SESSION,
    )
    note_seen(writing, name, now)


def note_seen(writing: Connection, name: str, now: datetime) -> None:
    """Keep when somebody was here last."""
    writing.change("UPDATE accounts SET seen_at = :now WHERE account = :name", now=now, name=name)


def find_session(reading: Connection, secret: str, now: datetime) -> Account | None:
    """Find who is signed in."""
    rows = reading.rows(
        "SELECT account FROM sessions WHERE digest = :digest AND expires_at > :now",
        digest=digest_of(secret),
        now=now,
    )
    return find_account(reading, rows[0][0]) if rows else None


def end_session(writing: Connection, secret: str) -> None:
    """Sign out here."""
    writing.change("DELETE FROM sessions WHERE digest = :digest", digest=digest_of(secret))


def end_sessions(writing: Connection, name: str) -> int:
    """Sign an account out everywhere; return of how many sessions."""
    return writing.change("DELETE FROM sessions WHERE account = :name", name=name)


def count_sessions(reading: Connection, name: str, now: datetime) -> int:
    """Count where an account is signed in."""
    ((number,),) = reading.rows(
        "SELECT count(*) FROM sessions WHERE account = :name AND expires_at > :now",
        name=name,
        now=now,
    )
    return int(number)


# -- tokens


def add_token(writing: Connection, name: str, label: str, secret: str, now: datetime) -> bool:
    """Add a token for the command line; False where there are too many."""
    if len(list_tokens(writing, name)) >= _MOST_TOKENS:
        return False
    writing.change(
        "INSERT INTO tokens (digest, account, label, added_at)"
        " VALUES (:digest, :name, :label, :now)",
        digest=digest_of(secret),
        name=name,
        label=label,
        now=now,
    )
    return True


def list_tokens(reading: Connection, name: str) -> list[Token]:
    """List the tokens of an account, the oldest first."""
    rows = reading.rows(
        "SELECT id, label, added_at FROM tokens WHERE account = :name ORDER BY id", name=name
    )
    return [
        of_row(Token, {"id": number, "label": label, "added_at": moment(added)})
        for number, label, added in rows
    ]


def drop_token(writing: Connection, name: str, number: int) -> None:
    """Take one of an account's tokens back."""
    writing.change(
        "DELETE FROM tokens WHERE account = :name AND id = :number", name=name, number=number
    )


def find_by_token(reading: Connection, secret: str) -> Account | None:
    """Find whose token it is."""
    rows = reading.rows(
        "SELECT account FROM tokens WHERE digest = :digest", digest=digest_of(secret)
    )
    return find_account(reading, rows[0][0]) if rows else None
