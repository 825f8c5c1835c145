"""A case that breaks its pair costs only itself."""

import pytest

from grader.cases.events import CaseInfo, Failure
from grader.judge.jobs import Job, Knowledge, Run
from grader.model.course import Limits
from grader.sandbox.child import Ending
from tests.unit.judge.builders import (
    ScriptedPair,
    ScriptedPairs,
    a_case,
    a_pair,
    a_result,
    ended,
    judge_in_pairs,
    knowledge_of,
    outcomes_of,
)

ALL = ["one", "two", "three"]
CASES = [a_case(name) for name in ALL]
KNOWN = knowledge_of(*CASES)
JOB = Job(0, {})


def judged(
    *outcomes: ScriptedPair, known: Knowledge | None = KNOWN, seconds: float = 20.0
) -> tuple[Run, ScriptedPairs]:
    """Judge one submission over pairs that end as scripted."""
    pairs = ScriptedPairs(*outcomes)
    return judge_in_pairs(pairs, known, Limits(seconds_in_all=seconds), JOB), pairs


def failure_of(run: Run, name: str) -> Failure | None:
    """Say why a case did not pass."""
    return next(r.failure for r in run.results.values() if r.id.endswith(f"::{name}"))


def test_one_pair_is_enough() -> None:
    """A submission that breaks nothing is judged in one pair, all cases as written."""
    run, pairs = judged(a_pair("done", a_result("one"), a_result("two"), a_result("three")))

    assert pairs.asked == [ALL]
    assert set(outcomes_of(run.results.values()).values()) == {"passed"}
    assert (run.whole, run.verdict, run.fault) == (None, None, None)


def test_a_hang_costs_one_case() -> None:
    """The hanging case is timed out; the rest goes on in a fresh pair."""
    run, pairs = judged(
        a_pair("timed_out", a_result("one"), running="two"),
        a_pair("done", a_result("three")),
    )

    assert pairs.asked == [ALL, ["three"]]
    assert outcomes_of(run.results.values()) == {
        "one": "passed",
        "two": "timed_out",
        "three": "passed",
    }


@pytest.mark.parametrize(
    ("pair", "outcome", "kind"),
    [
        (a_pair("ended", running="two", child=ended(3)), "error", "exited"),
        (a_pair("ended", running="two", child=ended(70)), "error", "ended"),
        (a_pair("ended", running="two", child=ended(signal=11)), "error", "signal"),
        (a_pair("ended", running="two", child=ended(why="Too many files.")), "error", "files"),
        (a_pair("files", running="two", child=ended(why="Too many files.")), "error", "files"),
        (a_pair("died", running="two", child=ended(0), fault="status -9"), "error", "ended"),
    ],
)
def test_a_broken_pair_is_replaced(pair: ScriptedPair, outcome: str, kind: str) -> None:
    """However a case ends its pair, the cases after it are judged in a fresh one."""
    run, pairs = judged(pair, a_pair("done", a_result("one"), a_result("three")))

    failure = failure_of(run, "two")
    assert outcomes_of(run.results.values())["two"] == outcome
    assert failure is not None
    assert failure.kind == kind
    assert pairs.asked == [ALL, ["one", "three"]]
    assert run.verdict is None


def test_who_dies_of_what_it_heard_is_no_fault_of_ours() -> None:
    """An examiner that ends before the first case, and had met the submission, costs no fault."""
    run, _ = judged(a_pair("died", fault="the examiner ended", has_met=True))

    assert run.verdict is None
    assert run.whole is not None
    assert run.whole.kind == "ended"


def test_suspects_are_judged_last() -> None:
    """Cases that call what has timed out before wait until all others are judged."""
    cases: list[CaseInfo] = [a_case(name) for name in ("a", "b", "c", "d")]
    calls = {"a": ["slow"], "b": ["slow", "fast"], "c": ["fast"], "d": ["other"]}
    known = knowledge_of(*cases, callables={c.id: calls[c.id[-1]] for c in cases})

    _, pairs = judged(
        a_pair("timed_out", running="a"),
        a_pair("done", a_result("c"), a_result("d"), a_result("b")),
        known=known,
    )

    assert pairs.asked == [[*"abcd"], ["c", "d", "b"]]


def test_what_hung_twice_on_end_is_not_run_again() -> None:
    """The cases that call it get the outcome without the wait; others are judged."""
    cases = [a_case(name) for name in ("a", "b", "c", "d")]
    calls = {"a": ["slow"], "b": ["slow", "fast"], "c": ["slow"], "d": ["fast"]}
    known = knowledge_of(*cases, callables={c.id: calls[c.id[-1]] for c in cases})

    run, pairs = judged(
        a_pair("timed_out", running="a"),
        a_pair("timed_out", a_result("d"), running="b"),
        known=known,
    )

    assert pairs.asked == [[*"abcd"], ["d", "b", "c"]]
    assert failure_of(run, "b") == Failure("timed_out")
    assert failure_of(run, "c") == Failure("hung", text="slow")
    assert outcomes_of(run.results.values())["c"] == "timed_out"


def test_a_case_that_ends_in_between_keeps_the_others_running() -> None:
    """Code that is slow for some inputs only loses the cases with these inputs."""
    cases = [a_case(name) for name in ("a", "b", "c", "d")]
    known = knowledge_of(*cases, callables={c.id: ["slow"] for c in cases})

    run, pairs = judged(
        a_pair("timed_out", running="a"),
        a_pair("timed_out", a_result("b"), running="c"),
        a_pair("done", a_result("d")),
        known=known,
    )

    assert pairs.asked == [[*"abcd"], ["b", "c", "d"], ["d"]]
    assert outcomes_of(run.results.values())["d"] == "passed"


def test_time_in_all_ends_the_run() -> None:
    """What is not judged when the time is used up is timed out too."""
    run, pairs = judged(a_pair("timed_out", a_result("one"), running="two"), seconds=-1.0)

    failure = failure_of(run, "three")
    assert len(pairs.asked) == 1
    assert outcomes_of(run.results.values()) == {
        "one": "passed",
        "two": "timed_out",
        "three": "timed_out",
    }
    assert failure == Failure("no_time_left")


def test_a_flood_ends_the_run() -> None:
    """A submission that printed too much is stopped; earlier points stand."""
    run, pairs = judged(a_pair("printed", a_result("one"), running="two", cases=CASES))

    assert len(pairs.asked) == 1
    assert run.verdict == "too_much_output"
    assert outcomes_of(run.results.values()) == {"one": "passed", "two": "error"}
    assert run.whole == Failure("printed")


@pytest.mark.parametrize(
    ("pair", "kind"),
    [
        (a_pair("timed_out"), "import_timed_out"),
        (a_pair("ended", child=ended(3)), "exited"),
        (a_pair("ended", child=ended(signal=9)), "signal"),
    ],
)
def test_an_end_before_any_case(pair: ScriptedPair, kind: str) -> None:
    """What ends the import ends the whole submission."""
    run, pairs = judged(pair)

    assert len(pairs.asked) == 1
    assert run.whole is not None
    assert run.whole.kind == kind
    assert run.verdict is None


def test_memory_costs_the_case_that_reported_it() -> None:
    """A case that ran out of memory keeps its result, and the next gets a fresh pair."""
    run, pairs = judged(
        a_pair("memory", a_result("one", "out_of_memory")),
        a_pair("done", a_result("two"), a_result("three")),
    )

    assert pairs.asked == [ALL, ["two", "three"]]
    assert outcomes_of(run.results.values())["one"] == "out_of_memory"


def test_a_dead_examiner_is_the_submissions_while_a_case_runs() -> None:
    """An examiner that dies in a case dies of a value: no fault of ours."""
    run, _ = judged(
        a_pair("died", running="two", child=ended(0), fault="the examiner ended"),
        a_pair("done", a_result("one"), a_result("three")),
    )

    assert run.fault is None
    assert run.verdict is None
    assert outcomes_of(run.results.values())["two"] == "error"


def test_a_dead_examiner_is_ours_otherwise() -> None:
    """An examiner that dies before any case is our fault."""
    run, pairs = judged(a_pair("died", fault="the examiner ended"))

    assert len(pairs.asked) == 1
    assert run.verdict == "grader_fault"
    assert run.fault == "the examiner ended"


def test_output_of_all_pairs_is_kept() -> None:
    """What was printed is kept, pair by pair."""
    run, _ = judged(
        a_pair("ended", running="one", child=ended(1), said="a"),
        a_pair("done", a_result("two"), a_result("three"), said="c"),
    )

    assert run.printed == "ac"


def test_the_reference_names_its_cases() -> None:
    """Without knowledge the cases are those that the first pair collected."""
    run, pairs = judged(
        a_pair("ended", running="one", child=ended(1), cases=CASES),
        a_pair("done", a_result("two"), a_result("three")),
        known=None,
    )

    assert pairs.asked == [None, ["two", "three"]]
    assert run.cases == CASES


@pytest.mark.parametrize("outcome", ["failed", "error", "timed_out", "skipped", "xfailed"])
def test_cases_that_count_for_nobody_are_not_run(outcome: str) -> None:
    """What the reference does not pass is not asked of a submission, first or later."""
    known = knowledge_of(*CASES, outcomes={CASES[0].id: outcome})
    run, pairs = judged(
        a_pair("timed_out", running="two"), a_pair("done", a_result("three")), known=known
    )

    assert pairs.asked == [["two", "three"], ["three"]]
    assert set(outcomes_of(run.results.values())) == {"two", "three"}


def test_every_case_is_run_where_that_is_asked() -> None:
    """An author who proves a lesson sees what comes of a case that is left out."""
    known = knowledge_of(*CASES, outcomes={CASES[0].id: "failed"})
    pairs = ScriptedPairs(a_pair("ended", running="two", child=ended(1)), a_pair("done"))

    judge_in_pairs(pairs, known, Limits(), Job(0, {}, every_case=True))

    assert pairs.asked == [ALL, ["one", "three"]]


@pytest.mark.parametrize("how", [{"signal": 11}, {"exit_code": 70}])
def test_a_full_process_that_crashes_ran_out_of_memory(how: dict[str, int]) -> None:
    """It cannot tell so itself, as where its stack can no longer grow."""
    full = Limits().memory_mib * 1024 * 3 // 4
    child = Ending(how.get("exit_code"), how.get("signal"), max_rss_kib=full, cpu_seconds=0.0)
    run, _ = judged(
        a_pair("ended", a_result("one"), running="two", child=child),
        a_pair("done", a_result("three")),
    )

    assert outcomes_of(run.results.values())["two"] == "out_of_memory"
