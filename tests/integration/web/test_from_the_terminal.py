"""A student's commands with --server: the screens of a course that lies here, nothing hidden."""

import socket
import stat
from pathlib import Path

import pytest

from tests.integration.study.small_course import HIDDEN, RIGHT, WRONG, write_course
from tests.integration.study.terminal import Terminal
from tests.integration.web.served import Browser, Served, invite

pytestmark = [pytest.mark.process, pytest.mark.slow]

SECRET = "nobody_reads_this"
ONE_RIGHT, ONE_WRONG = RIGHT.format(n=1), WRONG.format(n=1)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose hidden cases hold a word that nothing else has."""
    root = tmp_path_factory.mktemp("there") / "course"
    write_course(root, ("first", 'solution = "after_passing"'), ("second", ""))
    cases = "from first import add\n" + HIDDEN.format(n=1).replace("Seven", SECRET)
    (root / "tests/hidden/first/test_first_hidden.py").write_text(
        cases.replace("7", "3_000"), encoding="utf-8"
    )
    return root


@pytest.fixture
def terminal(served: Served, tmp_path: Path) -> Terminal:
    """A student far from the course, whose machine knows the server's address alone."""
    home = tmp_path / "home"
    home.mkdir()
    return Terminal.beside(tmp_path / "nowhere", tmp_path).with_settings(
        HOME=str(home),
        XDG_CACHE_HOME=str(home / "cache"),
        GRADER_SERVER=served.address,
        GRADER_COURSE="",
    )


def files_of(*folders: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for one in folders for path in one.rglob("*") if path.is_file()}


def test_a_lesson_is_taken_from_afar(terminal: Terminal, course: Path, tmp_path: Path) -> None:
    """Each screen says what it says beside the course, and no hidden case has come along."""
    beside = tmp_path / "beside"
    beside.mkdir()
    local = Terminal.beside(course, beside).at("2026-09-05T12:00+02:00")
    commands = [
        ("lessons",),
        ("start", "first"),
        ("start", "second"),
        ("submit", "first"),
        ("hint", "first"),
        ("run", "first"),
        ("test", "first"),
        ("submit", "nothing"),
    ]
    for words in commands:
        there, here = terminal.type(*words), local.type(*words)

        # what a run printed comes as one text
        assert (there.code, there.out + there.err) == (here.code, here.out + here.err), words
    for sitting in (terminal, local):
        sitting.write("first/first.py", ONE_WRONG)
    wrong, told = terminal.type("submit", "first"), local.type("submit", "first")
    hint = terminal.type("hint", "first")
    terminal.write("first/first.py", ONE_RIGHT)
    right = terminal.type("submit", "first")
    again = terminal.type("submit", "first")
    back = terminal.type("history", "first", "--attempt", "1")
    history = terminal.type("history")

    assert (wrong.code, wrong.out, told.code) == (1, told.out, 1)
    assert "You take away what was to be added." in wrong.lines
    assert ("Hint 1 of 2" in hint.out, "Hint 2 of 2" in hint.out) == (True, True)
    assert (right.code, "Second: adding 2" in right.lines) == (0, True)
    assert "it cost no attempt" in again.lines
    assert "counts for no grade" not in right.lines
    assert "You take away what was to be added." in back.lines
    assert [line.split()[:2] for line in history.out.splitlines()[1:3]] == [
        ["first", "1"],
        ["first", "2"],
    ]
    assert terminal.type("solution", "first").out.strip() == ONE_RIGHT.strip()
    own = files_of(terminal.folder, tmp_path / "home")
    assert {path.name for path in own} >= {"first.py", "run.py", "test_first.py", "lesson.html"}
    assert [path for path, data in own.items() if SECRET.encode() in data] == []


def test_a_token_says_who_asks(
    terminal: Terminal, served: Served, course: Path, tmp_path: Path
) -> None:
    """Without one the sentence says how to log in; `login` keeps it for its owner alone."""
    browser = Browser(served)
    browser.send(invite(course, tmp_path / "data", "ada"), password="a long enough one")
    page = browser.send("/account", do="token", label="laptop").text
    token = page.partition('id="secret"')[2].partition('value="')[2].partition('"')[0]

    nobody = terminal.type("lessons")
    wrong = terminal.type("login", served.address, stdin="wrong\n")
    login = terminal.type("login", served.address.upper().replace("HTTP", "http"), stdin=token)
    known = terminal.type("lessons")

    assert (nobody.code, f"`grader login {served.address}`" in nobody.complaint) == (2, True)
    assert (wrong.code, login.code, known.code) == (2, 0, 0)
    assert "You are ada." in login.lines
    kept = tmp_path / "home/.config/grader/tokens.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(files_of(kept.parent)) == [kept]


def test_a_server_that_is_gone_loses_nothing(
    terminal: Terminal, served: Served, course: Path
) -> None:
    """A sentence with exit code 3; what had arrived is on record."""
    terminal.write("first/first.py", ONE_WRONG)
    with socket.create_server(("127.0.0.1", 0)) as free:
        nowhere = f"http://127.0.0.1:{free.getsockname()[1]}"
    gone = terminal.type("submit", "first", "--server", nowhere)

    assert (gone.code, f"{nowhere} cannot be reached" in gone.complaint) == (3, True)
    assert "Traceback" not in gone.err
    assert (terminal.folder / "first/first.py").read_text() == ONE_WRONG
