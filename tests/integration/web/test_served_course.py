"""The served course: what a student, a program and another site's page can do with it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.web.guard import MOST_BODY
from tests.integration.study.small_course import RIGHT, STUB, WRONG
from tests.integration.web.served import Served

pytestmark = [pytest.mark.process, pytest.mark.slow]

FILE = "first.py"
ONE_RIGHT, ONE_WRONG = RIGHT.format(n=1), WRONG.format(n=1)
ATTEMPTS = "/api/lessons/first/attempts"


def test_a_program_goes_from_a_wrong_submission_to_the_next_lesson(served: Served) -> None:
    """Drafts, run, test, hints and attempts, as the interface for programs says."""
    before = [one["state"] for one in served.ask("/api/course").json["lessons"]]
    locked = served.ask("/api/lessons/second")
    draft = served.tell("/api/lessons/first/draft", "PUT", files={FILE: ONE_WRONG})
    lesson = served.ask("/api/lessons/first").json
    ran = served.tell("/api/lessons/first/run").json
    tried = served.tell("/api/lessons/first/test").json["report"]
    hint = served.tell("/api/lessons/first/hints").json
    wrong = served.tell(f"{ATTEMPTS}?wait=30")
    right = served.tell(f"{ATTEMPTS}?wait=30", files={FILE: ONE_RIGHT})

    assert served.first_line.startswith("Serving Small on http://127.0.0.1:")
    assert before == ["open", "locked", "locked"]
    assert (locked.status, locked.json["error"]["code"]) == (403, "locked")
    assert "Adding 2" not in locked.text
    assert draft.status == 204
    assert lesson["files"] == {FILE: ONE_WRONG}
    assert (ran["printed"], ran["exit_code"]) == ("seven: 6\n", 0)
    assert [case["outcome"] for case in tried["cases"]] == ["failed", "failed"]
    assert (hint["title"], hint["read"], hint["total"]) == ("Look", 1, 2)
    assert (wrong.status, wrong.json["report"]["diagnosis"]["mistake"]) == (201, "takes_away")
    assert (right.json["report"]["verdict"], right.json["unlocked"]) == ("passed", ["second"])
    assert served.ask(f"{ATTEMPTS}/2").json["state"] == "done"
    assert served.ask("/api/lessons/second").status == 200


def test_pages_do_without_a_script(served: Served) -> None:
    """Each button is a plain form; an attempt has an address of its own."""
    stub = served.press("first", "submit", module=STUB.format(n=1))
    tried = served.press("first", "test", module=ONE_WRONG)
    sent = served.press("first", "submit", module=ONE_WRONG.replace("\n", "\r\n"))
    page = served.ask(sent.headers["location"])
    passed = served.ask(served.press("first", "submit", module=ONE_RIGHT).headers["location"])
    changed = served.ask("/lessons/first?attempt=2&since=1")
    kept = served.ask("/lessons/first").text

    assert "still the stub" in stub.text
    assert "0 of 2 public cases passed; no attempt used." in tried.text
    assert (sent.status, sent.headers["location"]) == (303, "/lessons/first?attempt=1")
    assert "You take away what was to be added." in page.text
    assert '<a href="/lessons/second">' in passed.text
    assert '<span class="removed">-    return x - 1</span>' in changed.text
    assert "return x + 1" in kept


def test_what_is_not_a_students_to_see_is_refused(served: Served) -> None:
    """A locked lesson, one that does not exist and other paths: a sentence, and no more."""
    locked = served.ask("/lessons/second")
    unknown = served.ask("/api/lessons/nothing")
    tricks = [
        "/static/../../tests/hidden/first/test_first_hidden.py",
        "/static/%2e%2e/%2e%2e/solutions/first/first.py",
        "/lessons/..%2f..%2fsolutions%2ffirst",
        "/exercises/course.toml",
        "/lessons/first?attempt=99999999999999999999",
    ]

    assert locked.status == 403
    assert "Locked: needs First." in locked.text
    assert "raise NotImplementedError" not in locked.text
    assert (unknown.status, unknown.json["error"]["code"]) == (403, "not_yours")
    for trick in tricks:
        answer = served.ask(trick)
        assert answer.status < 500, trick
        assert "def test_zero" not in answer.text, trick
        assert "return x + 1" not in answer.text, trick


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "attacker.example"}, 400),
        ({"Origin": "http://attacker.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Content_Type": "text/plain"}, 400),
    ],
    ids=["another name", "another origin", "no origin", "another site", "a plain form"],
)
def test_another_sites_page_changes_nothing(
    served: Served, headers: dict[str, str], status: int
) -> None:
    """Whatever a browser sends on behalf of another site is refused before it is read."""
    sent = {"Content_Type": "application/json", **headers}
    body = b'{"files": {"first.py": "stolen"}}'

    answer = served.ask("/api/lessons/first/draft", "PUT", body, **sent)

    assert answer.status == status
    assert "stolen" not in served.ask("/api/lessons/first").text


def test_what_is_too_large_is_refused(served: Served) -> None:
    """A body of any length costs no memory; a file has the bound that it has everywhere."""
    large = served.ask("/lessons/first", "POST", b"x" * (MOST_BODY + 1), Origin=served.address)
    file = served.tell("/api/lessons/first/draft", "PUT", files={FILE: "x" * (MOST_BODY >> 1)})

    assert (large.status, file.status) == (413, 422)


def test_two_pages_do_not_overwrite_each_other(served: Served) -> None:
    """A draft that is based on an earlier one is refused; both are still there."""
    draft = "/api/lessons/first/draft"
    first = served.tell(draft, "PUT", files={FILE: "one = 1\n"}, save=0)
    late = served.tell(draft, "PUT", files={FILE: "two = 2\n"}, save=0)
    kept = served.ask("/api/lessons/first").json["files"]
    later = served.tell(draft, "PUT", files={FILE: "two = 2\n"}, save=1)

    assert (first.status, late.status, later.status) == (204, 409, 204)
    assert kept == {FILE: "one = 1\n"}


def test_a_killed_server_loses_nothing(course: Path, tmp_path: Path) -> None:
    """An attempt that was on record gets its one verdict from the next server."""
    first = Served(course, tmp_path / "data", tmp_path)
    sent = first.tell(ATTEMPTS, files={FILE: ONE_RIGHT})
    first.end(signal.SIGKILL)
    second = Served(course, tmp_path / "data", tmp_path)
    try:
        again = second.tell(f"{ATTEMPTS}?wait=30", files={FILE: ONE_RIGHT}).json
        told = second.ask(ATTEMPTS).json
    finally:
        code = second.end(signal.SIGINT)

    assert sent.status == 202
    assert again["report"]["verdict"] == "passed"
    assert [one["attempt"] for one in told] == [1]
    assert code == 0


def test_others_are_not_let_in_without_accounts(course: Path, tmp_path: Path) -> None:
    """A server that others can reach would make each of them the student."""
    words = ["serve", "--host", "0.0.0.0", "--course", str(course), "--data", str(tmp_path)]

    ended = subprocess.run(
        [sys.executable, "-m", "grader.cli", *words], capture_output=True, text=True, check=False
    )

    assert ended.returncode == 2
    assert "there is no account yet" in ended.stderr
