"""Every route, with every role and whatever is sent: a status of the contract, and no fault."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from grader.cli.options import open_enrolment
from grader.record.accounts import Role, add_token, digest_of, invite
from grader.web.identity import COOKIE, Identity
from grader.web.service import Service
from grader.web.site import make_site
from tests.integration.study.small_course import RIGHT, STUB, WRONG

pytestmark = [pytest.mark.jail, pytest.mark.slow]

STUDENT, INSTRUCTOR = "ada", "anna"
TOKEN = "a token of ada's"  # of a record of this test's own
ROLES = ("nobody", STUDENT, INSTRUCTOR, "a program")
ANSWERED = {200, 201, 202, 204, 303}
REFUSED = {400, 401, 403, 409, 413, 414, 422, 429}
SECRETS = ("return x + 2", "return x + 3", "solutions/", "grader/web")
VALUES = {
    "lesson": ("first", "second", "third", "nothing", "%2e%2e"),
    "number": ("0", "1", "2", "99999999999999999999", "9" * 1900),
    "number:int": ("0", "1", "2", "99999999999999999999", "9" * 1900),
    "format": ("csv", "json", "canvas", "moodle", "gradescope", "feedback", "sources", "exe"),
    "student:path": (STUDENT, INSTRUCTOR, "nobody", "%2e%2e", "a/b", "%00"),
    "secret": ("guess", "x" * 300, "%ff"),
}
QUERIES = (
    *("", "wait=nan", "wait=-1", "wait=x", "attempt=x", "attempt=1&since=1", "part=1", "page=-3"),
    *("page=%C2%B2", "sort=x&find=%00", "lesson=none&attempt=9", "next=//evil.example", "code=1"),
)
FIELDS: dict[str, tuple[str, ...]] = {
    "do": (
        *("run", "test", "hint", "submit", "comment", "publish", "unpublish", "regrade", "mark"),
        *("grant", "invite", "token", "drop", "password", "take", "leave", "grade", ""),
    ),
    "use": ("1", "x", "99999999999"),
    "save": ("0", "-1", "x", "7"),
    "file:first.py": (RIGHT.format(n=1), WRONG.format(n=1), STUB.format(n=1), "\x00", "\ud7ff"),
    "lesson": ("first", "second", "nothing", ""),
    "points": ("1", "1/0", "many", "-1"),
    "comment": ("Look.", "\x1b[2J<script>"),
    "case": ("1", "seven", ""),
    "group": ("", "zz"),
    "due": ("2026-10-01", "never", "9999-12-31T23:59", "0001-01-01"),
    "attempts": ("1", "0", "²", "99999999999"),
    "note": ("ill", " "),
    "names": ("new one", "\x00", "x" * 300),
    "name": (STUDENT, "nobody", "\x00"),
    "password": ("too short", "\x00" * 12),
    "number": ("1", "x"),
    "next": ("/class", "//evil.example", "\n"),
}
JSONS: tuple[Any, ...] = (
    *({}, [], None, 7, {"files": {}}, {"files": {"../x": "y"}}, {"files": 3}, {"save": -1}),
    *({"files": {"first.py": text}} for text in FIELDS["file:first.py"]),
    {"files": {"first.py": "x"}, "save": 10**30},
    *({"student": name, "lesson": "second"} for name in (STUDENT, "", "x" * 300, "\x00")),
    *({"student": STUDENT, "lesson": "first", "due": due} for due in FIELDS["due"]),
    *({"student": STUDENT, "lesson": "first", "attempts": n} for n in (0, -1, 10**12)),
    {"student": STUDENT, "lesson": "nothing"},
)


@dataclass
class Site:
    """A course that is served in this process."""

    client: httpx.AsyncClient
    runner: asyncio.Runner
    identity: Identity
    routes: list[tuple[str, str]]  # method and path

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Send one question."""
        self.client.cookies.clear()
        return self.runner.run(self.client.request(method, path, **sent))

    def headers_of(self, role: str) -> tuple[dict[str, str], str]:
        """Sign in anew; give what is sent along, and what each form has to hold."""
        if role == "a program":
            return {"Authorization": f"Bearer {TOKEN}"}, ""
        if role == "nobody":
            return {}, ""
        secret = self.identity.begin(role)
        return {"Cookie": f"{COOKIE}={secret}"}, digest_of(f"form {secret}")


@pytest.fixture(scope="module")
def site(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One that a student and an instructor have accounts of, and where all have submitted."""
    folder = tmp_path_factory.mktemp("routes")
    data = str(folder / "data")
    options = {"course": course, "data": data, "student": "owner", "work": folder}
    with open_enrolment(options) as enrolment, ExitStack() as stack:
        service = Service(enrolment, stack, data, 1, "")
        with enrolment.store.writing() as writing:
            for name, role in ((STUDENT, Role.STUDENT), (INSTRUCTOR, Role.INSTRUCTOR)):
                invite(writing, name, role, f"link of {name}", enrolment.clock())
            add_token(writing, STUDENT, "laptop", TOKEN, enrolment.clock())
        made = make_site(service, None)
        routes = [
            (method, one.path)
            for one in made.routes
            if isinstance(one, Route)
            for method in one.methods or ()
            if method != "HEAD"
        ]
        client = httpx.AsyncClient(transport=httpx.ASGITransport(made), base_url="http://here")
        with asyncio.Runner() as runner:
            yield Site(client, runner, service.identity, routes)


def test_every_route_answers_every_role(site: Site) -> None:
    """What nobody sends is refused in a sentence; locked and hidden things stay where they are."""

    @settings(
        max_examples=500,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.sampled_from(site.routes),
        st.sampled_from(ROLES),
        st.fixed_dictionaries({name: st.sampled_from(given) for name, given in VALUES.items()}),
        st.sampled_from(QUERIES),
        st.fixed_dictionaries(
            {}, optional={name: st.sampled_from(given) for name, given in FIELDS.items()}
        ),
        st.sampled_from(JSONS) | st.binary(max_size=40),
        st.sampled_from(["form", "json", "file", "forged"]),
    )
    def ask(
        route: tuple[str, str],
        role: str,
        values: dict[str, str],
        query: str,
        fields: dict[str, str],
        asked: Any,
        kind: str,
    ) -> None:
        method, path = route
        for name, value in values.items():
            path = path.replace(f"{{{name}}}", value)
        headers, form = site.headers_of(role)
        sent: dict[str, Any] = {}
        if method != "GET" and kind == "json":
            name = "content" if isinstance(asked, bytes) else "json"
            sent = {name: asked}
            headers |= {"Content-Type": "application/json"}
        elif method != "GET":
            sent = {"data": fields | {"form": "guess" if kind == "forged" else form}}
            sent |= {"files": {"submissions": ("a.zip", b"no zip")}} if kind == "file" else {}

        answer = site.ask(method, f"{path}?{query}", headers=headers, **sent)

        assert answer.status_code in ANSWERED | REFUSED, answer.text
        assert role == INSTRUCTOR or not any(one in answer.text for one in SECRETS)
        if path.startswith("/api/"):
            is_fine = answer.status_code in ANSWERED
            assert is_fine or set(answer.json()["error"]) == {"code", "message"}
            assert role != "nobody" or answer.status_code == 401
        if path.startswith(("/class", "/api/class")) and role in (STUDENT, "a program"):
            assert answer.status_code in REFUSED - {409, 422, 429}

    ask()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_server_says_that_it_lives(site: Site, path: str) -> None:
    """Without an account."""
    assert site.ask("GET", path).text == "ok"
