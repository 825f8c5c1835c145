"""`grader replay` judges one submission again and looks into one of its cases."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.jail.isolation import best_isolation
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, write_files

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import pytest
    from sums import add

    def test_small():
        "One and two are three."
        for _ in range(2):
            add(0, 0)
        assert add(1, 2) == 3

    @pytest.mark.visibility("hidden")
    @pytest.mark.reveal("nothing")
    def test_text():
        assert add("a", "b") == "ab"
"""
RAISES = """\
def add(a, b):
    print("at \x1b[31mwork")
    if isinstance(a, str):
        return halve(a)
    return a + b


def halve(a):
    return a / 2
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "x = 1"},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": RAISES},
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
Say = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course, and submissions in all the forms that they are submitted."""
    if best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("replaying")
    TinyCourse.write(root, ADD, CASES)
    named = {"ann/sums.py": ADD, "ben/sums.py": SUBTRACT, "cem/sums.py": RAISES}
    write_files(root / "class", named)
    write_files(root, {"broken.py": "def add(:\n", "empty/readme.txt": "x", "nulls.py": b"x = 1\0"})
    write_files(root, {"book.ipynb": json.dumps(NOTEBOOK), "loop.py": "while True:\n    pass\n"})
    with zipfile.ZipFile(root / "packed.zip", "w") as archive:
        archive.writestr("sums.py", SUBTRACT)
    return root


@pytest.fixture
def say(
    desk: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Say:
    """Run a command beside a record of the test's own; give what it says, on one line."""
    monkeypatch.chdir(desk)
    monkeypatch.setenv("GRADER_COURSE", "course")
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "record"))

    def command(*words: str, code: int = 0) -> tuple[str, str]:
        found = run(list(words))
        said = capsys.readouterr()
        assert (found, "Traceback" in said.err) == (code, False), said.err
        return " ".join(said.out.split()), " ".join(said.err.split())

    return command


def test_cases_are_listed(say: Say) -> None:
    """Without a case each is named with number, id and outcome; all have to pass."""
    good, _ = say("replay", "class/ann")
    bad, _ = say("replay", "class/ben", code=1)

    assert "2 of 2 cases pass." in good
    assert "✗ 1. test_sums.py::test_small (not passed)" in bad


def test_a_failed_case(say: Say) -> None:
    """Calls with results in order, what was expected, and the line of the hidden case."""
    out, _ = say("replay", "class/ben", "small", code=1)

    assert "Case 1: not passed, 0 of 1 point test_sums.py::test_small" in out
    assert "- add(0, 0) gave 0 - add(0, 0) gave 0 - add(1, 2) gave -1" in out
    assert "expected: 3 got: -1" in out
    assert "test_sums.py:9 in test_small assert add(1, 2) == 3" in out
    assert "Failure in full AssertionError" in out


def test_an_exception(say: Say) -> None:
    """The student's own line is quoted, whatever the case reveals, and output is made harmless."""
    out, _ = say("replay", "class/cem/sums.py", "2", code=1)

    assert "Hidden from the student" in out
    assert "raised TypeError in line 9 of sums.py (`return a / 2`): unsupported operand" in out
    assert "The student's own code, sums.py:9" in out
    assert "> 9 return a / 2" in out
    assert r"at \x1b[31mwork" in out


def test_a_case_that_passed(say: Say) -> None:
    """It has calls and no failure."""
    out, _ = say("replay", "class/ann/sums.py", "1")

    assert "- add(1, 2) gave 3" in out
    assert "Failure in full" not in out


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("packed.zip", "add(1, 2) gave -1"),
        ("broken.py", "SyntaxError in line 1"),
        ("loop.py", "time limit"),
    ],
)
def test_whatever_was_handed_in(place: str, told: str, say: Say) -> None:
    """An archive, a file that cannot be imported or read, or never ends, are judged."""
    out, _ = say("replay", place, "1", code=1)

    assert told in out


def test_a_notebook(say: Say) -> None:
    """Messages name the cell, as the student reads them."""
    out, _ = say("replay", "book.ipynb", "text", code=1)

    assert "Your code raised TypeError in cell 2, line 9 of your notebook" in out
    assert "return a / 2" in out


def test_one_of_a_class(say: Say) -> None:
    """Of several submissions one has to be named."""
    _, errors = say("replay", "class", code=2)
    out, _ = say("replay", "class", "1", "--student", "ben", code=1)
    _, nobody = say("replay", "class", "1", "--student", "zoe", code=2)

    assert "class holds 3 submissions. Say with --student which one: ann, ben and cem." in errors
    assert "add(1, 2) gave -1" in out
    assert "none of zoe" in nobody


def test_as_json(say: Say) -> None:
    """Programs get the case, its trace and the student's lines, and nothing else."""
    out, errors = say("replay", "class/cem", "text", "--json", code=1)
    listed, _ = say("replay", "class/cem", "--json", code=1)
    told = json.loads(out)

    assert errors == ""
    assert (told["student"], told["case"]["outcome"]) == ("cem", "failed")
    assert told["trace"]["frames"][0]["source"] == 'assert add("a", "b") == "ab"'
    assert [one["line"] for one in told["own_lines"]] == [7, 8, 9]
    assert len(json.loads(listed)["cases"]) == 2


def test_an_attempt_on_record(say: Say) -> None:
    """A student's last attempt, one by its number, and one by the start of its sha."""
    say("submit", "sums", "class/ben/sums.py", "--student", "eve", code=1)
    say("submit", "sums", "class/ann/sums.py", "--student", "eve")
    sha = json.loads(say("replay", "eve", "--json")[0])["submission_sha256"]
    last, _ = say("replay", "eve", "1")
    first, _ = say("replay", "eve:1", "1", code=1)
    named, _ = say("replay", sha[:8].upper(), "1")
    _, unknown = say("replay", "eve:3", "1", code=2)
    _, other = say("replay", "eve", "--student", "zoe", code=2)

    assert "gave 3" in last
    assert "gave -1" in first
    assert last == named
    assert "eve:3 is no file or folder, and the record has no attempt of that name." in unknown
    assert "the record has no attempt" in other


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody does not exist, and there is no record to look it up in."),
        (["x" * 5000], "does not exist"),
        (["empty"], "empty holds no submission."),
        (["class/ann", "9"], "There is no case 9: the lesson has cases 1 to 2."),
        (["class/ann", "t"], "2 cases are called t; name one: 1 test_sums.py::test_small"),
        (["class/ann", "1", "--lesson", "sum"], "sums"),
    ],
)
def test_what_does_not_fit_is_said(words: list[str], said: str, say: Say) -> None:
    """Wrong use is one sentence; no record is made by looking for one."""
    _, errors = say("replay", *words, code=2)

    assert said in errors
