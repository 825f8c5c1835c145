"""A report holds of a failure what a student may read at the level `values`, and no more."""

import pytest

from grader.border.inert import Wrong
from grader.cases.events import Failure
from grader.judge.failure import SELDOM_MEANT
from grader.judge.sentences import reported
from grader.judge.submission_source import Source
from grader.model.report import Place, ReportedFailure

SOURCE = Source({"sums.py": b"def add(a, b):\n    return {}[a]\n"}, "sums.py")
KEY_ERROR = "sums.Made4711|builtins.KeyError|builtins.Exception"
STACKS = Source(
    {"stacks.py": b"class Stack:\n    def push(self, x): ...\n\ndef make(x): ...\n"}, "stacks.py"
)
YOURS = "Your code gave an object; plain data was expected."
AT = Place("sums.py", 2)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (
            Failure("raised", KEY_ERROR, text="1 at 0x7f72b410", file="sums.py", line=2),
            ReportedFailure("raised", "KeyError", text="1", place=AT),
        ),
        (
            Failure("raised", KEY_ERROR, file="test_sums.py", line=2),
            ReportedFailure("raised", "KeyError"),
        ),
        (
            Failure("raised", KEY_ERROR, file="sums.py", line=3),
            ReportedFailure("raised", "KeyError"),
        ),
        (Failure("asserted", text="4711"), ReportedFailure("asserted")),
        (Failure("unusable", "Oracle4711", text="4711"), ReportedFailure("unusable")),
        (Failure("unusable", "TypeError", text="4711"), ReportedFailure("unusable", "TypeError")),
        (Failure("changed", "Secret4711"), ReportedFailure("changed")),
        (Failure("breach", text="4711"), ReportedFailure("breach")),
        (
            Failure("arguments", expected_type="add", text="4711", line=3),
            ReportedFailure("arguments", name="add", number=3, place=Place("sums.py", 1)),
        ),
        (Failure("signal", text="11"), ReportedFailure("signal", "SIGSEGV")),
        (Failure("exited", text="3"), ReportedFailure("exited", number=3)),
    ],
)
def test_what_a_student_may_read_is_kept(failure: Failure, expected: ReportedFailure) -> None:
    """Types, names and places are the student's own or built in; a text of ours is left out."""
    assert reported(failure, SOURCE) == expected


def test_a_column_is_told_where_nothing_hidden_was() -> None:
    """Of an import the column stands with the line; later on it might tell of an input."""
    known = Failure("import", "builtins.SyntaxError", "", "bad", "sums.py", 2, 12)
    after = Failure("raised", "builtins.SyntaxError", "", "bad", "sums.py", 2, 12)

    assert [reported(each, SOURCE).place for each in (known, after)] == [
        Place("sums.py", 2, 12),
        AT,
    ]


@pytest.mark.parametrize(
    ("doing", "class_name", "sentence"),
    [
        ("make", "Stack", "make gave an object of your class Stack; plain data was expected."),
        ("Stack.push", "Other", "Stack.push gave an object; plain data was expected."),
        ("make.[3, 'HIDDEN', 4]", "", YOURS),
        ("make.HIDDEN", "", YOURS),
        ("HIDDEN.push", "", YOURS),
        ("make", "HIDDEN", "make gave an object; plain data was expected."),
        ("make.", "", YOURS),
        ("", "", YOURS),
    ],
)
def test_only_what_is_written_is_named(doing: str, class_name: str, sentence: str) -> None:
    """A name that the code makes while it runs may hold a hidden input, and is not shown."""
    failure = Failure("object", class_name, doing, Wrong.OBJECT)

    assert reported(failure, STACKS).text == sentence


@pytest.mark.parametrize("kind", sorted(SELDOM_MEANT))
def test_what_is_seldom_meant_is_named(kind: str) -> None:
    """A kind that a slip gives is told with what was likely meant."""
    told = reported(Failure("object", kind, "make", Wrong.OBJECT), STACKS).text or ""

    assert told.startswith("make gave ")
    assert told.endswith("?")
