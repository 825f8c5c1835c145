"""Blackboard's download is read by its names, and by the text that says whose an attempt is."""

from pathlib import Path

from grader.intake.class_intake import Intake, Source
from tests.unit.intake.handed_in import CODE, LESSON, take_in, write

ANN = "Home_work 1_ann_lee_attempt_2026-09-01-10-00-11"
BEN = "Home_work 1_ben_attempt_2026-09-02-10-00-11"
TEXTS = {f"{ANN}.txt": b"Name: Ann Lee (ann_lee)\n", f"{BEN}.txt": b"Nome: Ben (B) Bo (ben)\r\n"}
BOTH = {**TEXTS, f"{ANN}_sums.py": CODE, f"{BEN}_sums.py": CODE + b"# ben\n"}


def taken(tmp_path: Path, files: dict[str, bytes]) -> Intake:
    """Take in a download of these files."""
    return take_in(Source(write(tmp_path / "download", files)), LESSON)


def sources(intake: Intake) -> dict[str, bytes | None]:
    """List everyone's module."""
    return {str(one.student): one.sources.get("sums.py") for one in intake.submissions}


def test_accounts_and_names_come_from_the_texts(tmp_path: Path) -> None:
    """Underscores in an account or the assignment's name, and other languages, change nothing."""
    intake = taken(tmp_path, BOTH)

    assert intake.shape == "Blackboard download, 4 of 4 entries"
    assert [(one.student, one.name) for one in intake.submissions] == [
        ("ann_lee", "Ann Lee"),
        ("ben", "Ben (B) Bo"),
    ]
    assert sources(intake) == {"ann_lee": CODE, "ben": CODE + b"# ben\n"}


def test_a_file_named_as_the_attempt_of_another(tmp_path: Path) -> None:
    """What a student calls a file makes it nobody else's, by a text beside it."""
    forged = {f"{ANN}_{BEN}.txt": TEXTS[f"{BEN}.txt"], f"{ANN}_{BEN}_sums.py": b"x = 1\n"}

    intake = taken(tmp_path, {**BOTH, **forged})

    assert sources(intake) == {"ann_lee": CODE, "ben": CODE + b"# ben\n"}
    assert intake.unplaced == ()


def test_a_text_that_names_somebody_else(tmp_path: Path) -> None:
    """An attempt whose name and text disagree is undecided."""
    intake = taken(tmp_path, {**BOTH, f"{ANN}.txt": b"Name: Cleo (cleo)\n"})

    assert sources(intake) == {"ben": CODE + b"# ben\n"}
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        (ANN, "the download does not say whose it is"),
    ]


def test_an_attempt_without_a_file(tmp_path: Path) -> None:
    """Whoever typed a text, or submitted nothing, is told which file is asked for."""
    intake = taken(
        tmp_path, {name: data for name, data in BOTH.items() if name != f"{BEN}_sums.py"}
    )

    (ben,) = (one for one in intake.submissions if one.student == "ben")
    assert (ben.refused or "").startswith("sums.py was not found")
