"""Each platform's download is read by the names that it gives, and its students are told apart."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake.class_intake import Intake, Source
from grader.model.submission import Submission
from tests.unit.intake.handed_in import (
    CODE,
    ID_IS_ACCOUNT,
    LAYOUTS,
    LESSON,
    TWO_FILES,
    Pupil,
    take_in,
    write,
    zipped,
)

NAMES = [
    "Anna Müller",
    "Anna Müller",
    "محمد علي",
    "山田 太郎",
    "Jean-Luc d'Arc",
    "Ó Súilleabháin_x",
]
CLASS = [
    Pupil(str(1000 + number), name, {"sums.py": CODE + f"# {number}\n".encode()})
    for number, name in enumerate(NAMES)
]
LAID_OUT = {name: layout(CLASS) for name, layout in LAYOUTS.items()}


def read(path: Path) -> Intake:
    """Take in what lies there."""
    return take_in(Source(path), LESSON)


def by_student(path: Path) -> dict[str, Submission]:
    """Take in what lies there, by student."""
    return {str(one.student): one for one in read(path).submissions}


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_everyone_is_found(layout: str, is_packed: bool, tmp_path: Path) -> None:
    """A class is taken in from each layout, as a folder and as a zip; two of one name stay two."""
    files = LAID_OUT[layout]
    if is_packed:
        path = tmp_path / "download.zip"
        path.write_bytes(zipped(files))
    else:
        path = write(tmp_path / "download", files)

    found = by_student(path)

    ids = [p.account if layout in ID_IS_ACCOUNT else p.id for p in CLASS]
    assert sorted(found) == sorted(ids)
    for student, pupil in zip(ids, CLASS, strict=True):
        assert found[student].refused is None
        assert found[student].sources == pupil.files


# -- Moodle


def moodle(tmp_path: Path, *names: str) -> dict[str, Submission]:
    """Take in a download of Moodle's."""
    return by_student(write(tmp_path / "d", dict.fromkeys(names, CODE)))


def test_moodle_with_an_older_name(tmp_path: Path) -> None:
    """Folders of older versions end in an underscore; names may hold underscores and digits."""
    found = moodle(
        tmp_path,
        "Ann Lee_17_assignsubmission_file_/sums.py",
        "Bo_12_x_18_assignsubmission_file/sums.py",
    )

    assert {student: one.name for student, one in found.items()} == {
        "17": "Ann Lee",
        "18": "Bo_12_x",
    }
    assert all(one.refused is None for one in found.values())


def test_a_folders_name_ends_its_own(tmp_path: Path) -> None:
    """Of a folder whose name holds the pattern twice the last is the platform's."""
    found = moodle(tmp_path, "Bo_18_assignsubmission_file_Cy_19_assignsubmission_file_/sums.py")

    assert list(found) == ["19"]


def test_moodle_text_typed_online(tmp_path: Path) -> None:
    """Text typed online is no file; beside a file it is passed over."""
    found = moodle(
        tmp_path,
        "Ann_17_assignsubmission_onlinetext/onlinetext.html",
        "Bo_18_assignsubmission_onlinetext/onlinetext.html",
        "Bo_18_assignsubmission_file/sums.py",
    )

    assert found["17"].refused == (
        "sums.py was not found: submit a file of exactly this name. "
        "You submitted: onlinetext.html. Text that is typed online is not judged."
    )
    assert found["18"].refused is None


def test_moodle_several_files_without_folders(tmp_path: Path) -> None:
    """The files of one participant belong together."""
    write(tmp_path, {
        "Ann_17_assignsubmission_file_sums.py": CODE,
        "Ann_17_assignsubmission_file_parts.py": CODE,
        "grades.xlsx": b"x",
    })  # fmt: skip

    intake = take_in(Source(tmp_path), TWO_FILES)

    assert list(intake.submissions[0].sources) == ["sums.py", "parts.py"]
    assert [one.origin for one in intake.unplaced] == ["grades.xlsx"]


@pytest.mark.parametrize("other", ["file_/sums.py", "file_sums.py"])
@pytest.mark.parametrize("data", [CODE, b"x = 1\n"])
def test_moodle_with_two_of_one_participant(other: str, data: bytes, tmp_path: Path) -> None:
    """A second folder of one participant, or a file beside it, is not passed over."""
    files = {"Ann_17_assignsubmission_file/sums.py": CODE, f"Ann_17_assignsubmission_{other}": data}

    (ann,) = read(write(tmp_path / "d", files)).submissions

    assert ann.refused_as == ("undecided" if data != CODE else "unreadable")
    assert ann.sources == ({} if data != CODE else {"sums.py": CODE})


TWICE = "Ann_17_assignsubmission_file_Bo_18_assignsubmission_file_sums.py"


@pytest.mark.parametrize("other", ["Bo_18", "Anna_17", "Cleo_19"])
def test_moodle_with_a_name_that_may_be_of_two(other: str, tmp_path: Path) -> None:
    """A file that two students may have submitted is nobody's, and is said to be."""
    files = dict.fromkeys([TWICE, f"{other}_assignsubmission_file_sums.py"], CODE)

    intake = read(write(tmp_path / "d", files))

    assert [(one.student, one.refused) for one in intake.submissions] == [(other[-2:], None)]
    assert [one.why for one in intake.unplaced if one.origin == TWICE] == [
        "its name may be read as that of Ann (17) or Ann_17_assignsubmission_file_Bo (18)"
    ]


# -- Canvas


@pytest.mark.parametrize(
    ("names", "student", "refused"),
    [
        (["leeann_17_900_sums.py"], "17", None),
        (["leeann_LATE_17_900_sums.py"], "17", None),
        (["leeann_17_900_sums-2.py"], "17", None),
        (["lee_ann_17_900_sums.py"], "17", None),
        (["leeann_17_900_my_sums.py"], "17", "You submitted: my_sums.py."),
        (["anon_aB3x9_900_sums.py"], "aB3x9", None),
        (["LATE_anon_aB3x9_900_sums.py"], "aB3x9", None),
        (["leeann_17_text.html"], "17", "text.html. Text that is typed online is not judged."),
        (["leeann_17_900_Sums.py"], "17", "You submitted: Sums.py."),
        (["leeann_17_900_sums.py", "leeann_17_901_sums-1.py"], "17", None),
        (["leeann_17_900_sums.py", "leeann_17_901_notes.txt"], "17", None),
    ],
)
def test_canvas_names(
    names: Sequence[str], student: str, refused: str | None, tmp_path: Path
) -> None:
    """The number is the student's; what Canvas adds to a file's name is taken off again."""
    (found,) = read(write(tmp_path / "d", dict.fromkeys(names, CODE))).submissions

    assert found.student == student
    assert (found.refused is None) == (refused is None)
    assert (refused or "") in (found.refused or "")


def test_two_canvas_files_for_one(tmp_path: Path) -> None:
    """Of two files that differ and are the lesson's none is chosen: the student is undecided."""
    files = {"leeann_17_900_sums.py": CODE, "leeann_17_901_sums-1.py": b"x = 1\n"}

    intake = read(write(tmp_path / "d", {**files, "leeann_17_902_notes.txt": b"x"}))

    (ann,) = intake.submissions
    assert (ann.refused_as, ann.sources) == ("undecided", {})
    assert [one.origin for one in intake.unplaced] == list(files)


def test_canvas_says_late_and_not_when(tmp_path: Path) -> None:
    """LATE is no time: it is told, and costs nothing."""
    intake = read(write(tmp_path / "d", {"leeann_LATE_17_900_sums.py": CODE}))

    assert intake.submissions[0].submitted_at is None
    assert intake.notes[0].startswith("Canvas marks 1 as late and does not say when")


# -- Gradescope

METADATA = """---
submission_1:
  :submitters:
  - :name: No
    :sid: '007'
    :email: no@example.org
  - :name: "Zo\\u00eb"
    :sid:
    :email: zoe@example.org
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-09-01 10:00:00.000000000 Z
    zone: &1 !ruby/object:ActiveSupport::TimeZone
      name: America/New_York
    time: 2026-09-01 06:00:00.000000000 Z
submission_2:
  :submitters:
  - :name: Gone
    :sid: '8'
  :created_at: 2026-09-02 10:00:00.5 -07:00
"""


def export(tmp_path: Path, metadata: str = METADATA) -> Path:
    """Write an export."""
    files = {"submission_metadata.yml": metadata.encode(), "submission_1/sums.py": CODE}
    return write(tmp_path / "export", {**files, "submission_9/sums.py": CODE})


def test_gradescope_tells_who_and_when(tmp_path: Path) -> None:
    """Everyone of a team gets its submission; times are read; a folder nobody owns is told."""
    intake = read(export(tmp_path))

    found = {str(one.student): one for one in intake.submissions}
    assert sorted(found) == ["007", "8", "zoe@example.org"]
    assert found["007"].name == "No"
    assert found["zoe@example.org"].name == "Zoë"
    assert found["007"].sources == found["zoe@example.org"].sources == {"sums.py": CODE}
    assert found["007"].team == found["zoe@example.org"].team is not None
    assert found["007"].submitted_at == datetime(2026, 9, 1, 10, tzinfo=UTC)
    assert found["8"].submitted_at == datetime(2026, 9, 2, 17, 0, 0, 500_000, tzinfo=UTC)
    assert found["8"].refused == "sums.py was not found: submit a file of exactly this name."
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        ("submission_9", "the download does not say whose it is"),
    ]


LONG = """submission_1:
  :results: &r
    output: |+
      :submitters:

        - :sid: '666'
      submission_7:

    'odd: key':
    - item
  :submitters:
  - :sid: '1'
  :history:
  - :submitters: []
  :created_at: 2026-09-01 10:00:00 Z
"""


def test_gradescope_results_are_passed_over(tmp_path: Path) -> None:
    """Nothing that stands in a submission's results is taken for who handed it in."""
    (found,) = read(export(tmp_path, LONG)).submissions

    assert found.student == "1"
    assert found.submitted_at == datetime(2026, 9, 1, 10, tzinfo=UTC)


DEEP = "[" * 3_000_000  # PyYAML's loader ends the process on it


@pytest.mark.parametrize("metadata", ["a: [", "\0", "- !!python/object:os.system x", "7", DEEP])
def test_gradescope_metadata_that_is_none(metadata: str, tmp_path: Path) -> None:
    """Metadata that cannot be read is an error, and nothing that it names is made."""
    with pytest.raises(UsageError, match=r"YAML|names no submission"):
        read(export(tmp_path, metadata))


def test_folders_around_an_export(tmp_path: Path) -> None:
    """An export is found in the folders that packing it again has put around it."""
    root = export(tmp_path / "a" / "b")

    intake = take_in(Source(tmp_path), LESSON)

    assert intake.shape.startswith("Gradescope export, ")
    assert root.is_dir()
    assert intake.notes == ()
