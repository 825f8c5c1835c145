"""Submissions are given to students by whole names and numbers; nothing is ever guessed."""

import csv
import io
from pathlib import Path

import pytest

from grader.intake.class_people import People
from tests.unit.intake.handed_in import (
    CODE,
    LAYOUTS,
    Pupil,
    people,
    roster,
    take,
)

NAMES = ["Anna Müller", "Anna Müller", "محمد علي", "山田 太郎", "Jean-Luc d'Arc"]
CLASS = [
    Pupil(str(1000 + number), name, {"sums.py": CODE + f"# {number}\n".encode()})
    for number, name in enumerate(NAMES)
]


# -- rosters


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_roster_names_everyone(layout: str, tmp_path: Path) -> None:
    """In each layout the roster's ids stand for the students, two of one name kept apart."""
    known = people(tmp_path, roster=roster(CLASS))
    handed_in = (
        CLASS if layout != "folders" else [Pupil(f"s{p.id}", p.name, p.files) for p in CLASS]
    )

    intake = take(tmp_path, LAYOUTS[layout](handed_in), known)

    assert intake.unplaced == ()
    assert {one.student: one.sources for one in intake.submissions} == {
        f"s{p.id}": p.files for p in CLASS
    }
    assert [one.name for one in intake.submissions] == NAMES


@pytest.mark.parametrize(
    "label",
    ["s1", "S1", "p1@example.org", "Ann Lee", "Lee, Ann", "ann_lee", "LEE  ANN", "ann-lee-9"],
)
def test_how_a_student_may_be_called(label: str, tmp_path: Path) -> None:
    """An id, an address, an account, or the name in any order and case finds the student."""
    known = people(tmp_path, roster="id,name,email,username\ns1,Ann Lee,P1@example.org,ann-lee-9\n")

    intake = take(tmp_path, {f"{label}/sums.py": CODE}, known)

    assert [(one.student, one.refused) for one in intake.submissions] == [("s1", None)]


def test_who_is_unclear_is_listed(tmp_path: Path) -> None:
    """What fits several, or nobody, is given to nobody, and said with whom it may be."""
    known = people(tmp_path, roster="id,name,email\ns1,Ann Lee,\ns2,Ann Lee,\ns3,Bo,\n")

    intake = take(tmp_path, {f"{n}/sums.py": CODE for n in ("Ann Lee", "Nobody", "s3")}, known)

    decides = "an identifier in the roster decides"
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        ("Ann Lee", f"it fits several: Ann Lee (s1), Ann Lee (s2); {decides}"),
        ("Nobody", "no student in roster.csv fits"),
    ]
    states = [one.refused_as for one in intake.submissions]
    assert states[:2] == ["undecided"] * 2
    assert {one.student: one.refused for one in intake.submissions} == {
        "s1": "A file was submitted that may be yours. Your instructor has to say whose it is.",
        "s2": "A file was submitted that may be yours. Your instructor has to say whose it is.",
        "s3": None,
    }


def test_id_and_address_that_differ(tmp_path: Path) -> None:
    """Where two of a person's marks are those of two students, none is chosen."""
    known = people(tmp_path, roster="id,name,email\n1,A,a@x.org\n2,B,b@x.org\n")
    metadata = "submission_1:\n  :submitters:\n  - :sid: '1'\n    :email: b@x.org\n"
    files = {"submission_metadata.yml": metadata.encode(), "submission_1/sums.py": CODE}

    intake = take(tmp_path, files, known)

    assert "its identifiers are those of several: A (1), B (2)" in intake.unplaced[0].why


def test_an_address_that_is_another_is_not_sure(tmp_path: Path) -> None:
    """Who takes another's number on a platform that checks addresses takes nothing from them."""
    known = people(tmp_path, roster="id,name,email\n1,A,a@x.org\n2,B,\n")
    metadata = "".join(
        f"submission_{number}:\n  :submitters:\n  - :sid: '{sid}'\n    :email: {email}\n"
        for number, sid, email in [(1, "1", "eve@y.org"), (2, "1", "a@x.org"), (3, "2", "b@y.org")]
    )
    files = {f"submission_{number}/sums.py": CODE + b"#" * number for number in (1, 2, 3)}

    intake = take(tmp_path, {"submission_metadata.yml": metadata.encode(), **files}, known)

    assert [one.origin for one in intake.unplaced] == ["submission_1"]
    assert [(one.student, one.sources["sums.py"]) for one in intake.submissions] == [
        ("1", CODE + b"##"),
        ("2", CODE + b"###"),
    ]


@pytest.mark.parametrize("name", ["Ann Lee", "Lee, Ann", "zo\u00eb"])
def test_a_name_gives_way_to_a_number(name: str, tmp_path: Path) -> None:
    """Who calls themselves like another takes nothing from whom the number names."""
    known = people(tmp_path, roster=f'id,name,participant\ns1,"{name}",1\ns2,Bo,2\n')
    end = "assignsubmission_file_sums.py"
    files = {f"{name}_1_{end}": CODE, f"Bo_2_{end}": CODE, f"{name}_3_{end}": b"x = 1\n"}

    intake = take(tmp_path, files, known)

    assert [one.sources for one in intake.submissions] == [{"sums.py": CODE}] * 2
    assert [one.origin for one in intake.unplaced] == [f"{name}_3_{end}"]


def test_a_file_of_another_kind_is_its_students(tmp_path: Path) -> None:
    """What no grader takes is told to the student whose name it carries; anything else is not."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\ns2,Bo\ns3,Cy\n")
    files = {"s1.docx": b"x", "s2.py": CODE, "s2.txt": b"x", "readme.md": b"x"}

    intake = take(tmp_path, files, known)

    assert {one.student: one.refused for one in intake.submissions} == {
        "s1": "sums.py was not found: submit a file of exactly this name. You submitted: s1.docx.",
        "s2": None,
        "s3": "Nothing was submitted.",
    }
    assert [one.origin for one in intake.unplaced] == ["readme.md", "s2.txt"]


# -- names


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("D'Arcy O'Neil", "DArcy ONeil"),
        ('Ann "Nan" O\'Brien-Smith', "Ann Nan OBrien-Smith"),
        ("Smith, Jr., Bo", "Smith, Jr., Bo"),
        ("Zoe\u0308 Ko", "Zo\u00eb Ko"),
        ("Under_Score Bo", "Under Score Bo"),
        ("\u0928\u0947\u0939\u093e K", "\u0928\u0947\u0939\u093e K"),
    ],
)
def test_names_that_lost_a_sign_in_a_files_name(name: str, label: str, tmp_path: Path) -> None:
    """A name finds its student without what Moodle takes out of it, in any normal form."""
    rows = [["id", "name"], ["s1", name], ["s2", "\u0928\u0940\u0939\u093e K"], ["s3", "Marie Lee"]]
    table = io.StringIO()
    csv.writer(table).writerows(rows)
    known = people(tmp_path, roster=table.getvalue())

    intake = take(tmp_path, {f"{label}_77_assignsubmission_file/sums.py": CODE}, known)

    assert {one.student for one in intake.submissions if one.refused is None} == {"s1"}


@pytest.mark.parametrize("label", ["an\u200bna", "anna\u200f", "anna ", "\uff41nna"])
@pytest.mark.parametrize("is_known", [True, False])
def test_names_that_look_alike_are_not_made_one(label: str, is_known: bool, tmp_path: Path) -> None:
    """What only looks like a name is never taken for the other's, whatever it holds."""
    known = people(tmp_path, **({"roster": "id\nanna\nbo\n"} if is_known else {}))
    files = {"anna/sums.py": CODE, f"{label}/sums.py": b"x = 1\n", "bo/sums.py": CODE}

    intake = take(tmp_path, files, known)

    found = {str(one.student): one.sources for one in intake.submissions if one.sources}
    assert found.pop("bo") == {"sums.py": CODE}
    assert found.get("anna", {"sums.py": CODE}) == {"sums.py": CODE}
    assert intake.unplaced or len(found) == 2


@pytest.mark.parametrize(
    ("label", "student"),
    [
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
        ("a\u202enna", "anna"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\U0001f4bb"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u200b", "\\u200b"),
        ("a\tb", "a\\tb"),
    ],
)
def test_how_names_are_kept(label: str, student: str, tmp_path: Path) -> None:
    """Marks that nobody sees are taken out of a name; what is left is a name, not an escape."""
    intake = take(tmp_path, {f"{label}/sums.py": CODE, "bo.py": CODE}, People())

    assert {one.student for one in intake.submissions} == {student, "bo"}


def test_composed_and_decomposed_names_look_alike(tmp_path: Path) -> None:
    """Two spellings of one name are two things, and neither is chosen."""
    files = {"Zo\u00eb.py": CODE, "Zoe\u0308.py": CODE, "bo.py": CODE}

    intake = take(tmp_path, files, People())

    assert [one.origin for one in intake.unplaced] == ["Zo\xeb.py"] * 2
    assert [one.student for one in intake.submissions if one.refused is None] == ["bo"]
