"""What is known hangs on every byte that was answered, and is bounded."""

import pytest

from grader.judge.conversations import (
    Contradiction,
    Conversations,
    Over,
    Question,
    Row,
    first_key,
    next_key,
    rows_of,
)
from grader.wire.tape import Turn
from tests.unit.judge.builders import a_result

FIRST = first_key(["sums.py"], None)
OVER = Over((a_result("one"),), "said")


def talk(*answers: bytes, asks: str = "q") -> list[Turn]:
    """Write a conversation: its questions are numbered, the first hands over the files."""
    return [Turn("case", f"{asks}{n}".encode(), answer) for n, answer in enumerate(answers)]


def after(*answers: bytes) -> bytes:
    """Follow a way."""
    key = FIRST
    for answer in answers:
        key = next_key(key, answer)
    return key


def test_a_conversation_is_found_again_by_its_answers() -> None:
    """Question by question, up to what came of it; of the first only its place is kept."""
    known = Conversations(rows_of(FIRST, talk(b"a", b"b"), OVER))

    assert known.find(FIRST) == Question("case", b"")
    assert known.find(after(b"a")) == Question("case", b"q1")
    assert known.find(after(b"a", b"b")) == OVER


@pytest.mark.parametrize(
    "answers", [(b"ab",), (b"a", b"c"), (b"", b"ab"), (b"b", b"a"), (b"a",) * 2]
)
def test_other_bytes_lead_nowhere(answers: tuple[bytes, ...]) -> None:
    """Not even the same bytes that are cut in another place."""
    known = Conversations(rows_of(FIRST, talk(b"a", b"b"), OVER))

    assert known.find(after(*answers)) is None


def test_files_and_cases_begin_ways_of_their_own() -> None:
    """Other names, or other cases to do, are another conversation."""
    firsts = [
        first_key(names, todo)
        for names in (["sums.py"], ["sums.py", "more.py"])
        for todo in (None, [], ["one"], ["one", "two"], ["two", "one"])
    ]

    assert len({*firsts}) == len(firsts)
    assert first_key(["b", "a"], None) == first_key(["a", "b"], None)


@pytest.mark.parametrize(
    "rows",
    [
        rows_of(FIRST, talk(b"a", b"b", asks="other"), OVER),
        rows_of(FIRST, talk(b"a", b"b"), Over((a_result("one", "failed"),), "said")),
        rows_of(FIRST, talk(b"a", b"b"), Over((a_result("one"),), "said more")),
    ],
    ids=["question", "outcome", "printed"],
)
def test_what_differs_from_run_to_run_is_a_contradiction(rows: list[Row]) -> None:
    """Where the same was answered, nothing else may be asked or come of it."""
    known = Conversations(rows_of(FIRST, talk(b"a", b"b"), OVER))

    with pytest.raises(Contradiction):
        known.add(rows)


def test_what_was_not_used_for_the_longest_goes_first() -> None:
    """Above its bytes it forgets, and never what it was just given or asked for."""
    used, idle = (rows_of(first_key([n], None), talk(b"a"), OVER) for n in ("used", "idle"))
    room = sum(len(row.key) + len(row.entry) for row in used + idle)
    known = Conversations([*used, *idle], most_bytes=room)
    known.use(row.key for row in used)

    known.add(rows_of(FIRST, talk(b"x"), OVER))

    assert all(known.find(row.key) for row in used)
    assert not any(known.find(row.key) for row in idle)
