"""A group's submission is every member's."""

from pathlib import Path

import pytest

from grader.errors import UsageError
from tests.unit.intake.handed_in import CODE, people, take

GROUPS = "group,id\nRed,s1\nRed,s2\nBlue,s3\n,s4\n"


@pytest.mark.parametrize("label", ["Red", "red", "s1", "s2"])
def test_a_groups_submission_is_every_members(label: str, tmp_path: Path) -> None:
    """What a group or one of its members submits is every member's."""
    known = people(tmp_path, groups=GROUPS)

    intake = take(tmp_path, {f"{label}/sums.py": CODE, "s4.py": CODE}, known)

    assert [(one.student, one.team) for one in intake.submissions] == [
        *(("s1", "Red"), ("s2", "Red"), ("s4", None)),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id\n1\n", "has no column for the group"),
        ("group\nRed\n", "has no column for the student's id"),
        ("group,id\nRed,s1\nBlue,s1\n", "line 3 puts s1 into a second group"),
        ("group,id\nRed,\n", "line 2 names no student"),
        ("group,id\nRed,s9\n", "line 2: s9 is not on"),
    ],
)
def test_groups_with_faults(text: str, said: str, tmp_path: Path) -> None:
    """Groups that cannot be used say what is wrong."""
    with pytest.raises(UsageError) as caught:
        people(tmp_path, roster="id\ns1\ns2\n", groups=text)

    assert said in str(caught.value)
