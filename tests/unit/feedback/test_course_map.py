"""The course map says of each lesson what a student has to know, and of the course what is next."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from grader.feedback.course_map import (
    Command,
    Standing,
    map_rows,
    map_view,
    opened_by,
    standing_after,
)
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_commands, print_map
from grader.feedback.student import student_view
from grader.model.report import Report, Verdict
from grader.model.unlocking import LessonState
from tests.unit.feedback.map_builders import DAY, NOW, attempt, chain, course, lesson, mixed, states

MakeReport = Callable[..., Report]


def test_each_lesson_has_its_state_its_points_and_its_reason() -> None:
    """A row says what is passed, open, closed or locked, and what comes first."""
    rows = {row.id: row for row in map_rows(mixed())}

    told = {name: (row.badge.word, row.points, row.after) for name, row in rows.items()}
    assert told == {
        "gains": ("passed", "5 of 5 points", None),
        "cumulative_gain": ("passed", "5 of 5 points", None),
        "precision_at_k": ("closed", "not submitted yet", "Comes after 1"),
        "dcg_at_k": ("open", "3 of 5 points", "Comes after 2"),
        "reciprocal_rank": (
            *("passed", "4.5 of 5 points count: 1 day late, 10 % a day"),
            "Comes after 1",
        ),
        "mean": ("locked", None, None),
        "text_basics": ("closed", "2 of 5 points", "Needs no other lesson"),
        "significance": ("locked", None, "Comes after 4 and 6"),
    }
    assert rows["precision_at_k"].notices[0].startswith("Nothing is taken any more")
    assert rows["text_basics"].notices[0].startswith("No attempt is left")
    assert rows["dcg_at_k"].notices[-1] == "2 attempts left."
    assert (rows["significance"].reason or "").startswith("Locked: needs MRR and DCG@k.")


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
    view = map_view(states(chain(), *(attempt(*one) for one in points.items())), "Course")

    assert view.commands == (Command(line, purpose),)
    assert view.rest is None


def test_nothing_is_next_at_the_end() -> None:
    """Who has passed everything, or may submit nothing, is told so."""
    done = map_view(states(chain(), *(attempt(n, 5) for n in ("cg", "dcg", "ndcg"))), "C")
    early = map_view(states(course(lesson("cg", opens=NOW + DAY), lesson("a", due=NOW - DAY))), "C")

    assert (done.commands, done.progress, done.percent) == ((), "3 of 3 lessons passed", 100)
    assert "nothing left to do" in (done.rest or "")
    assert early.commands == ()
    assert "each one says why" in (early.rest or "")


@pytest.mark.parametrize("can_try", [True, False])
def test_after_a_fail_a_hint_and_another_attempt_are_next(
    can_try: bool, make_report: MakeReport
) -> None:
    """A student who failed is led to the hint, to what can be tried and to submitting again."""
    made = course(lesson("cg", attempts=3))
    report = make_report(lesson="cg")

    after = states(made, attempt("cg", 2))
    standing = standing_after(report, states(made), after, ["More."], file="a b", can_try=can_try)

    tried = ["grader test cg 'a b'"] if can_try else []
    lines = [one.line for one in standing.commands]
    assert lines == ["grader hint cg", *tried, "grader submit cg 'a b'"]
    assert standing.notes == ("2 attempts left.", "More.")


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
    report = make_report(lesson="cg", verdict=Verdict.GRADER_FAULT)

    standing = standing_after(report, states(chain()), states(chain()))

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
        ([("cg", 5)], 1, "It opens no further lesson.", ()),
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

    unlock = student_view(report, standing=after(report, *attempts, before=before)).unlock

    assert unlock.sentence.startswith(sentence.removesuffix("."))
    assert unlock.opens == opens


def test_an_earlier_attempt_stays(make_report: MakeReport) -> None:
    """After a worse attempt a pass stays, and the better points count."""
    report = make_report(lesson="cg", points="1", max_points="5")
    passed = student_view(report, standing=after(report, ("cg", 5), ("cg", 2), before=1))
    better = student_view(report, chain().lessons[0], standing=after(report, ("cg", 3)))

    assert passed.unlock.badge.word == "lesson passed"
    assert "an earlier one has" in passed.unlock.sentence
    assert better.unlock.sentence.endswith("Your best attempt counts, with 3 of 5 points.")
    last = course(lesson("cg", counts="last"))
    found = states(last, attempt("cg", 0))
    worse = student_view(report, last.lessons[0], standing=standing_after(report, found, found))
    assert worse.unlock.sentence.endswith("Your last attempt counts, with 0 of 5 points.")


def test_a_solution_that_may_be_read_is_offered(make_report: MakeReport) -> None:
    """After a pass, the reference solution is named where the course shows it."""
    made = course(lesson("cg", solution="after_passing"))
    report = make_report(lesson="cg", lesson_passed=True)

    standing = standing_after(report, states(made), states(made, attempt("cg", 5)))

    assert [one.line for one in standing.commands] == ["grader solution cg"]


def test_what_the_course_alone_says_is_opened() -> None:
    """A page without a record names what needs the lesson, and what that needs besides."""
    made = course(
        lesson("a"), lesson("b"), lesson("c", "", "a b"), lesson("d", "", "a", opens=NOW + DAY)
    )

    assert opened_by(made.lessons[0], made, NOW) == ("C, with B",)


def printed(found: tuple[LessonState, ...], **settings: Any) -> str:
    """Print the map on a terminal with the given settings."""
    written = io.StringIO()
    print_map(found, Console(**{"file": written, "width": 80, **settings}), "Ranking metrics")
    return written.getvalue()


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_every_width_says_everything(width: int) -> None:
    """Each lesson has its state, title, id and reason, and only a command may be too long."""
    text = printed(mixed(), width=width)

    lines = [line for line in text.splitlines() if not line.startswith("  grader ")]
    assert max(map(len, lines)) <= width
    squeezed = "".join(text.split())
    for one in mixed():
        assert one.lesson.id in squeezed
        assert "".join(one.lesson.title.split()) in squeezed
        assert "".join((one.reason or "").split()) in squeezed


def test_old_encodings_are_written() -> None:
    """Where only ASCII can be written, each state has a sign of its own."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    made = course(lesson("a", "Größe 日"), lesson("b", "", "a"), lesson("c", "", "b"))

    print_map(states(made, attempt("a", 5)), Console(file=file, width=60), "Ranking 日")
    file.flush()

    text = file.buffer.getvalue().decode("ascii")
    assert all(sign in text for sign in ("+  1.", ">  2.", "#  3.", "\\u65e5"))


def test_a_command_works_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command is never broken; where the shell does not find `grader`, it begins as called."""
    written = io.StringIO()
    command = Command("grader start a_lesson_with_a_very_long_name_1", "to begin")
    monkeypatch.setattr("sys.argv", ["my venv/bin/grader", "lessons"])
    monkeypatch.setenv("PATH", "")

    print_commands(Pen(Console(file=written, width=30)), [command])

    line = "  'my venv/bin/grader' start a_lesson_with_a_very_long_name_1\n"
    assert written.getvalue().endswith(line)


def test_a_course_without_lessons_has_a_map() -> None:
    """Nothing is drawn where there is nothing."""
    assert "0 of 0 lessons passed" in printed(())
