"""Rosters, groups and times give submissions to students; nothing is ever guessed."""

import csv
import io
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.content.class_tables import read_table
from grader.content.groups import read_groups
from grader.content.intake import Intake, Source, take_in
from grader.content.placing import People
from grader.content.roster import read_roster
from grader.content.times import read_time, read_times
from grader.errors import UsageError
from tests.unit.content.handed_in import CODE, LAYOUTS, LESSON, Pupil, roster, write

CEST = timezone(timedelta(hours=2))
NAMES = ["Anna Müller", "Anna Müller", "محمد علي", "山田 太郎", "Jean-Luc d'Arc"]
CLASS = [
    Pupil(str(1000 + number), name, {"sums.py": CODE + f"# {number}\n".encode()})
    for number, name in enumerate(NAMES)
]


def people(tmp_path: Path, **tables: bytes | str) -> People:
    """Read tables of these texts."""
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_bytes(text.encode() if isinstance(text, str) else text)
    known = read_roster(tmp_path / "roster.csv") if "roster" in tables else None
    groups = read_groups(read_table(tmp_path / "groups.csv"), known) if "groups" in tables else {}
    times = read_times(read_table(tmp_path / "times.csv"), CEST) if "times" in tables else {}
    return People(known, groups, times)


def take(tmp_path: Path, files: Mapping[str, bytes], known: People) -> Intake:
    """Take a class in."""
    return take_in(Source(write(tmp_path / "d", files)), LESSON, known)


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
    [
        *("s1", "S1", "p1@example.org", "Ann Lee", "Lee, Ann", "ann_lee", "LEE  ANN", "ann-lee-9"),
        "Ann\u200f Lee",
    ],
)
def test_how_a_student_may_be_called(label: str, tmp_path: Path) -> None:
    """An id, an address, an account, or the name in any order and case finds the student."""
    known = people(tmp_path, roster="id,name,email,github\ns1,Ann Lee,P1@example.org,ann-lee-9\n")

    intake = take(tmp_path, {f"{label}/sums.py": CODE}, known)

    assert [one.student for one in intake.submissions] == ["s1"]


def test_who_is_unclear_is_listed(tmp_path: Path) -> None:
    """What fits several, or nobody, is given to nobody, and said with whom it may be."""
    known = people(tmp_path, roster="id,name,email\ns1,Ann Lee,\ns2,Ann Lee,\ns3,Bo,\n")

    intake = take(tmp_path, {f"{n}/sums.py": CODE for n in ("Ann Lee", "Nobody", "s3")}, known)

    assert [(one.origin, one.why) for one in intake.unplaced] == [
        ("Ann Lee", "it fits several: Ann Lee (s1), Ann Lee (s2)"),
        ("Nobody", "nobody in roster.csv fits"),
    ]
    assert {one.student: one.refused for one in intake.submissions} == {
        "s1": "Something was handed in that may be yours. Your instructor has to say whose it is.",
        "s2": "Something was handed in that may be yours. Your instructor has to say whose it is.",
        "s3": None,
    }


def test_who_handed_nothing_in_has_a_row(tmp_path: Path) -> None:
    """A student of the roster without a submission is there with a sentence."""
    known = people(tmp_path, roster="id,name\ns1,Ann\ns2,Bo\n")

    intake = take(tmp_path, {"s1/sums.py": CODE}, known)

    assert intake.submissions[1].refused == "Nothing was handed in."
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

    assert "its identifier and its address differ" in intake.unplaced[0].why


def test_two_submissions_of_one_student(tmp_path: Path) -> None:
    """One student found under two names with two different things is judged by neither."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\ns2,Bo\n")

    intake = take(
        tmp_path, {"s1/sums.py": CODE, "Ann Lee/sums.py": CODE + b"#", "s2.py": CODE}, known
    )

    assert [one.origin for one in intake.unplaced] == ["Ann Lee", "s1"]
    assert [(one.student, one.refused is None) for one in intake.submissions] == [
        *(("s1", False), ("s2", True)),
    ]


def test_a_file_of_another_kind_is_its_students(tmp_path: Path) -> None:
    """What no grader takes is told to the student whose name it carries; anything else is not."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\ns2,Bo\ns3,Cy\n")
    files = {"s1.docx": b"x", "s2.py": CODE, "s2.txt": b"x", "readme.md": b"x"}

    intake = take(tmp_path, files, known)

    assert {one.student: one.refused for one in intake.submissions} == {
        "s1": "sums.py was not found: hand in a file of exactly this name. You handed in: s1.docx.",
        "s2": None,
        "s3": "Nothing was handed in.",
    }
    assert intake.notes == ("Nobody's, and left out: readme.md, s2.txt.",)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("\ufeffID;NAME;E-Mail\r\n1;Ann;a@x\r\n", ["1"]),
        ("Identifier,Full name,Email address\nParticipant 12,Ann,a@x\n", ["Participant 12"]),
        (
            "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\nA,7,x,y,z\n",
            ["7"],
        ),
        ("identifier,github_username,github_id,name\nann@x,annlee,1,\n", ["ann@x"]),
        ('First Name,Last Name,SID,Email\n"A ""B""",C,5,x@y\n\n', ["5"]),
        ("id\tname\n1\tAnn, the first\n", ["1"]),
        ("sep=;\r\nid;name\r\n1;Ann, the first, of three\r\n", ["1"]),
        ("First Name,Last Name,SID,Email\nA,B,5,x@y\nC,D,,c@y\n", ["5", "c@y"]),
    ],
)
def test_rosters_as_platforms_write_them(text: str, ids: list[str], tmp_path: Path) -> None:
    """A roster may be what a platform exports, or a spreadsheet saves."""
    known = people(tmp_path, roster=text).roster

    assert known is not None
    assert [student.id for student in known.students] == ids


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("name\nAnn\n", "has no column for the student's id: call it 'id'. It has: name."),
        ("id,name\n", "it lists nobody"),
        ("id,name\n1,A\n,B\n1,C\n", "line 3 has no id."),
        ("id,name\n1,A\n,B\n1,C\n", "lines 2 and 4 have the same id 1."),
        (b"id\n\xff\n", "is not UTF-8"),
        (b"PK\x03\x04\0\0", "is a workbook or a zip, no CSV file"),
        ('id,name\n1,"A\n', "is no sound CSV file"),
    ],
)
def test_rosters_with_faults(text: str | bytes, said: str, tmp_path: Path) -> None:
    """A roster that cannot be used says everything that is wrong with it."""
    with pytest.raises(UsageError) as caught:
        people(tmp_path, roster=text)

    assert said in str(caught.value)
    assert "roster.csv" in str(caught.value)


# -- groups

GROUPS = "group,id\nRed,s1\nRed,s2\nBlue,s3\n,s4\n"


@pytest.mark.parametrize("label", ["Red", "red", "s1", "s2"])
def test_a_groups_submission_is_every_members(label: str, tmp_path: Path) -> None:
    """What a group or one of its members hands in is every member's."""
    known = people(tmp_path, groups=GROUPS)

    intake = take(tmp_path, {f"{label}/sums.py": CODE, "s4.py": CODE}, known)

    assert [(one.student, one.team) for one in intake.submissions] == [
        *(("s1", "Red"), ("s2", "Red"), ("s4", None)),
    ]


def test_members_who_hand_in_the_same(tmp_path: Path) -> None:
    """The same thing handed in by two members is one; of two things none is chosen."""
    known = people(tmp_path, groups=GROUPS)

    intake = take(tmp_path / "a", {"s1/sums.py": CODE, "s2/sums.py": CODE}, known)
    other = take(tmp_path / "b", {"s1/sums.py": CODE, "s2/sums.py": CODE + b"#"}, known)

    assert [one.student for one in intake.submissions] == ["s1", "s2"]
    assert [one.sources for one in other.submissions] == [{}, {}]
    assert [one.origin for one in other.unplaced] == ["s1", "s2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id\n1\n", "has no column for the group"),
        ("group\nRed\n", "has no column for the student's id"),
        ("group,id\nRed,s1\nBlue,s1\n", "lines 2 and 3 put s1 into two groups"),
        ("group,id\nRed,\n", "line 2 names no student"),
        ("group,id\nRed,s9\n", "line 2: s9 is not on"),
    ],
)
def test_groups_with_faults(text: str, said: str, tmp_path: Path) -> None:
    """Groups that cannot be used say what is wrong."""
    with pytest.raises(UsageError) as caught:
        people(tmp_path, roster="id\ns1\ns2\n", groups=text)

    assert said in str(caught.value)


# -- times


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-09-01T08:00:00+02:00", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01 08:00:00", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01T06:00:00Z", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01 06:00:00 UTC", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01 06:00:00.000000000 Z", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01 01:00:00 -0500", datetime(2026, 9, 1, 6, tzinfo=UTC)),
        ("2026-09-01", None),
        ("Tuesday, 1 September 2026, 8:00 AM", None),
        ("1.9.2026 08:00", None),
    ],
)
def test_how_times_are_written(text: str, when: datetime | None) -> None:
    """A time is ISO; without an offset it is one of the course's zone."""
    assert read_time(text, CEST) == when


def test_a_table_of_times(tmp_path: Path) -> None:
    """Times reach their students by id, address or account; a missing one is told, not guessed."""
    known = people(
        tmp_path,
        roster="id,name,email,github\ns1,A,a@x,ga\ns2,B,b@x,gb\ns3,C,c@x,gc\ns4,D,,\n",
        times="id,submitted_at\nS1,2026-09-01 08:00\nb@x,2026-09-02 08:00\ngc,2026-09-03 08:00\n"
        "s4,\n",
    )

    intake = take(tmp_path, {f"s{n}.py": CODE for n in (1, 2, 3, 4)}, known)

    days = [one.submitted_at and one.submitted_at.day for one in intake.submissions]
    assert days == [1, 2, 3, None]
    assert intake.notes == ("The table of times does not say when these came: s4.",)


def test_grades_of_github_classroom_are_times(tmp_path: Path) -> None:
    """The table that GitHub Classroom exports says when each clone was handed in."""
    known = people(
        tmp_path,
        times="github_username,roster_identifier,submission_timestamp\n"
        "pupil-1,x,2026-09-01T08:00Z\n",
    )
    files = LAYOUTS["clones"]([Pupil("1", "A", {"sums.py": CODE})])

    intake = take(tmp_path, files, known)

    assert intake.submissions[0].submitted_at == datetime(2026, 9, 1, 8, tzinfo=UTC)


def test_the_table_comes_before_the_download(tmp_path: Path) -> None:
    """What an instructor says of a time counts more than what a download says."""
    known = people(tmp_path, times="id,time\n1,2026-10-01T08:00Z\n")
    files = LAYOUTS["gradescope"]([Pupil("1", "A", {"sums.py": CODE})])

    intake = take(tmp_path, files, known)

    assert intake.submissions[0].submitted_at == datetime(2026, 10, 1, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id\n1\n", "has no column for the time"),
        ("id,time\n1,tomorrow\n", "line 2: tomorrow is no time; write it as 2026-"),
        ("id,time\n1,2026-09-01T08:00Z\n1,2026-09-02T08:00Z\n", "line 3: 1 has another time"),
    ],
)
def test_times_with_faults(text: str, said: str, tmp_path: Path) -> None:
    """Times that cannot be used say what is wrong."""
    with pytest.raises(UsageError) as caught:
        people(tmp_path, times=text)

    assert said in str(caught.value)


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


@pytest.mark.parametrize(
    ("text", "ids", "names"),
    [
        (
            "Semester,email,last_name,first_name,school,major,section\nF26,a@x,Lee,Ann,,,A\n",
            ["a@x"],
            ["Ann Lee"],
        ),
        ('First name,Last name,"Email address"\nAnn,Lee,a@x\n', ["a@x"], ["Ann Lee"]),
        (
            "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section\nLee,Ann,17,u1,alee,A\n",
            ["17"],
            ["Ann Lee"],
        ),
    ],
)
def test_rosters_without_a_column_id(
    text: str, ids: list[str], names: list[str], tmp_path: Path
) -> None:
    """Where nothing but the address tells students apart, it is their id."""
    known = people(tmp_path, roster=text)

    intake = take(tmp_path, {"leeann_17_900_sums.py": CODE}, known)

    assert [one.student for one in intake.submissions] == ids
    assert [one.name for one in intake.submissions] == names
    assert intake.unplaced == ()
