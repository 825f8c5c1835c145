"""Knows who asks: by a session's cookie, by a token, or as the one who sits at the machine."""

import secrets
import threading
import time
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from grader.errors import JailError
from grader.record.accounts import (
    SESSION,
    Account,
    Role,
    begin_session,
    digest_of,
    end_session,
    find_account,
    find_by_token,
    find_session,
    has_accounts,
    note_seen,
    set_password,
)
from grader.study.enrolment import Enrolment

from .guard import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

COOKIE = "grader_session"
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 1000
_SEEN_AGAIN = timedelta(hours=1)
_HASHING_AT_ONCE = 2  # each takes 64 MiB and a core
_WINDOW = 600.0  # seconds in which wrong passwords count together
_WRONG_OF_ACCOUNT, _WRONG_OF_ADDRESS = 10, 100
_MOST_REMEMBERED = 100_000
_TOO_MANY = "Too many tries. Wait some minutes, then try again."


class ProviderSettings(Struct, frozen=True):
    """What an institution's provider of identities and this course know of each other."""

    issuer: str
    client_id: str
    client_secret: str
    claim: str = "email"  # what the provider calls a person; it is the name of the account here


class Person(Struct, frozen=True):
    """Who asks."""

    name: str
    role: Role
    session: str = ""  # the secret of the session; empty for a token and without accounts
    is_local: bool = False  # there are no accounts: whoever asks sits at this machine

    @property
    def is_instructor(self) -> bool:
        """Whether the class's pages are theirs to see."""
        return self.role is Role.INSTRUCTOR

    @property
    def form_token(self) -> str:
        """Return what each form of this session has to bring along."""
        return digest_of(f"form {self.session}") if self.session else ""


class Tries:
    """Counts what went wrong under a name, and refuses more for a while."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._when: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def refuse(self, name: str) -> None:
        """Raise Refused where too much went wrong lately."""
        now = time.monotonic()
        with self._lock:
            recent = [one for one in self._when.get(name, ()) if now - one < _WINDOW]
        if len(recent) >= self._most:
            seconds = int(_WINDOW - (now - recent[0])) + 1
            raise Refused(429, "too_many", _TOO_MANY, seconds)

    def note(self, name: str) -> None:
        """Count one more."""
        now = time.monotonic()
        with self._lock:
            if len(self._when) >= _MOST_REMEMBERED:
                self._when.clear()
            recent = [one for one in self._when.get(name, ()) if now - one < _WINDOW]
            self._when[name] = [*recent, now][-self._most :]


class Identity:
    """Signs in and out; without any account, whoever asks is the one at the machine."""

    def __init__(self, enrolment: Enrolment, *, is_secure: bool) -> None:
        self.store = enrolment.store
        self.clock = enrolment.clock
        self._local_name = enrolment.student
        self._isolation = enrolment.choose_isolation
        self._is_secure = is_secure  # reached by https
        self._has_accounts = False
        self._of_account, self._of_address = Tries(_WRONG_OF_ACCOUNT), Tries(_WRONG_OF_ADDRESS)
        self._hashing = threading.BoundedSemaphore(_HASHING_AT_ONCE)

    @property
    def has_accounts(self) -> bool:
        """Whether anybody was ever invited; from then on whoever comes has to sign in."""
        if not self._has_accounts:
            with self.store.reading() as reading:
                self._has_accounts = has_accounts(reading)
        return self._has_accounts

    def who(self, request: Request) -> Person | None:
        """Find out who asks; None for nobody who may, JailError where nobody can be let in."""
        if self.has_accounts and self._isolation() == "none":
            raise JailError(
                "This machine cannot isolate what students submit, so nobody but you may use it."
            )
        if not self.has_accounts:
            return Person(self._local_name, Role.INSTRUCTOR, is_local=True)
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        session = request.cookies.get(COOKIE, "")
        now = self.clock()
        with self.store.reading() as reading:
            if kind.lower() == "bearer":
                session, account = "", find_by_token(reading, token.strip())
            else:
                account = find_session(reading, session, now) if session else None
        if account is None:
            return None
        if account.seen_at is None or now - account.seen_at > _SEEN_AGAIN:
            with self.store.writing() as writing:
                note_seen(writing, account.account, now)
        return Person(account.account, account.role, session)

    # -- signing in and out

    def is_password_of(self, name: str, password: str, address: str) -> bool:
        """Check a password, and count a wrong one; raises Refused after many."""
        key = name.casefold()
        self._of_account.refuse(key)
        self._of_address.refuse(address)
        with self.store.reading() as reading:
            account = find_account(reading, name)
        is_right = self._is_right(account, password)
        if not is_right:
            self._of_account.note(key)
            self._of_address.note(address)
        return is_right

    def begin(self, name: str) -> str:
        """Begin a session."""
        secret = secrets.token_urlsafe(32)
        with self.store.writing() as writing:
            begin_session(writing, name, secret, self.clock())
        return secret

    def sign_out(self, person: Person) -> None:
        """End a session."""
        with self.store.writing() as writing:
            end_session(writing, person.session)

    def refuse_guesses(self, address: str) -> None:
        """Raise Refused for an address that has tried many links or passwords."""
        self._of_address.refuse(address)

    def note_guess(self, address: str) -> None:
        """Count a link that is none."""
        self._of_address.note(address)

    def set_password(self, name: str, password: str) -> None:
        """Set a password; every session of the account ends."""
        with self._hashing:
            hashed = self._hasher.hash(password)
        with self.store.writing() as writing:
            set_password(writing, name, hashed)

    def remember(self, response: Response, secret: str) -> None:
        """Have the browser keep a session's secret."""
        response.set_cookie(
            COOKIE,
            secret,
            max_age=int(SESSION.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=self._is_secure,
        )

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher

        return PasswordHasher()

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(secrets.token_urlsafe())

    def _is_right(self, account: Account | None, password: str) -> bool:
        """Check a password; for an account that does not exist it takes as long."""
        from argon2.exceptions import Argon2Error, InvalidHashError

        known = account.password if account is not None else None
        with self._hashing:
            try:
                matches = self._hasher.verify(known or self._nobodys, password[:LONGEST_PASSWORD])
            except (Argon2Error, InvalidHashError):
                return False
        return matches and known is not None


def refuse_password(password: str) -> str | None:
    """Say what is wrong with a new password; None for one that can be had."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
    return None
