"""Remarks on record: written, counted, taken back, in a file and on a server."""

from fractions import Fraction

from grader.model.report import Remark
from grader.record.attempts import list_attempts
from grader.record.forgetting import forget_person
from grader.record.grants import (
    publish,
    read_history,
    take_back_publication,
)
from grader.record.remarks import add_remark, list_remarks, marked_rows, remove_remark
from grader.record.store import Store
from tests.unit.record.records import NOW, SUMS, read_audit, record, settle


def add(store: Store, points: str | None, sha: str | None, student: str = "ann") -> int:
    """Put a remark on record."""
    remark = Remark(None, points, "why", "Dr. Lee", NOW)
    with store.writing() as writing:
        return add_remark(writing, student, SUMS, sha, remark, NOW)


def points(store: Store) -> list[tuple[str | None, bool | None, bool]]:
    """Read the points of all attempts, marks counted in."""
    with store.reading() as reading:
        rows = marked_rows(reading, list_attempts(reading), {SUMS: 1.0})
    return [(row.points, row.lesson_passed, row.is_marked) for row in rows]


def test_what_is_written_is_read(store: Store) -> None:
    """A remark comes back as it was, under its number, and its student is on record."""
    first, second = add(store, "1/2", "ab"), add(store, None, None, "ben")

    with store.reading() as reading:
        (ann,), everyone = list_remarks(reading, "ann"), list_remarks(reading, lesson=SUMS)

    assert (ann.id, ann.submission_sha256, ann.remark.points) == (first, "ab", "1/2")
    assert ann.remark.written_at == NOW
    assert [(one.id, one.student) for one in everyone] == [(first, "ann"), (second, "ben")]


def test_marks_count_for_their_bytes(store: Store) -> None:
    """A mark changes what the attempt with those bytes counts; the verdict on record stays."""
    judged, waiting = record(store, "ann"), record(store, "ann", "y = 2\n")
    settle(store, judged)
    add(store, "0", "ab")  # the digest of the invented report
    add(store, None, None)

    assert points(store) == [("0", False, True), (None, None, False)]
    with store.reading() as reading:
        (attempt,) = read_history(reading, "ann").attempts
        kept = list_attempts(reading)[0]
    assert (attempt.points, attempt.lesson_passed) == (Fraction(0), False)
    assert (kept.points, kept.lesson_passed) == ("1", True)
    assert waiting.number == 2


def test_taking_back(store: Store) -> None:
    """A number is taken back once; the mark before it holds again."""
    settle(store, record(store, "ann"))
    add(store, "0", None)
    last = add(store, "1/2", None)
    before = points(store)
    with store.writing() as writing:
        removed = remove_remark(writing, last, NOW)
        again = remove_remark(writing, last, NOW)

    assert (before, points(store)) == ([("1/2", False, True)], [("0", False, True)])
    assert (removed.id if removed else None, again) == (last, None)


def test_the_trail_says_only_that_it_happened(store: Store) -> None:
    """Neither points nor words nor who wrote them are in the audit trail."""
    add(store, "1/2", None)
    number = add(store, None, None)
    with store.writing() as writing:
        remove_remark(writing, number, NOW)
        publish(writing, SUMS, "Dr. Lee", NOW)
        take_back_publication(writing, SUMS, NOW)
    with store.reading() as reading:
        trail = read_audit(reading)

    assert [(one.event, one.student, one.lesson, one.detail) for one in trail] == [
        ("marked", "ann", SUMS, ""),
        ("commented", "ann", SUMS, ""),
        ("remark removed", "ann", SUMS, ""),
        ("published", None, SUMS, ""),
        ("publication undone", None, SUMS, ""),
    ]


def test_forgetting(store: Store) -> None:
    """The remarks on a person go with the person, and nobody else's do."""
    add(store, "1", None)
    add(store, "1", None, "ben")
    with store.engine.begin() as writing:
        forget_person(writing, "ann", NOW)

    with store.reading() as reading:
        assert [one.student for one in list_remarks(reading)] == ["ben"]
