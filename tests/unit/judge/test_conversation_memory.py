"""A worker remembers a run only where nothing but answers decided."""

import os
import time
from types import SimpleNamespace
from typing import Any

import pytest

from grader.bridge.contract import CaseContract, Contract
from grader.jail.spec import Isolation
from grader.judge.conversation_memory import Beginning, Followed, Remembering, known_outcome
from grader.judge.conversations import (
    Conversations,
    Over,
    Same,
    first_key,
    row_of_program,
    rows_of,
)
from grader.judge.events import Failure
from grader.judge.jobs import Grow, Job, Knowledge, Run
from grader.judge.opening import Opening
from grader.judge.stage import Stage
from grader.judge.supervision import PairOutcome, Spent
from grader.model.course import Limits
from grader.wire.tape import Turn
from grader.wire.values import Box, Message, encode
from tests.unit.judge.builders import a_case, a_pair, a_result, knowledge_of

FILES = {"sums.py": b"def add(): ..."}
FRAME = Message(0, 3, "begin", [Box("dict", 9, []), "seed", ""], {}, [], [], [], [], {})
OPENING = Opening(b"functions", [], encode(FRAME))
BEGIN = OPENING.hand_over(FILES, "/cases")
LIMITS = Limits(seconds_per_case=2.0)


def stage(isolation: Isolation = "full", files: dict[str, bytes] | None = None) -> Stage:
    """Describe a trusted side."""
    return Stage("hidden", "sums", files or {}, (), isolation, "cache", LIMITS, scratch="/")


def knowledge(*, plainly: bool = True, needs: str = "") -> Knowledge:
    """Know a lesson of one case that may take a second."""
    contract = Contract(asks_plainly=plainly)
    contract.cases["one"] = CaseContract(needs={"here": needs} if needs else {})
    known = knowledge_of(a_case("one", seconds=1.0))
    known.contract = contract
    return known


def judged(**more: Any) -> PairOutcome:
    """Make what a pair came to in a quick conversation."""
    turns = [Turn("", BEGIN, b"begun"), Turn("one", b"question", b"answer")]
    return a_pair(
        "done", a_result("one", seconds=0.3), **{"turns": turns, "used_seconds": 0.1, **more}
    )


def noted(outcome: PairOutcome, known: Knowledge | None = None, level: Isolation = "full") -> Run:
    """Have a worker look at a pair's outcome; give what it tells."""
    worker = Remembering(stage(level))
    worker.learn(known or knowledge())
    worker.note(worker.of_cases(OPENING, FILES, None), outcome)
    run = Run(0)
    worker.tell(run)
    return run


def test_a_plain_run_is_remembered_without_its_time() -> None:
    """What is told begins where files are handed over, whatever is in them."""
    over = Over((a_result("one", seconds=0.0),), "")

    outcome = judged()

    assert noted(outcome).grown == rows_of(first_key(FILES, None), judged().turns or [], over)
    assert [result.seconds for result in outcome.results] == [0.3]


ADDRESS = a_result("one", "failed", text="<function f at 0x7f0011223344>")
A_SET = encode(Message(2, 4, "", [Box("frozenset", 4, [])], {}, [], [], [], [], {}))
KEPT_OUT = {
    "a limit that is near": judged(used_seconds=0.51),
    "something that an examiner saw": judged(turns=None),
    "another beginning": judged(turns=[Turn("", BEGIN + b"!", b"begun")]),
    "nothing said": judged(turns=[]),
    "a set": judged(turns=[Turn("", BEGIN, b"begun"), Turn("one", b"question", A_SET)]),
    "an address in a result": a_pair("done", ADDRESS, turns=judged().turns),
    "an address in a question": judged(
        turns=[Turn("", BEGIN, b"begun"), Turn("one", b"<f at 0x7f0011223344>", b"1")]
    ),
    **{
        why: a_pair(why, turns=judged().turns)
        for why in ("ended", "printed", "breach", "timed_out")
    },
}


@pytest.mark.parametrize("outcome", KEPT_OUT.values(), ids=KEPT_OUT)
def test_anything_else_is_not(outcome: PairOutcome) -> None:
    """Whoever comes near a limit, ends, prints too much or breaks a rule is judged each time."""
    assert noted(outcome).grown == []


@pytest.mark.parametrize(
    ("known", "level"),
    [
        (knowledge(plainly=False), "full"),
        (knowledge(needs="an object"), "full"),
        (knowledge(), "none"),
    ],
    ids=["hidden files use more than the list", "objects cross", "a submission could write it"],
)
def test_in_some_lessons_nothing_is_known(known: Knowledge, level: Isolation) -> None:
    """Where answers do not decide alone, or are not safe, a worker neither adds nor asks."""
    assert noted(judged(), known, level).grown == []


def test_times_and_what_is_written_past_the_wire_are_ones_own() -> None:
    """What is known is what the cases came to; the rest is read off the child, which is ended."""
    reading, writing = os.pipe()
    ended = []
    child: Any = SimpleNamespace(printed=(reading,), kill=lambda: ended.append(True))
    os.write(writing, b"0123456789")
    over = Over((a_result("one", seconds=0.0), a_result("silent", seconds=0.0)), "said")
    begun = Spent(a_case("one").id, 0.0, time.monotonic() - 5)

    outcome = known_outcome(child, Followed(begun=[begun]), over, Limits(printed_kept_bytes=4))
    os.close(writing)
    os.close(reading)

    assert (outcome.why, ended, bytes(outcome.raw_printed)) == ("done", [True], b"0123")
    assert [round(result.seconds) for result in outcome.results] == [5, 0]


def test_a_contradiction_is_told() -> None:
    """Where the same answers led elsewhere the pool hears of it, and this worker asks no more."""
    worker = Remembering(stage())
    worker.learn(knowledge())
    worker.note(worker.of_cases(OPENING, FILES, None), judged())
    worker.contradict()
    worker.take(Grow([]))
    worker.note(worker.of_cases(OPENING, {"more.py": b""}, None), judged())
    run = Run(0)
    worker.tell(run)

    assert run.contradicts
    assert len(run.grown) == len(noted(judged()).grown)


def add(names: str = "one, two", before: str = "") -> dict[str, bytes]:
    """Write a program, in one of several ways."""
    one, two = names.split(", ")
    text = f"{before}def add(a, b):\n    {one} = a\n    {two} = b\n    return {one} + {two}\n"
    return {"sums.py": text.encode()}


def beginning(worker: Remembering, sources: dict[str, bytes], *, alone: bool = False) -> Beginning:
    """Turn to a submission."""
    worker.turn_to(Job(1, sources, known="follow", has_others=not alone))
    return worker.of_cases(OPENING, sources, None)


def recalled(
    sources: dict[str, bytes],
    outcome: PairOutcome | None = None,
    first: dict[str, bytes] | None = None,
    *,
    alone: bool = False,
) -> Over | None:
    """Have a worker note what `first` came to; give what it then says of another."""
    worker = Remembering(stage())
    worker.learn(knowledge())
    begun = beginning(worker, first or add(), alone=alone)
    turns = [Turn("", begun.files, b"begun"), Turn("one", b"ask add of me", b"answer")]
    noted_as = outcome or judged()
    noted_as.turns = [*turns[:1], *(noted_as.turns or [])[1:]] if outcome else turns
    worker.note(begun, noted_as)
    return worker.recall(beginning(worker, sources, alone=alone))


def test_the_same_program_is_not_asked_again() -> None:
    """It has the results of the first, which took it no time."""
    over = recalled(add("mine, yours", "# me\n"))

    assert over == Over((a_result("one", seconds=0.0),), "")
    assert recalled({"sums.py": b"def add(a, b):\n    return b + a\n"}) is None
    assert recalled(add("mine, yours"), alone=True) is None


RAISED = a_result("one", "failed", failure=Failure("raised", "ValueError", file="sums.py", line=3))
ELSEWHERE = a_result(
    "one", "failed", failure=Failure("raised", "ValueError", file="test_it.py", line=3)
)


def test_a_module_that_lies_beside_a_submission_may_look_into_it() -> None:
    """What it finds there, a docstring say, a case may ask it for; a table looks at nothing."""
    found = []
    for name in ("helper.py", "table.csv"):
        worker = Remembering(stage(files={name: b""}))
        worker.learn(knowledge())
        found.append(beginning(worker, add()).program)

    assert [one is None for one in found] == [True, False]


def test_who_is_to_be_run_is_not_looked_at() -> None:
    """Where nothing that is known may count."""
    worker = Remembering(stage())
    worker.learn(knowledge())
    worker.turn_to(Job(1, add(), has_others=True))

    assert worker.of_cases(OPENING, add(), None).program is None


def test_a_line_is_named_where_it_stands() -> None:
    """A line that stands elsewhere is named there; one that is two lines there is nobody's."""
    outcome = judged()
    outcome.results = [RAISED]

    over = recalled(add("mine, yours", "# me\n\n"), outcome)

    assert over is not None
    assert [result.failure and result.failure.line for result in over.results] == [5]
    assert RAISED.failure is not None
    assert RAISED.failure.line == 3


def test_what_stands_in_one_line_and_in_two_has_no_line() -> None:
    """Which of the two it is nobody can tell."""
    outcome = judged()
    outcome.results = [RAISED]
    one, two = (
        {"sums.py": b"def add(a, b):\n\n    return (a +" + b + b"b)\n"} for b in (b" ", b"\n")
    )

    assert recalled(one, outcome, one) is not None
    assert recalled(two, outcome, one) is None


HELD_BACK = {
    "a name in what was answered": judged(
        turns=[Turn("", BEGIN, b""), Turn("one", b"ask", b"UnboundLocalError")]
    ),
    "a place in another file": a_pair("done", ELSEWHERE, turns=judged().turns, used_seconds=0.1),
    "many words": judged(
        turns=[
            Turn("", BEGIN, b""),
            Turn("one", b" ".join(b"w%d" % n for n in range(1000)), b"answer"),
        ]
    ),
}


@pytest.mark.parametrize("outcome", HELD_BACK.values(), ids=HELD_BACK)
def test_what_a_name_may_have_a_part_in_is_asked_each_time(outcome: PairOutcome) -> None:
    """Also what nobody can tell a line of."""
    assert recalled(add(), outcome) is None


def test_a_constant_that_was_asked_for_counts() -> None:
    """Nothing in the file reads it, but a question holds its name, or a part of it."""
    assert recalled(add(before='author = "me"\n')) is not None
    assert recalled(add(before="me = 1\n")) is None
    assert recalled(add(), first=add(before="ad = 1\n")) is None


def test_a_program_that_comes_to_this_or_that_contradicts_nobody() -> None:
    """What was known first stays: chance in one submission takes nothing from the others."""
    rows = [row_of_program(b"key", Same(over, b"")) for over in (b"one", b"other")]
    known = Conversations(rows[:1])

    assert not known.add(rows[1:])
    assert known.rows() == rows[:1]


def test_files_are_handed_over_as_an_examiner_does() -> None:
    """The frame is the one that was heard once, with these files in it."""
    assert OPENING.hand_over({}, "") == OPENING.begin
