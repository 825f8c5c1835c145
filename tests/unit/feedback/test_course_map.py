"""The course map says of each lesson what a student has to know, and of the course what is next."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from grader.feedback.course_map import (
    Standing,
    map_rows,
    map_view,
    next_commands,
    progress,
    standing_after,
)
from grader.feedback.student import student_view
from grader.model.report import Report, Verdict
from tests.unit.feedback.map_builders import DAY, NOW, attempt, chain, course, lesson, mixed, states

MakeReport = Callable[..., Report]


def test_a_chain_says_what_is_passed_open_and_locked() -> None:
    """Each row has its state as a word, its points, and a reason where it is locked."""
    rows = map_rows(states(chain(), attempt("cg", 5), attempt("dcg", 3)))

    assert [row.badge.word for row in rows] == ["passed", "open", "locked"]
    assert [row.points for row in rows] == ["5 of 5 points", "3 of 5 points", None]
    assert [row.reason for row in rows] == [
        None,
        None,
        "Locked: needs DCG@k. Your best is 3 of 5 points.",
    ]
    assert [row.command for row in rows] == [None, "grader submit dcg", None]
    assert [row.after for row in rows] == [None, None, None]


def test_branches_are_told_by_number() -> None:
    """A lesson that does not just follow the one before says what comes first."""
    after = {row.id: row.after for row in map_rows(mixed())}

    assert after["cumulative_gain"] is None
    assert after["precision_at_k"] == "Comes after 1"
    assert after["significance"] == "Comes after 8 and 10"
    assert after["report"] == "Comes after 11, 13 and 16"
    assert after["text_basics"] == "Needs no other lesson"


def test_what_takes_no_work_is_closed() -> None:
    """A lesson past its last moment or without an attempt left is closed, and offers no command."""
    rows = {row.id: row for row in map_rows(mixed())}

    for name, why in (("precision_at_k", "the last moment was"), ("text_basics", "No attempt")):
        assert rows[name].badge.word == "closed"
        assert why in rows[name].notices[0]
        assert rows[name].command is None
    assert rows["dcg_at_k"].notices[-1] == "2 attempts left."
    assert rows["reciprocal_rank"].points == "4.5 of 5 points"
    assert rows["reciprocal_rank"].notices == ("4.5 of 5 points count: 1 day late, 10 % a day.",)


@pytest.mark.parametrize(
    ("points", "line", "purpose"),
    [
        ({}, "grader start cg", "to begin Cumulative gain"),
        ({"cg": 2}, "grader submit cg", "to go on with Cumulative gain"),
        ({"cg": 5}, "grader start dcg", "to begin DCG@k"),
    ],
)
def test_the_next_command_leads_on(points: dict[str, int], line: str, purpose: str) -> None:
    """The first open lesson is begun, or gone on with."""
    (found,) = next_commands(states(chain(), *(attempt(*one) for one in points.items())))

    assert (found.line, found.purpose) == (line, purpose)


def test_nothing_is_next_at_the_end() -> None:
    """Who has passed everything, or may submit nothing, is told so."""
    done = map_view(states(chain(), *(attempt(n, 5) for n in ("cg", "dcg", "ndcg"))), "C", "s")
    early = map_view(states(course(lesson("cg", opens=NOW + DAY))), "C", "s")

    assert (done.commands, done.progress, done.percent) == ((), "All 3 lessons passed", 100)
    assert "nothing left to do" in (done.rest or "")
    assert early.commands == ()
    assert "each one says why" in (early.rest or "")
    assert progress(states(chain())) == "0 of 3 lessons passed"


@pytest.mark.parametrize("can_try", [True, False])
def test_after_a_fail_a_hint_and_another_attempt_are_next(
    can_try: bool, make_report: MakeReport
) -> None:
    """A student who failed is led to the hint, to what can be tried and to submitting again."""
    made = chain()
    first = replace(made.lessons[0], attempts=3)
    made = replace(made, lessons=(first, *made.lessons[1:]))
    report = make_report(lesson="cg")

    after = states(made, attempt("cg", 2))
    standing = standing_after(report, states(made), after, ["More."], can_try=can_try)

    tried = ["grader test cg"] if can_try else []
    lines = [one.line for one in standing.commands]
    assert lines == ["grader hint cg", *tried, "grader submit cg"]
    assert standing.notes == ("2 attempts left.", "More.")
    assert standing.opened == ()


def test_without_an_attempt_left_no_attempt_is_offered(make_report: MakeReport) -> None:
    """Who may not submit again is not told to."""
    made = course(lesson("cg", attempts=1), lesson("other"))

    standing = standing_after(
        make_report(lesson="cg"), states(made), states(made, attempt("cg", 2))
    )

    assert [one.line for one in standing.commands] == ["grader start other"]
    assert standing.notes == ("No attempt is left. Your best one counts.",)


def test_after_a_fault_the_same_file_is_handed_in_again(make_report: MakeReport) -> None:
    """A fault of the grader's changes nothing and leads back to the same lesson."""
    made = chain()
    report = make_report(lesson="cg", verdict=Verdict.GRADER_FAULT)

    standing = standing_after(report, states(made), states(made))

    assert [one.line for one in standing.commands] == ["grader submit cg"]
    assert student_view(report, standing=standing).unlock.badge.word == "nothing has changed"


def after(report: Report, *attempts: tuple[str, int], before: int = 0) -> Standing:
    """Where a student of the chain stands after these attempts, the first of them made before."""
    made = [attempt(name, points) for name, points in attempts]
    return standing_after(report, states(chain(), *made[:before]), states(chain(), *made))


@pytest.mark.parametrize(
    ("attempts", "before", "sentence", "opens"),
    [
        ([("cg", 5)], 0, "This opens:", ("DCG@k",)),
        ([("cg", 5)], 1, "The lessons that need this one are open already.", ()),
        (
            [("cg", 5), ("dcg", 5), ("ndcg", 5)],
            3,
            "You have passed every lesson of the course.",
            (),
        ),
    ],
)
def test_a_pass_names_what_it_opened(
    attempts: list[tuple[str, int]],
    before: int,
    sentence: str,
    opens: tuple[str, ...],
    make_report: MakeReport,
) -> None:
    """Only what was locked before and is not now was opened by this submission."""
    report = make_report(lesson="cg", lesson_passed=True, verdict=Verdict.PASSED)

    context = student_view(report, standing=after(report, *attempts, before=before))

    assert (context.unlock.sentence, context.unlock.opens) == (sentence, opens)
    assert context.standing is not None
    marks = [row.mark for row in context.standing.rows]
    assert marks == ["this lesson", "opened just now" if opens else None, None]


def test_a_worse_attempt_takes_no_pass_back(make_report: MakeReport) -> None:
    """After a pass, a failed attempt at the same lesson says that the lesson stays passed."""
    report = make_report(lesson="cg")

    unlock = student_view(report, standing=after(report, ("cg", 5), ("cg", 2), before=1)).unlock

    assert unlock.badge.word == "lesson passed"
    assert "an earlier one has" in unlock.sentence


def test_a_pass_that_is_not_enough_says_so(make_report: MakeReport) -> None:
    """Where something else is missing too, nothing opens, and the lock's sentence names it."""
    made = course(lesson("a"), lesson("b"), lesson("c", "", "a b"))
    report = make_report(lesson="a", lesson_passed=True, verdict=Verdict.PASSED)
    standing = standing_after(report, states(made), states(made, attempt("a", 5)))

    context = student_view(report, standing=standing)

    assert (
        context.unlock.sentence
        == "The lessons that need this one are still locked; `grader lessons` says why."
    )
    assert context.standing is not None
    assert (context.standing.rows[2].reason or "").startswith("Locked: needs B.")


def test_titles_keep_to_their_line() -> None:
    """A title that would break the line, or be obeyed by a terminal, is escaped."""
    made = course(lesson("a", "one\n✓ passed\x1b[2J"), lesson("b", "<script>", "a"))

    first, second = map_rows(states(made))

    assert first.title == "one\\n✓ passed\\x1b[2J"
    assert (second.reason or "").startswith("Locked: needs one\\n✓ passed\\x1b[2J.")
