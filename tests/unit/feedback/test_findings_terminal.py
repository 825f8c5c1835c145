"""What was found out about a course is printed in the order of what to do first."""

import io

import pytest
from rich.console import Console

from grader.feedback.findings_terminal import print_proof
from grader.model.soundness import CourseProof, Finding, LessonProof, Level, MutantCount

NOTE = Finding("mutants", Level.NOTE, "Three were left out.")
LATER = Finding("stub", Level.ERROR, "It passes.", "Add a case.", "exercises/b/b.py", 7)
FIRST = Finding("stub", Level.ERROR, "It is empty.", None, "exercises/a/a.py", 9, detail="- a\n+ b")
LOOK = Finding("text", Level.WARNING, "It is long.", file="exercises/a/README.md")


def proof(*findings: Finding) -> CourseProof:
    lesson = LessonProof(
        *("sums", findings, 12, 1, MutantCount(9, 7, 1)),
        tier="functions",
        seconds=1.25,
    )
    return CourseProof(1, "Course", "full", (NOTE,), (lesson,))


@pytest.fixture
def written() -> io.StringIO:
    return io.StringIO()


def test_errors_come_first(written: io.StringIO) -> None:
    """Findings stand by weight, file and line, each with its advice and detail below it."""
    print_proof(proof(LOOK, LATER, NOTE, FIRST), Console(file=written, width=80))

    assert written.getvalue().split("\n\nsums\n")[1] == (
        "  12 cases, 1 known mistake, 9 mutants (7 caught, 1 allowed, 1 not caught),\n"
        "  functions and data, 1.2 s\n"
        "  - wrong (stub): It is empty.\n"
        "      exercises/a/a.py:9\n"
        "        - a\n"
        "        + b\n"
        "  - wrong (stub): It passes.\n"
        "      exercises/b/b.py:7\n"
        "      Add a case.\n"
        "  - look at (text): It is long.\n"
        "      exercises/a/README.md\n"
        "  - note (mutants): Three were left out.\n"
        "\n"
        "The course is not sound: 2 things wrong. 1 thing to look at.\n"
    )


def test_a_sound_course(written: io.StringIO) -> None:
    """What may be left as it is does not make a course unsound."""
    print_proof(proof(LOOK), Console(file=written, width=80))

    assert written.getvalue().startswith("\nThe course\n  - note (mutants): Three were left out.\n")
    assert written.getvalue().endswith("The course is sound (1 lesson). 1 thing to look at.\n")
