"""Attempts and their verdicts on record do the same in a file and on a server."""

from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from grader.model.deadlines import History
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Cell
from grader.record.attempts import (
    AttemptRow,
    begin_judging,
    facts,
    first_waiting,
    list_attempts,
    list_not_judged,
    propose_verdicts,
    put_not_judged,
    read_all_submissions,
    read_judged,
    read_proposals,
    read_submission,
    record_attempt,
    record_handed_in,
    rewrite_judged,
    still_as_read,
    waiting_attempts,
    withdraw_attempt,
)
from grader.record.forgetting import forget_person
from grader.record.grants import read_history
from grader.record.store import Store
from grader.record.tables import attempts, earlier_verdicts
from tests.unit.record.records import LOOPS, NOW, SUMS, record, settle, submission, verdict_on

LATER = NOW + timedelta(days=3)
FAILED = verdict_on("ada", Verdict.FAILED, "7/3")


def only_row(store: Store, student: str = "ada") -> AttemptRow:
    """Read a student's only attempt."""
    with store.reading() as reading:
        (row,) = list_attempts(reading, student)
    return row


@pytest.mark.parametrize("refused_as", [Verdict.ERROR, Verdict.UNREADABLE])
def test_a_submission_is_read_back_as_it_was_handed_in(store: Store, refused_as: Verdict) -> None:
    """Bytes of every kind come back, cells of a notebook, and why it cannot be judged."""
    files = {"sums.py": bytes(range(256)), "räder.py": b"", "last.py": "€\r\n".encode()}
    cells = (Cell(1, 1), Cell(4, 7))
    handed_in = replace(submission("ada"), sources=files, cells=cells, refused_as=refused_as)
    with store.writing() as writing:
        attempt = record_attempt(writing, handed_in, SUMS, "v1", None)
    other = record(store, "bob")

    with store.reading() as reading:
        assert read_submission(reading, attempt) == handed_in
        assert read_judged(reading, attempt) is None
        found = [one for _, one in read_all_submissions(reading, [other, attempt])]
    assert found == [submission("bob"), handed_in]
    assert attempt.submitted_at is None
    assert attempt.number == 1


def test_the_same_bytes_give_the_same_attempt(store: Store) -> None:
    """Submitting again what is on record adds nothing, however many others came between."""
    first = record(store, "ada", "a")
    second = record(store, "ada", "b")

    again = record(store, "ada", "a")

    assert again == first
    assert (first.number, second.number) == (1, 2)


def test_the_same_bytes_of_another_are_another_attempt(store: Store) -> None:
    """Student, lesson and version of the course tell attempts apart; names sort by code point."""
    record(store, "ada")
    record(store, "Zoe")
    record(store, "ada", lesson=LOOPS)
    with store.writing() as writing:
        later = record_attempt(writing, submission("ada"), SUMS, "v2", NOW)

    with store.reading() as reading:
        listed = list_attempts(reading)
    assert later.number == 2
    assert [(one.student, one.lesson, one.number) for one in listed] == [
        ("Zoe", "sums", 1),
        ("ada", "loops", 1),
        ("ada", "sums", 1),
        ("ada", "sums", 2),
    ]


def test_a_verdict_is_read_back_whole(store: Store) -> None:
    """What was judged comes back, with its columns filled."""
    attempt = record(store, "ada")

    assert settle(store, attempt, FAILED)

    row = only_row(store)
    with store.reading() as reading:
        assert read_judged(reading, row) == FAILED
        assert facts([row])[0].points == Fraction(7, 3)
    assert (row.verdict, row.points, row.lesson_passed, row.tries) == ("failed", "7/3", False, 1)
    assert (row.judged_at, row.seconds) == (NOW, FAILED.seconds)


def test_the_first_verdict_stands(store: Store) -> None:
    """An attempt that two processes judged keeps what the faster one found."""
    attempt = record(store, "ada")
    settle(store, attempt, FAILED)

    with_another = settle(store, attempt, verdict_on("ada"))

    assert only_row(store).verdict == "failed"
    assert not with_another


def test_a_fault_of_ours_settles_nothing(store: Store) -> None:
    """An attempt that the grader failed on goes on waiting and counts for nothing."""
    attempt = record(store, "ada")

    settled = settle(store, attempt, verdict_on("ada", Verdict.GRADER_FAULT, "0"))

    with store.reading() as reading:
        assert [one.id for one in waiting_attempts(reading)] == [attempt.id]
        assert read_history(reading, "ada") == History()
    assert not settled


def test_a_verdict_never_reaches_another_student(store: Store) -> None:
    """What is judged while its student is forgotten is dropped; no id is given twice."""
    old = record(store, "ada", "secret")
    forget_person(store, "ada")
    new = record(store, "bob", "own")

    settled = settle(store, old)

    with store.reading() as reading:
        assert list_attempts(reading) == [new]
    assert not settled


def test_withdrawing(store: Store) -> None:
    """What has no verdict can be taken back, and what has one cannot."""
    judged, waiting = record(store, "ada", "1"), record(store, "ada", "2")
    settle(store, judged)

    with store.writing() as writing:
        withdrawn = [withdraw_attempt(writing, one) for one in (judged, waiting)]

    assert withdrawn == [False, True]
    assert only_row(store).id == judged.id


# -- judged again


def newer(judged: JudgedSubmission, version: str) -> JudgedSubmission:
    """Judge under another version of the lesson."""
    return replace(judged, report=replace(judged.report, course_version=version))


def test_an_earlier_verdict_is_kept_and_so_is_a_pass(store: Store) -> None:
    """A new verdict takes its place, and an edited course takes no pass back."""
    settle(store, record(store, "ada"))
    for version in ("v2", "v3"):
        with store.writing() as writing:
            propose_verdicts(writing, [(only_row(store), verdict_on("ada"))])

        assert settle(store, only_row(store), newer(FAILED, version))

    row = only_row(store)
    with store.reading() as reading:
        assert read_judged(reading, row) == newer(FAILED, "v3")
        assert read_proposals(reading, SUMS) == {}
        kept = list(reading.scalars(select(earlier_verdicts.c.judged)))
        (attempt,) = read_history(reading, "ada").attempts
    assert (row.verdict, row.course_version, row.number) == ("failed", "v3", 1)
    assert kept == [verdict_on("ada"), newer(FAILED, "v2")]
    assert (attempt.lesson_passed, attempt.points) == (True, Fraction(7, 3))


def test_a_verdict_of_meanwhile_is_not_replaced(store: Store) -> None:
    """Whoever judged again what another process has judged since changes nothing."""
    settle(store, record(store, "ada"))
    read_before = only_row(store)
    with store.writing() as writing:
        writing.execute(attempts.update().values(judged_at=LATER))

    settled = settle(store, read_before, FAILED)

    with store.reading() as reading:
        assert list(reading.execute(select(earlier_verdicts))) == []
    assert not settled
    assert only_row(store).verdict == "passed"


def test_what_a_regrade_came_to_is_kept(store: Store) -> None:
    """It waits beside the verdict that holds, by the attempt and the lesson."""
    settle(store, record(store, "ada"))
    row = only_row(store)

    with store.writing() as writing:
        propose_verdicts(writing, [(row, FAILED)])

    with store.reading() as reading:
        assert read_proposals(reading, SUMS) == {row.id: FAILED}
        assert read_proposals(reading, LOOPS) == {}
    assert only_row(store) == row


# -- a class


def hand_in(store: Store, when: datetime | None = NOW) -> AttemptRow:
    """Put a class of one on record."""
    handed_in = replace(submission("ada"), submitted_at=when)
    with store.writing() as writing:
        (one,) = record_handed_in(writing, [handed_in], SUMS, "v1")
    return one


def test_a_verdict_goes_before_what_waits(store: Store) -> None:
    """Of equal bytes under several versions the judged one is meant, of these the last."""
    rows = []
    for version in ("v1", "v2", "v3"):
        with store.writing() as writing:
            rows.append(record_attempt(writing, submission("ada"), SUMS, version, NOW))
    settle(store, rows[0])
    settle(store, rows[1])

    assert hand_in(store).id == rows[1].id


def test_a_time_is_corrected(store: Store) -> None:
    """A time that comes later dates what is on record, also another; without one it stays."""
    times = []
    for when in (None, NOW, LATER, None):
        hand_in(store, when)
        times.append(only_row(store).submitted_at)

    assert times == [None, NOW, LATER, LATER]


def test_why_nothing_was_judged(store: Store) -> None:
    """The last reason stands, until something comes."""
    missing = verdict_on("ada", Verdict.MISSING, "0")
    for judged in (FAILED, missing, verdict_on("bob", Verdict.UNREADABLE)):
        with store.writing() as writing:
            put_not_judged(writing, SUMS, judged)
    with store.reading() as reading:
        before = [list_not_judged(reading, student, SUMS) for student in ("ada", None)]
    hand_in(store)

    with store.reading() as reading:
        after = list_not_judged(reading)
    assert before == [[missing], [missing, *after]]
    assert [one.report.student for one in after] == ["bob"]


def test_what_else_is_known_is_kept(store: Store) -> None:
    """A name that comes later stands in the report; the verdict that another wrote since stays."""
    settle(store, record(store, "ada"))
    row = only_row(store)
    named = replace(verdict_on("ada"), report=replace(verdict_on("ada").report, name="Ada L."))

    with store.writing() as writing:
        rewrite_judged(writing, row, named)
        rewrite_judged(writing, replace(row, judged_at=LATER), FAILED)

    with store.reading() as reading:
        assert read_judged(reading, only_row(store)) == named


# -- what waits


def waiting(store: Store, *versions: str, but: tuple[int, ...] = (), most: int = 9) -> list[str]:
    """Name whose attempts a worker is to judge first."""
    with store.reading() as reading:
        return [row.student for row in first_waiting(reading, versions, but, 2, most)]


def test_who_waits_at_a_screen_goes_before_a_class(store: Store) -> None:
    """The class came first; of each kind the oldest goes first."""
    with store.writing() as writing:
        class_ = [submission("ann"), submission("ben")]
        handed_in = record_handed_in(writing, class_, SUMS, "v1")
    for name in ("cem", "dan"):
        record(store, name)

    assert waiting(store, "v1") == ["cem", "dan", "ann", "ben"]
    assert waiting(store, "v0", "v1", most=1) == ["cem"]
    assert waiting(store, "v1", but=(handed_in[0].id,)) == ["cem", "dan", "ben"]


def test_a_worker_is_given_what_it_can_judge(store: Store) -> None:
    """Not what has its verdict, was tried too often, or is of another course or grader."""
    done, tried, other, mine = (record(store, name) for name in ("ann", "ben", "cem", "dan"))
    settle(store, done)
    with store.writing() as writing:
        begin_judging(writing, tried)
        begin_judging(writing, tried)
        begin_judging(writing, mine)
        of_other = attempts.update().where(attempts.c.id == other.id)
        writing.execute(of_other.values(grader_version="0"))

    assert waiting(store, "v1") == ["dan"]
    assert waiting(store, "v2") == []
    with store.reading() as reading:
        assert [row.student for row in waiting_attempts(reading)] == ["ben", "cem", "dan"]
        assert [row.student for row in waiting_attempts(reading, "cem")] == ["cem"]


def test_what_was_judged_since_it_was_read_is_known(store: Store) -> None:
    """Whoever claims attempts late asks before judging them again."""
    rows = [record(store, f"s{number:03}") for number in range(250)]
    settle(store, rows[7])

    with store.reading() as reading:
        assert still_as_read(reading, rows) == {row.id for row in rows} - {rows[7].id}
        assert still_as_read(reading, []) == set()
