"""A new verdict takes an earlier one's place; what was is kept, and so is a pass."""

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from grader.errors import StoreError
from grader.model.course import StudentId
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Cell, Submission
from grader.record.attempts import (
    AttemptRow,
    list_attempts,
    read_all_submissions,
    read_judged,
    read_submission,
    record_attempt,
)
from grader.record.forgetting import export_person
from grader.record.grants import read_history
from grader.record.packing import pack_submission, unpack_judged, unpack_submission
from grader.record.people import write_audit
from grader.record.regrades import replace_verdicts
from grader.record.store import Store
from grader.record.tables import DamagedRow, earlier_verdicts
from tests.unit.record.records import (
    NOW,
    SUMS,
    everything,
    read_audit,
    record,
    settle,
    submission,
    verdict_on,
)

LATER = NOW + timedelta(days=3)
FAILED = verdict_on("ada", Verdict.FAILED, "0")
_EARLIER = select(*(earlier_verdicts.c[n] for n in ("number", "replaced_at", "judged")))


def newer(judged: JudgedSubmission, version: str = "v2") -> JudgedSubmission:
    report = msgspec.structs.replace(judged.report, course_version=version)
    return msgspec.structs.replace(judged, report=report)


def judged_row(store: Store, student: str = "ada", source: str = "x = 1\n") -> AttemptRow:
    """Record an attempt that passes."""
    settle(store, record(store, student, source), verdict_on(student))
    with store.reading() as reading:
        return list_attempts(reading, student)[-1]


def test_what_was_is_kept(store: Store) -> None:
    """The earlier report can be read, is handed over with a person, and the trail has counts."""
    row = judged_row(store)

    with store.writing() as writing:
        replace_verdicts(writing, [(row, newer(FAILED))], LATER)
        write_audit(writing, "regraded", LATER, lesson=SUMS, detail="1 judged, 1 changed")

    with store.reading() as reading:
        (now,) = list_attempts(reading, "ada")
        assert read_judged(reading, now) == newer(FAILED)
        ((number, replaced_at, earlier),) = reading.execute(_EARLIER)
        person = export_person(store, "ada")
        last = read_audit(reading)[-1]
    assert (now.verdict, now.points, now.course_version) == ("failed", "0", "v2")
    assert (now.judged_at, now.submitted_at, now.number) == (LATER, NOW, 1)
    assert (unpack_judged(earlier, "it"), number) == (verdict_on("ada"), 1)
    assert replaced_at == LATER
    assert [each["verdict"] for each in person["earlier_verdicts"]] == ["passed"]
    assert (last.event, last.student, last.detail) == ("regraded", None, "1 judged, 1 changed")


def test_a_pass_is_kept(store: Store) -> None:
    """The history still says passed after a verdict that is worse, and after one more."""
    row = judged_row(store)
    for version in ("v2", "v3"):
        with store.writing() as writing:
            replace_verdicts(writing, [(row, newer(FAILED, version))], LATER)
        with store.reading() as reading:
            (row,) = list_attempts(reading, "ada")
            (attempt,) = read_history(reading, "ada").attempts
        assert attempt.lesson_passed
        assert attempt.points == 0


def test_all_or_none(store: Store) -> None:
    """Where one attempt is no longer as it was read, nothing is replaced at all."""
    rows = [judged_row(store, "ada"), judged_row(store, "bob")]
    with store.writing() as writing:
        replace_verdicts(writing, [(rows[1], newer(FAILED))], LATER)
    before = everything(store)

    changed = [(row, newer(FAILED, "v3")) for row in rows]
    said = "bob's attempt 1 at sums was changed"
    with pytest.raises(StoreError, match=said), store.writing() as writing:
        replace_verdicts(writing, changed, LATER)

    assert everything(store) == before


def test_a_notebooks_cells_are_kept(store: Store) -> None:
    """Where each cell begins is kept with the module, and why it could not be read."""
    cells = (Cell(1, 1), Cell(4, 7))
    handed_in = Submission(
        submission("ada").student, {"sums.py": b"x"}, "Cell 4 is not Python.", cells=cells
    )
    with store.writing() as writing:
        row = record_attempt(writing, handed_in, SUMS, "v1", NOW, None)
    plain = record(store, "bob")

    with store.reading() as reading:
        assert read_submission(reading, row) == handed_in
        found = [one for _, one in read_all_submissions(reading, [plain, row])]
    assert found == [submission("bob"), handed_in]


def test_files_that_were_damaged_are_named() -> None:
    """Bytes that no longer unpack are an error that says whose they are."""
    with pytest.raises(DamagedRow, match="ada's attempt"):
        unpack_submission(b"gone", "ada", "ada's attempt")


@pytest.mark.parametrize("refused_as", [Verdict.ERROR, Verdict.UNREADABLE])
def test_why_something_is_refused_is_kept(refused_as: Verdict) -> None:
    """A notebook that is no Python stays an error when it is judged again."""
    cells = (Cell(3, 1),)
    handed_in = Submission(StudentId("ada"), {"a.py": b""}, "Cell 3 ...", (), cells=cells)
    handed_in = replace(handed_in, refused_as=refused_as)

    assert unpack_submission(pack_submission(handed_in), "ada", "it") == handed_in
