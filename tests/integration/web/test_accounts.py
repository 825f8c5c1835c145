"""Who may do what in a course that people sign in to."""

import json
from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT
from tests.integration.web.served import Browser, Served, invite

pytestmark = [pytest.mark.process, pytest.mark.slow]
PASSWORD = "a long enough one"


@pytest.fixture
def ada(course: Path, served: Served, tmp_path: Path) -> Browser:
    """A student who has joined by a link."""
    browser = Browser(served)
    link = invite(course, tmp_path / "data", "ada")
    browser.send(link, password=PASSWORD)
    return browser


def test_a_link_sets_a_password_once(course: Path, served: Served, tmp_path: Path) -> None:
    """Before there is an account nobody signs in; then everybody does, each as oneself."""
    before = served.ask("/")
    link = invite(course, tmp_path / "data", "ada")
    browser, other = Browser(served), Browser(served)
    shut = served.ask("/")
    short = browser.send(link, password="short")
    joined = browser.send(link, password=PASSWORD)
    again = other.open(link)
    wrong = other.send("/login", name="ada", password="another one")
    right = other.send("/login", name="ada", password=PASSWORD)

    assert before.status == 200
    assert (shut.status, shut.headers["location"]) == (303, "/login?next=/")
    assert "set-cookie" not in shut.headers
    assert (short.status, "10 to 1000 characters" in short.text) == (422, True)
    assert (joined.status, joined.headers["location"]) == (303, "/")
    assert "HttpOnly" in joined.headers["set-cookie"]
    assert "SameSite=lax" in joined.headers["set-cookie"]
    assert ">ada</a>" in browser.open("/").text
    assert (again.status, "used already" in again.text) == (403, True)
    assert (wrong.status, other.cookie != "") == (403, True)
    assert (right.status, ">ada</a>" in other.open("/").text) == (303, True)


def test_an_account_changes_its_password_and_ends_its_sessions(
    ada: Browser, served: Served
) -> None:
    """The other sessions end with the password; all end on demand; a cookie that was set does
    not become a session."""
    other = Browser(served)
    other.cookie = "grader_session=chosen-by-somebody-else"
    other.send("/login", name="ada", password=PASSWORD)
    fixed = other.cookie
    wrong = ada.send("/account", do="password", current="wrong", password="another long one")
    changed = ada.send("/account", do="password", current=PASSWORD, password="another long one")

    assert "chosen" not in fixed
    assert "not your current password" in wrong.text
    assert changed.status == 303
    assert ada.open("/account").status == 200
    assert other.open("/account").status == 303
    ada.send("/account", do="sessions")
    assert ada.open("/account").status == 303


def test_a_form_of_another_session_is_refused(ada: Browser, served: Served) -> None:
    """Each form brings along what only its own session's pages know."""
    body = b"do=sessions&form=guessed"
    kind = "application/x-www-form-urlencoded"
    sent = served.ask("/account", "POST", body, Content_Type=kind, Cookie=ada.cookie)

    assert sent.status == 403
    assert ada.open("/account").status == 200


def test_a_token_speaks_for_one_account_alone(
    ada: Browser, course: Path, served: Served, tmp_path: Path
) -> None:
    """A program submits by a token; another student sees nothing of it; taken back, it is void."""
    page = ada.send("/account", do="token", label="laptop").text
    token = page.partition('id="secret"')[2].partition('value="')[2].partition('"')[0]
    bob = Browser(served)
    bob.send(invite(course, tmp_path / "data", "bob"), password=PASSWORD)

    def ask(path: str, method: str = "GET", **asked: object) -> tuple[int, str]:
        sent = json.dumps(asked).encode() if asked else None
        kind = "application/json"
        answer = served.ask(path, method, sent, Content_Type=kind, Authorization=f"Bearer {token}")
        return answer.status, answer.text

    attempts = "/api/lessons/first/attempts"
    passed = ask(f"{attempts}?wait=30", "POST", files={"first.py": RIGHT.format(n=1)})
    unknown = served.ask("/api/course", Authorization="Bearer nothing")

    assert passed[0] == 201
    assert json.loads(passed[1])["unlocked"] == ["second"]
    assert json.loads(ask("/api/course")[1])["student"] == "ada"
    assert (unknown.status, unknown.json["error"]["code"]) == (401, "no_account")
    assert bob.open(attempts).json == []
    assert bob.open("/api/lessons/second").status == 403
    assert bob.open(f"{attempts}/1").status == 403
    assert bob.open("/class").status in (403, 404)
    assert "Take back laptop" in ada.open("/account").text
    ada.send("/account", do="drop")
    assert ask("/api/course")[0] == 401


def test_wrong_passwords_are_counted(ada: Browser, served: Served) -> None:
    """Soon no more are looked at, whatever they are; a session that stands goes on."""
    other = Browser(served)
    answers = [other.send("/login", name="ada", password=f"wrong {n}") for n in range(12)]
    right = other.send("/login", name="ada", password=PASSWORD)

    assert [one.status for one in answers] == [403] * 10 + [429] * 2
    assert right.status == 429
    assert int(right.headers["retry-after"]) > 0
    assert ada.open("/").status == 200
