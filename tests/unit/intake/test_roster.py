"""Rosters, as platforms write them, name everyone once."""

from pathlib import Path

import pytest

from grader.errors import UsageError
from tests.unit.intake.handed_in import CODE, people, take


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("\ufeffID;NAME;E-Mail\r\n1;Ann;a@x\r\n", ["1"]),
        ("Identifier,Full name,Email address\nParticipant 12,Ann,a@x\n", ["Participant 12"]),
        (
            "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\nA,7,x,y,z\n",
            ["7"],
        ),
        ('First Name,Last Name,SID,Email\n"A ""B""",C,5,x@y\n\n', ["5"]),
        ("id\tname\n1\tAnn, the first\n", ["1"]),
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
        ("id,name\n", "it lists no student"),
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


@pytest.mark.parametrize(
    ("text", "student"),
    [
        ('Student,ID,SIS Login ID,Section\n"Ray, Eve",17,eve1,A\n', "17"),
        ("First name,Last name,Email address\nAnn,Lee,a@x\n", "a@x"),
    ],
)
def test_canvas_is_read_by_its_number_or_its_name(text: str, student: str, tmp_path: Path) -> None:
    """Canvas' own list has its numbers; any other has names, which Canvas runs together."""
    known = people(tmp_path, roster=text)

    intake = take(tmp_path, {"leeann_17_900_sums.py": CODE}, known)

    assert [one.student for one in intake.submissions if one.sources] == [student]
