"""What a program answered is kept for as long as what it hangs on is the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.jail.kept_answers import kept_answer, seen

Ask = Callable[..., str]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask a program that answers how often it was asked."""
    asked: list[str] = []

    def answer() -> str:
        asked.append("")
        return f"{len(asked)}\nth"

    return lambda *state, question="?": kept_answer(tmp_path, question, state, answer)


def test_a_program_is_asked_once(ask: Ask) -> None:
    """The second time the answer is there, each line of it."""
    assert (ask("as it is"), ask("as it is")) == ("1\nth", "1\nth")


def test_it_is_asked_again_where_something_changed(ask: Ask) -> None:
    """What the answer hung on is part of it; the older answer is gone."""
    assert [ask(state) for state in ("a", "b", "b", "a")] == ["1\nth", "2\nth", "2\nth", "3\nth"]


def test_questions_are_kept_apart(ask: Ask) -> None:
    """The answer to one is none to another."""
    assert (ask(question="one"), ask(question="other")) == ("1\nth", "2\nth")


@pytest.mark.parametrize("written", [b"", b"\n", b"0\n/etc/passwd", b"\xff\xfe"])
def test_a_damaged_file_is_dropped(ask: Ask, tmp_path: Path, written: bytes) -> None:
    """What does not bear the digest of its own answer is asked for anew, and kept."""
    ask()
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(written)

    assert (ask(), ask()) == ("2\nth", "2\nth")


def test_an_answer_that_was_changed_is_dropped(ask: Ask, tmp_path: Path) -> None:
    """The digest is over the answer, too."""
    ask()
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"th", b"rd"))

    assert ask() == "2\nth"


def test_nothing_is_kept_without_a_folder(tmp_path: Path) -> None:
    """Nor is it where none can be written: then it is asked each time."""
    answers = iter("abcd")

    given = [kept_answer(place, "?", (), lambda: next(answers)) for place in (None, None)]
    lost = [kept_answer(tmp_path / "no", "?", (), lambda: next(answers)) for _ in range(2)]

    assert (given, lost) == (["a", "b"], ["c", "d"])


def test_a_file_that_changes_is_seen(tmp_path: Path) -> None:
    """By its size and time, and by whether it is there."""
    path = tmp_path / "program"
    absent = seen(path)
    path.write_text("one")
    first = seen(path)
    path.write_text("three")

    assert len({absent, first, seen(path)}) == 3
