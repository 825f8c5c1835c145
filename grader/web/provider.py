"""Signing in with the accounts of an institution: OpenID Connect, by its authorization code.

A browser goes to the provider and comes back with a code, which this end exchanges for a signed
token (OpenID Connect Core 1.0, section 3.1, with PKCE of RFC 7636). What the way back must bring
along follows from a secret in the browser's cookie, so that any number of servers can share it.
"""

import hmac
import secrets
import sys
import time
from collections.abc import Mapping
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote, urlencode

import httpx
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from grader.record.accounts import digest_of

from .guard import Refused
from .identity import ProviderSettings

_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]  # never "none"
_LEEWAY_SECONDS = 60  # between two clocks
_TIMEOUT_SECONDS = 10.0
_MOST_BYTES = 1 << 20  # of an answer of the provider's
_KEPT_SECONDS = 3600.0
_ASKED_AGAIN_SECONDS = 60.0  # for keys, after a signature by a key that is not known


class Departure(Struct, frozen=True):
    """A browser on its way to the provider: where it goes, and the cookie that it keeps."""

    address: str
    cookie: str


class Provider:
    """Sends browsers to one provider, and finds out who comes back."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._settings = settings
        self._client = httpx.Client(timeout=_TIMEOUT_SECONDS, follow_redirects=False)
        self._lock = Lock()
        self._about: dict[str, Any] = {}
        self._keys: KeySet | None = None
        self._about_at = self._keys_at = float("-inf")

    def depart(self, back: str, further: str) -> Departure:
        """Send a browser away, to come back to one address and go on to a path of ours."""
        secret = secrets.token_urlsafe(32)
        asked = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": back,
            "scope": "openid email profile",
            "state": _derived(secret, "state"),
            "nonce": _derived(secret, "nonce"),
            "code_challenge": create_s256_code_challenge(_derived(secret, "verifier")),
            "code_challenge_method": "S256",
        }
        address = self._endpoint("authorization_endpoint")
        joined = "&" if "?" in address else "?"
        return Departure(f"{address}{joined}{urlencode(asked)}", f"{secret}.{quote(further, '')}")

    def arrive(self, cookie: str, asked: Mapping[str, str], back: str) -> tuple[str, str]:
        """Name who came back, and the path to go on to.

        Raises Refused.
        """
        secret, _, further = cookie.partition(".")
        state = asked.get("state", "").encode()
        if not secret or not hmac.compare_digest(state, _derived(secret, "state").encode()):
            raise _refused("This way of signing in was begun elsewhere, or too long ago.")
        if "code" not in asked:
            raise _refused("Your institution did not sign you in.")
        token = self._exchange(asked["code"], back, _derived(secret, "verifier"))
        return self._name_in(self._checked(token, _derived(secret, "nonce"))), unquote(further)

    def _exchange(self, code: str, back: str, verifier: str) -> str:
        given = self._ask(
            "POST",
            self._endpoint("token_endpoint"),
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": back,
                "code_verifier": verifier,
            },
        )
        token = given.get("id_token")
        if not isinstance(token, str):
            raise _refused("Your institution did not sign you in: try once more.")
        return token

    def _checked(self, token: str, nonce: str) -> dict[str, Any]:
        """Check a token's signature, and that it is meant for this course and this browser."""
        settings = self._settings
        try:
            try:
                read = jwt.decode(token, self._key_set(), algorithms=_ALGORITHMS)
            except (JoseError, ValueError):  # by a key that is new, perhaps
                read = jwt.decode(token, self._key_set(is_old=True), algorithms=_ALGORITHMS)
            options = {
                "iss": {"essential": True, "value": settings.issuer},
                "aud": {"essential": True, "value": settings.client_id},
                "nonce": {"essential": True},
            }
            params = {"nonce": nonce, "client_id": settings.client_id}
            claims = CodeIDToken(read.claims, read.header, options, params)
            claims.validate(leeway=_LEEWAY_SECONDS)
        except (JoseError, ValueError, TypeError) as error:
            raise _refused(
                "What your institution says of you cannot be believed: try once more."
            ) from error
        return dict(claims)

    def _name_in(self, claims: dict[str, Any]) -> str:
        claim = self._settings.claim
        name = claims.get(claim)
        if not isinstance(name, str) or not name:
            raise _refused(f"Your institution does not tell your {claim}.")
        if claim == "email" and claims.get("email_verified") is not True:
            raise _refused(
                "Your institution has not verified your address: confirm it there, then sign in."
            )
        return name

    # -- what the provider says of itself

    def _endpoint(self, name: str) -> str:
        address = self._described().get(name)
        if not isinstance(address, str) or not is_safe(address):
            raise _fault(f"The provider names no {name} that can be trusted.")
        return address

    def _described(self) -> dict[str, Any]:
        with self._lock:
            if time.monotonic() - self._about_at > _KEPT_SECONDS:
                issuer = self._settings.issuer
                about = self._ask("GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration")
                if about.get("issuer") != issuer:
                    raise _fault(f"The provider does not call itself {issuer}.")
                self._about, self._about_at = about, time.monotonic()
            return self._about

    def _key_set(self, *, is_old: bool = False) -> KeySet:
        """Give the provider's keys, asked for again now and then where those at hand are old."""
        address = self._endpoint("jwks_uri")
        with self._lock:
            age = time.monotonic() - self._keys_at
            if self._keys is None or age > (_ASKED_AGAIN_SECONDS if is_old else _KEPT_SECONDS):
                given = self._ask("GET", address)
                try:
                    self._keys = KeySet.import_key_set({"keys": given.get("keys", [])})
                except (JoseError, ValueError, TypeError, KeyError) as error:
                    raise _fault("The provider gives keys that cannot be read.") from error
                self._keys_at = time.monotonic()
            return self._keys

    def _ask(self, method: str, address: str, form: dict[str, str] | None = None) -> dict[str, Any]:
        settings = self._settings
        # a client's name and secret are written as a form's fields are (RFC 6749, 2.3.1)
        who = (quote(settings.client_id, ""), quote(settings.client_secret, ""))
        auth = who if form is not None else httpx.USE_CLIENT_DEFAULT
        try:
            with self._client.stream(method, address, data=form, auth=auth) as answer:
                body = bytearray()
                for piece in answer.iter_bytes():
                    body += piece
                    if len(body) > _MOST_BYTES:
                        raise _fault("The provider answers too much.")
                is_refused = form is not None and answer.status_code in (400, 401, 403)
                if answer.status_code != 200 and not is_refused:
                    raise _fault(f"The provider answers {answer.status_code}.")
                given = httpx.Response(200, content=bytes(body)).json()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise _fault(f"The provider does not answer: {type(error).__name__}.") from error
        if not isinstance(given, dict):
            raise _fault("The provider answers what is no object.")
        return given


def _refused(sentence: str) -> Refused:
    """Tell a person why nobody vouches for them."""
    return Refused(403, "not_yours", sentence)


def _fault(what: str) -> Refused:
    """Tell whoever runs this what the provider did, and a person to come back."""
    print(f"Signing in by OpenID Connect: {what}", file=sys.stderr, flush=True)
    sentence = "Your institution's sign-in does not answer. Try again in some minutes."
    return Refused(503, "fault", sentence, 60)


def _derived(secret: str, what: str) -> str:
    return digest_of(f"{what} of {secret}")


def is_safe(address: str) -> bool:
    """Whether an address is encrypted, or of this very machine."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        return False
    return url.scheme == "https" or url.host in ("127.0.0.1", "localhost", "::1")
