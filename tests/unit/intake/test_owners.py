"""Submissions are given to students by whole names and numbers; nothing is ever guessed."""

import csv
import io
from pathlib import Path

import pytest

from grader.intake.class_people import People
from grader.intake.roster import Roster, Who, read_roster
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
    known = people(tmp_path, roster="id,name,email,github\ns1,Ann Lee,P1@example.org,ann-lee-9\n")

    intake = take(tmp_path, {f"{label}/sums.py": CODE}, known)

    assert [(one.student, one.refused) for one in intake.submissions] == [("s1", None)]


def test_who_is_unclear_is_listed(tmp_path: Path) -> None:
    """What fits several, or nobody, is given to nobody, and said with whom it may be."""
    known = people(tmp_path, roster="id,name,email\ns1,Ann Lee,\ns2,Ann Lee,\ns3,Bo,\n")

    intake = take(tmp_path, {f"{n}/sums.py": CODE for n in ("Ann Lee", "Nobody", "s3")}, known)

    decides = "an id of the roster's as its name decides"
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        ("Ann Lee", f"it fits several: Ann Lee (s1), Ann Lee (s2); {decides}"),
        ("Nobody", "no student in roster.csv fits"),
    ]
    assert {one.student: one.refused for one in intake.submissions} == {
        "s1": "A file was submitted that may be yours. Your instructor has to say whose it is.",
        "s2": "A file was submitted that may be yours. Your instructor has to say whose it is.",
        "s3": None,
    }


def test_who_handed_nothing_in_has_a_row(tmp_path: Path) -> None:
    """A student of the roster without a submission is there with a sentence."""
    known = people(tmp_path, roster="id,name\ns1,Ann\ns2,Bo\n")

    intake = take(tmp_path, {"s1/sums.py": CODE}, known)

    assert intake.submissions[1].refused == "Nothing was submitted."
    assert (intake.submissions[1].student, intake.submissions[1].origin) == ("s2", None)


def test_a_platforms_number_needs_its_column(tmp_path: Path) -> None:
    """A participant's number that is another student's id is no proof; with the name it is."""
    known = people(tmp_path, roster="id,name\n17,Bo Ray\n18,Ann Lee\n19,Ann Lee\n")

    intake = take(
        tmp_path,
        {
            "Ann Lee_17_assignsubmission_file/sums.py": CODE,
            "Ann Lee_19_assignsubmission_file/sums.py": CODE,
        },
        known,
    )

    assert [one.origin for one in intake.unplaced] == ["Ann Lee_17_assignsubmission_file"]
    assert [one.student for one in intake.submissions if one.refused is None] == ["19"]


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


@pytest.mark.parametrize(("other", "judged"), [("s2", "s1"), ("d", "d")])
def test_one_submission_among_those_of_students(other: str, judged: str, tmp_path: Path) -> None:
    """A file called as everybody's makes no one submission of a class; a student's folder is one.

    The folder is called d.
    """
    known = people(tmp_path, roster=f"id,name\ns1,Ann\n{other},Bo\n")

    intake = take(tmp_path, {"s1.py": CODE, "sums.py": CODE + b"#"}, known)

    assert [str(one.student) for one in intake.submissions if one.sources] == [judged]
    assert len(intake.unplaced) == 1


def test_two_submissions_of_one_student(tmp_path: Path) -> None:
    """One student found under two identifiers with two different things is judged by neither."""
    known = people(tmp_path, roster="id,name,email\ns1,Ann Lee,a@x\ns2,Bo,\n")

    intake = take(tmp_path, {"s1/sums.py": CODE, "a@x/sums.py": CODE + b"#", "s2.py": CODE}, known)

    assert [one.origin for one in intake.unplaced] == ["a@x", "s1"]
    assert [(one.student, one.refused is None) for one in intake.submissions] == [
        *(("s1", False), ("s2", True)),
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


# -- groups


# -- times


# -- names


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("D'Arcy O'Neil", "DArcy ONeil"),
        ('Ann "Nan" O\'Brien-Smith', "Ann Nan OBrien-Smith"),
        ("Smith, Jr., Bo", "Smith, Jr., Bo"),
        ("Zoe\u0308 Ko", "Zo\u00eb Ko"),
        ("Ann\u2010Marie Lee", "Ann-Marie Lee"),
        (
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627 \u0631\u0636\u0627",
            "\u0639\u0644\u06cc\u0631\u0636\u0627 \u0631\u0636\u0627",
        ),
        ("\u2764\ufe0f Bo", "\u2764 Bo"),
        ("=1+1 Cmd", "=1+1 Cmd"),
        ("Under_Score Bo", "Under Score Bo"),
        (
            "\u0928\u0947\u0939\u093e \u0936\u0930\u094d\u092e\u093e",
            "\u0928\u0947\u0939\u093e \u0936\u0930\u094d\u092e\u093e",
        ),
    ],
)
def test_names_that_lost_a_sign_in_a_files_name(name: str, label: str, tmp_path: Path) -> None:
    """A name finds its student without what Moodle takes out of it, and what nobody sees."""
    rows = [
        ["id", "name"],
        ["s1", name],
        ["s2", "\u0928\u0940\u0939\u093e \u0936\u0930\u094d\u092e\u093e"],
        ["s3", "Marie Lee"],
    ]
    table = io.StringIO()
    csv.writer(table).writerows(rows)
    known = people(tmp_path, roster=table.getvalue())

    intake = take(tmp_path, {f"{label}_77_assignsubmission_file/sums.py": CODE}, known)

    assert {one.student for one in intake.submissions if one.refused is None} == {"s1"}


@pytest.mark.parametrize(
    ("label", "student"),
    [
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
        ("a\u202enna", "anna"),
        ("\u2764\ufe0f", "\u2764"),
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


ALIKE = {
    "zero width": "an\u200bna",
    "direction": "anna\u200f",
    "space behind": "anna ",
    "variation": "an\ufe0fna",
    "soft hyphen": "an\u00adna",
    "blank letter": "anna\u3164",
    "blank Braille": "anna\u2800",
}


@pytest.mark.parametrize("content", [CODE, b"x = 1\n"], ids=["same", "other"])
@pytest.mark.parametrize("label", ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_are_not_made_one(label: str, content: bytes, tmp_path: Path) -> None:
    """Two folders whose names differ in what nobody sees may be two students': none is judged."""
    files = {"anna/sums.py": CODE, f"{label}/sums.py": content, "bo/sums.py": CODE}

    intake = take(tmp_path, files, People())

    anna, bo = intake.submissions
    assert (anna.student, anna.sources, bo.refused) == ("anna", {}, None)
    named = [ascii(name) for name in sorted(["anna", label])]
    assert anna.refused == (
        f"More than one submission of yours was found: {named[0]} and {named[1]}. Your instructor "
        "has to say which one counts."
    )
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        (named[0], f"anna submitted {named[1]} too, so keep one of them"),
        (named[1], f"anna submitted {named[0]} too, so keep one of them"),
    ]


def test_composed_and_decomposed_names_look_alike(tmp_path: Path) -> None:
    """Two spellings of one name are told apart by their characters."""
    files = {"Zo\u00eb.py": CODE, "Zoe\u0308.py": CODE, "bo.py": CODE}

    intake = take(tmp_path, files, People())

    assert {one.origin for one in intake.unplaced} == {"'Zoe\\u0308.py'", "'Zo\\xeb.py'"}
    assert [one.student for one in intake.submissions if one.refused is None] == ["bo"]


def roster_of(folder: Path, text: str) -> Roster:
    """Write a roster and read it."""
    path = folder / "roster.csv"
    path.write_text(text, encoding="utf-8")
    return read_roster(path)


def test_twins_are_shown_apart_where_a_roster_fits_neither(tmp_path: Path) -> None:
    """What nobody could tell apart on a screen is written so that it can be; the rest is plain."""
    files = {"Zo\u00eb.py": CODE, "Zoe\u0308.py": CODE, "J\u00f6rg.py": CODE, "bo.py": CODE}
    (tmp_path / "known").mkdir()
    known = People(roster_of(tmp_path / "known", "id\nbo\n"))

    intake = take(tmp_path, files, known)

    assert {one.origin for one in intake.unplaced} == {
        *("'Zoe\\u0308.py'", "'Zo\\xeb.py'", "J\u00f6rg.py"),
    }


@pytest.mark.parametrize(
    ("who", "column"),
    [
        (
            Who(name="Ann Lee", platform="moodle", number="13"),
            "13 in the roster's column \"part",
        ),
        (
            Who(name="Ann Lee", platform="canvas", number="13"),
            "13 in the roster's column \"canv",
        ),
        (Who(name="Ann Lee", ids=("a@x",)), 'a@x in the roster\'s column "email" decides'),
    ],
)
def test_what_would_decide_is_named(who: Who, column: str, tmp_path: Path) -> None:
    """Where a name fits two students, the sentence names the roster's column that tells them."""
    known = roster_of(tmp_path, "id,name\ns1,Ann Lee\ns2,Ann Lee\n")

    assert column in known.match(who).why


@pytest.mark.parametrize("label", [*ALIKE.values(), "\uff41nna"], ids=[*ALIKE, "wide"])
def test_a_roster_knows_which_of_two_that_look_alike(label: str, tmp_path: Path) -> None:
    """What is written as the roster has it is judged; what only looks like it is a question."""
    known = people(tmp_path, roster="id,name\nanna,Anna Lee\nbo,Bo\n")
    files = {"anna/sums.py": CODE, f"{label}/sums.py": b"x = 1\n"}

    intake = take(tmp_path, files, known)

    assert intake.submissions[0].sources == {"sums.py": CODE}
    assert [(one.why, one.candidates) for one in intake.unplaced] == [
        (f"{label!a} looks like Anna Lee (anna), and is not written so", ("anna",)),
    ]


@pytest.mark.parametrize("label", ["Ann\u200f Lee", "\uff41nn lee"])
def test_what_only_looks_like_a_name_is_a_question(label: str, tmp_path: Path) -> None:
    """A name with an invisible sign in it, or of other letters, is nobody's."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\n")

    intake = take(tmp_path, {f"{label}/sums.py": CODE}, known)

    (submission,) = intake.submissions
    assert (submission.refused or "").startswith("A file was submitted that may be yours.")
    assert [one.why for one in intake.unplaced] == [
        f"{label!a} looks like Ann Lee (s1), and is not written so"
    ]


@pytest.mark.parametrize("is_alone", [True, False])
def test_the_form_that_a_system_writes(is_alone: bool, tmp_path: Path) -> None:
    """A decomposed name is the student's; of two spellings that differ none is chosen."""
    known = people(tmp_path, roster="id,name\nzo\u00eb,Z\nbo,Bo\n")
    whole = {} if is_alone else {"zo\u00eb.py": CODE}

    intake = take(tmp_path, {"zoe\u0308.py": b"x = 1\n", **whole}, known)

    zoe = intake.submissions[1]
    assert zoe.sources == ({"sums.py": b"x = 1\n"} if is_alone else {})
    assert [one.origin for one in intake.unplaced] == (
        [] if is_alone else ["'zoe\\u0308.py'", "'zo\\xeb.py'"]
    )
