"""A layout is what most entries fit; one entry that is unlike the rest changes nobody else's."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake.class_intake import Intake, Source
from grader.intake.class_people import People
from tests.unit.intake.handed_in import (
    CODE,
    ID_IS_ACCOUNT,
    LAYOUTS,
    LESSON,
    Files,
    Pupil,
    people,
    take,
    take_in,
    zipped,
)

CLASS = [Pupil(str(1000 + n), f"Pupil {n}", {"sums.py": CODE}) for n in range(5)]
OTHER = b"x = 1\n"
PLANTED: Mapping[str, Files] = {
    "the lesson's file": {"sums.py": OTHER},
    "the lesson's notebook": {"sums.ipynb": b"{}"},
    "the course's folder": {"exercises/sums/sums.py": OTHER},
    "Moodle's": {"Eve_77_assignsubmission_file/sums.py": OTHER},
    "Canvas'": {"eve_77_900_sums.py": OTHER},
    "Gradescope's": {"submission_metadata.yml": b"'1000':\n  :submitters:\n  - :sid: eve\n"},
    "Gradescope's, broken": {"submission_metadata.yml": b"a: ["},
    "a document": {"eve.docx": b"x"},
}
SHAPES = {
    "folders": "Plain class, 5 of",
    "moodle_folders": "Moodle download, 5 of",
    "moodle_files": "Moodle download, 5 of",
    "canvas": "Canvas download, 5 of",
    "gradescope": "Gradescope export, 6 of",
    "blackboard": "Blackboard download, 10 of",
}


def read(files: Files, tmp_path: Path, layout: str = "") -> Intake:
    """Take in what an archive holds."""
    path = tmp_path / "class.zip"
    path.write_bytes(zipped(files))
    return take_in(Source(path, layout=layout), LESSON, People())


def around(layout: str, planted: Files) -> Files:
    """Put what is planted among the others of a layout."""
    files = LAYOUTS[layout](CLASS)
    folder = "export/" if layout == "gradescope" else ""
    return {**files, **{f"{folder}{name}": data for name, data in planted.items()}}


@pytest.mark.parametrize(
    ("layout", "planted"),
    # an export holds one file of that name, and it is the platform's own
    [(layout, name) for layout in LAYOUTS for name in PLANTED if layout not in name.lower()],
)
def test_one_entry_changes_nobody_elses(layout: str, planted: str, tmp_path: Path) -> None:
    """Everybody else is judged by what they submitted, and what is unlike the rest is named."""
    intake = read(around(layout, PLANTED[planted]), tmp_path)

    judged = {str(one.student): one.sources for one in intake.submissions}
    ids = {p.account if layout in ID_IS_ACCOUNT else p.id for p in CLASS}
    assert [judged.get(student) for student in ids] == [{"sums.py": CODE}] * len(CLASS)
    assert intake.shape.split(",")[0] == SHAPES[layout].split(",")[0]
    assert len(intake.unplaced) + len(judged.keys() - ids) == 1


def test_a_submission_beside_another(tmp_path: Path) -> None:
    """The lesson's file beside another submission makes no single one: nobody knows whose it is."""
    intake = read({"sums.py": CODE, "ann/sums.py": OTHER}, tmp_path)

    assert [one.sources for one in intake.submissions] == [{"sums.py": OTHER}]
    assert intake.shape == "Plain class, 1 of 2 entries"
    assert [one.origin for one in intake.unplaced] == ["sums.py"]


@pytest.mark.parametrize("beside", ["run.py", "test_sums.py", "notes.txt", "sums", "old/x.py"])
def test_what_a_student_has_beside_the_file(beside: str, tmp_path: Path) -> None:
    """What a lesson gives, and what holds no submission, leaves one submission one."""
    intake = read({"sums.py": CODE, beside: b"x"}, tmp_path)

    assert (intake.shape, intake.unplaced) == ("One submission", ())


@pytest.mark.parametrize(
    ("layout", "students", "shape"),
    [
        ("one", ["class"], "One submission"),
        ("plain", ["Eve_1_assignsubmission_file", "ann"], "Plain class, 2 of 3 entries"),
        ("moodle", ["1"], "Moodle download, 1 of 3 entries"),
        ("canvas", None, "is an entry of a Canvas download"),
        ("gradescope", None, "is an entry of a Gradescope export"),
    ],
)
def test_a_layout_may_be_said(
    layout: str, students: Sequence[str] | None, shape: str, tmp_path: Path
) -> None:
    """What is said outright counts, whatever most entries look like."""
    files = {"Eve_1_assignsubmission_file/sums.py": CODE, "ann/sums.py": CODE, "sums.py": CODE}

    if students is None:
        with pytest.raises(UsageError, match=shape):
            read(files, tmp_path, layout)
        return
    intake = read(files, tmp_path, layout)

    assert (sorted(one.student for one in intake.submissions), intake.shape) == (students, shape)


def test_many_files_of_one_student_change_no_layout(tmp_path: Path) -> None:
    """The layout that most entries fit is taken, however many fit another one too."""
    end = "Eve_1_assignsubmission_file_x.py"
    own = {f"eve_18_{number}_{number}{end}": OTHER for number in range(9)}

    intake = read({**own, "leeann_17_900_sums.py": CODE, "bo_19_901_sums.py": CODE}, tmp_path)

    assert intake.shape == "Canvas download, 11 of 11 entries"
    assert {"17", "19"} <= {one.student for one in intake.submissions if not one.refused}


@pytest.mark.parametrize(("roster", "students"), [("", ["ben", "cy"]), ("id\nann\n", ["ann"])])
def test_a_student_is_no_class(roster: str, students: Sequence[str], tmp_path: Path) -> None:
    """The only folder is a student's where the roster says so, whoever is named in it."""
    known = people(tmp_path, **({"roster": roster} if roster else {}))

    intake = take(tmp_path, {"ann/ben/sums.py": CODE, "ann/cy/sums.py": OTHER}, known)

    assert [one.student for one in intake.submissions] == students
    assert (intake.submissions[0].refused_as, intake.unplaced) == ("unreadable", ())
