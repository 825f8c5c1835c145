"""Signing in with an institution's accounts, by a provider that signs with real keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from joserfc.jwk import RSAKey

from grader.errors import UsageError
from grader.web import server
from grader.web.identity import ProviderSettings
from tests.integration.web.identity_provider import CLIENT, SECRET, IdentityProvider
from tests.integration.web.served import Answer, Browser, Served, invite

pytestmark = [pytest.mark.process, pytest.mark.slow]
ADA = "ada@uni.example"


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    """A provider on this machine."""
    made = IdentityProvider()
    yield made
    made.close()


@pytest.fixture(scope="module")
def served(
    course: Path, provider: IdentityProvider, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """The course, served to one person whom an instructor has invited."""
    home = tmp_path_factory.mktemp("home")
    invite(course, home / "data", ADA)
    words = ("--oidc-issuer", provider.issuer, "--oidc-client", CLIENT)
    server = Served(course, home / "data", home, *words, GRADER_OIDC_SECRET=SECRET)
    yield server
    server.end()


@pytest.fixture(autouse=True)
def _honest(provider: IdentityProvider) -> Iterator[None]:
    """Whatever a test has the provider say is said in that test alone."""
    before = dict(vars(provider))
    yield
    vars(provider).update(before)


def sign_in(served: Served, provider: IdentityProvider, browser: Browser | None = None) -> Answer:
    """Go to the provider and come back."""
    browser = browser or Browser(served)
    away = browser.open("/login/provider?next=/account")
    back = provider.approve(away.headers["location"])
    return browser.open(back.removeprefix(served.address))


def test_who_was_invited_signs_in_without_a_password(
    served: Served, provider: IdentityProvider
) -> None:
    """The page offers it; the way back leads on to what was asked for; no cookie before."""
    browser = Browser(served)
    page = browser.open("/login")
    back = sign_in(served, provider, browser)

    assert "Sign in with your institution" in page.text
    assert "set-cookie" not in page.headers
    assert (back.status, back.headers["location"]) == (303, "/account")
    assert f">{ADA}</a>" in browser.open("/account").text


def test_nobody_goes_on_to_another_server(served: Served, provider: IdentityProvider) -> None:
    """What a link names as the next page is a path of this server, or the first page."""
    browser = Browser(served)
    away = browser.open("/login/provider?next=//elsewhere.example/")
    back = provider.approve(away.headers["location"]).removeprefix(served.address)

    assert browser.open(back).headers["location"] == "/"


@pytest.mark.parametrize(
    ("person", "sentence"),
    [
        ({"email": "eve@uni.example", "email_verified": True}, "nobody has invited that name"),
        ({"email": ADA, "email_verified": False}, "has not verified your address"),
        ({"email": ADA}, "has not verified your address"),
        ({}, "does not tell your email"),
        ({"email": [ADA], "email_verified": True}, "does not tell your email"),
    ],
)
def test_who_is_not_vouched_for_is_told_why(
    served: Served, provider: IdentityProvider, person: dict[str, Any], sentence: str
) -> None:
    """An account of the institution is none of the course, and an unproved address is nobody's."""
    provider.person = person
    refused = sign_in(served, provider)

    assert (refused.status, sentence in refused.text) == (403, True)
    assert "grader_session" not in refused.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    "forged",
    [
        {"nonce": "another"},
        {"aud": "another course"},
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"iss": "https://elsewhere.example"},
        {"exp": 1_000_000_000},
        {"nonce": None},
    ],
    ids=str,
)
def test_a_token_for_another_is_not_believed(
    served: Served, provider: IdentityProvider, forged: dict[str, Any]
) -> None:
    """It is for this course, from this provider, for this browser, and for now."""
    provider.change = lambda claims: claims.update(forged)

    refused = sign_in(served, provider)

    assert (refused.status, "cannot be believed" in refused.text) == (403, True)


def test_a_token_that_the_provider_did_not_sign_is_not_believed(
    served: Served, provider: IdentityProvider
) -> None:
    """Neither one without a signature, nor one by a key under the name of the provider's."""
    provider.algorithm = "none"
    unsigned = sign_in(served, provider)
    provider.algorithm = "RS256"
    provider.key = RSAKey.generate_key(2048, {"kid": "first"}, private=True)
    foreign = sign_in(served, provider)

    assert (unsigned.status, foreign.status) == (403, 403)


def test_the_way_back_belongs_to_the_browser_that_left(
    served: Served, provider: IdentityProvider
) -> None:
    """Another browser cannot finish it, a code is good once, and a refusal is said."""
    one, other = Browser(served), Browser(served)
    back = provider.approve(one.open("/login/provider").headers["location"])
    path = back.removeprefix(served.address)
    stolen = other.open(path)
    other.open("/login/provider")
    mixed = other.open(path)
    right, again = one.open(path), one.open(path)
    one.open("/login/provider")
    denied = one.open(
        "/login/provider/back?error=access_denied&state=" + path.partition("state=")[2]
    )

    assert (stolen.status, mixed.status) == (403, 403)
    assert (right.status, again.status) == (303, 403)
    assert denied.status == 403


@pytest.mark.parametrize(
    "issuer", ["http://uni.example", "http://localhost.uni.example", "http://127.0.0.1.uni.example"]
)
def test_a_provider_without_encryption_is_refused(issuer: str) -> None:
    """Only this very machine may be asked in the clear; a name that begins like it is another."""
    with pytest.raises(UsageError, match="cannot be trusted"):
        server._provider(ProviderSettings(issuer, CLIENT, SECRET))


def test_a_provider_that_is_down_is_no_fault_of_a_student(
    course: Path, tmp_path: Path, provider: IdentityProvider
) -> None:
    """The page says to come back later; passwords go on."""
    invite(course, tmp_path / "data", ADA)
    words = ("--oidc-issuer", provider.issuer, "--oidc-client", CLIENT)
    served = Served(course, tmp_path / "data", tmp_path, *words, GRADER_OIDC_SECRET=SECRET)
    provider.is_down = True
    try:
        away = Browser(served).open("/login/provider")
        page = Browser(served).open("/login")
    finally:
        served.end()

    assert (away.status, "Try again in some minutes" in away.text) == (503, True)
    assert away.headers["retry-after"] == "60"
    assert page.status == 200
