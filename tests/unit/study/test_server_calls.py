"""What a server answers becomes a value or the sentence and exit code of the same refusal here."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from grader.cli.main import run
from grader.errors import GraderError, ServerError, SubmissionRefused, UsageError
from grader.study.server_calls import Server

Answers = Callable[[int, object], Server]


class _Canned(BaseHTTPRequestHandler):
    answer = (200, b"")

    def do_GET(self) -> None:
        status, body = self.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def answers() -> Iterator[Answers]:
    """Return a function that has a server answer everything alike."""
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _Canned)
    listening.daemon_threads = True
    thread = Thread(target=listening.serve_forever)
    thread.start()
    asking: list[Server] = []

    def answer(status: int, body: object) -> Server:
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        _Canned.answer = (status, sent)
        asking.append(Server(f"http://127.0.0.1:{listening.server_port}", None))
        return asking[-1]

    yield answer
    for one in asking:
        one.close()
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "unreadable", UsageError),
        (403, "locked", SubmissionRefused),
        (403, "not_yours", UsageError),
        (409, "being_judged", SubmissionRefused),
        (413, "too_large", SubmissionRefused),
        (422, "refused", SubmissionRefused),
        (429, "busy", SubmissionRefused),
        (503, "queue_full", ServerError),
        (503, "fault", ServerError),
    ],
)
def test_a_refusal_is_the_servers_sentence(
    answers: Answers, status: int, code: str, kind: type[GraderError]
) -> None:
    """By what it is, it ends a command as the same refusal on this machine does."""
    server = answers(status, {"error": {"code": code, "message": "It is so."}})

    with pytest.raises(GraderError) as refused:
        server.check_in()

    assert (type(refused.value), str(refused.value)) == (kind, "It is so.")


def test_who_is_not_known_is_told_to_log_in(answers: Answers) -> None:
    """The sentence has the command, with the address."""
    server = answers(401, {"error": {"code": "no_account", "message": "Sign in first."}})

    with pytest.raises(UsageError, match=f"Sign in first.*`grader login {server.url}`"):
        server.check_in()


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, b"<html>"), (200, {"lessons": 1}), (302, b""), (500, b"\xff"), (502, b"[" * 5000)],
)
def test_another_server_is_a_sentence(answers: Answers, status: int, body: object) -> None:
    """What no grader says ends in words, whatever it is."""
    with pytest.raises(ServerError, match="another server, or one of another version"):
        answers(status, body).check_in()


def test_names_that_lead_out_are_refused(
    answers: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No lesson of a server's is a file outside its folder."""
    url = answers(200, {"title": "T", "student": "ada", "about": None, "lessons": [leading_out()]})
    monkeypatch.setenv("GRADER_TOKEN", "t")

    code = run(["lessons", "--server", url.url])

    assert (code, "outside its lesson's folder" in capsys.readouterr().err) == (3, True)


def leading_out() -> dict[str, object]:
    dates = {"opens": None, "due": None, "late_from": None, "closes": None, "penalty": "1/2"}
    lesson = {"id": "sums", "title": "Sums", "hand_in": ["../sums.py"]}
    shown: dict[str, object] = {"reason": None, "refusal": None, "notices": []}
    counts = {"counting": None, "counted": None, "attempts_used": 0, "attempts_left": None}
    return {"standing": {"lesson": lesson, "state": "open", "dates": dates, **shown, **counts}}


@pytest.mark.parametrize("url", ["course.example.org", "ftp://a", "http://", "http://[", "x y"])
def test_what_is_no_address_is_wrong_use(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence says what one is like."""
    code = run(["lessons", "--server", url])

    assert (code, "is no address" in capsys.readouterr().err) == (2, True)
