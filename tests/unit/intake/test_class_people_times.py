"""Tables of times say when a submission came."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.model.dates import read_time
from tests.unit.intake.handed_in import CEST, CODE, people, take


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
        roster="id,name,email,username\ns1,A,a@x,ga\ns2,B,b@x,gb\ns3,C,c@x,gc\ns4,D,,\n",
        times="id,submitted_at\nS1,2026-09-01 08:00\nb@x,2026-09-02 08:00\ngc,2026-09-03 08:00\n"
        "s4,\n",
    )

    intake = take(tmp_path, {f"s{n}.py": CODE for n in (1, 2, 3, 4)}, known)

    days = [one.submitted_at and one.submitted_at.day for one in intake.submissions]
    assert days == [1, 2, 3, None]
    assert intake.notes == ("The table of times does not say when these came: s4.",)


WORKSHEET = """Identifier,Full name,Email address,Status,Grade,Last modified (submission)
Participant 1,Ann,ann@x,Submitted,,"Tuesday, 1 September 2026, 8:00 AM"
Participant 2,Bo,bo@x,Submitted,,"Tuesday, 1 September 2026, 12:30 PM"
Participant 3,Cy,cy@x,Submitted,,"1 September 2026, 23:05"
Participant 4,Di,di@x,No submission,,-
Participant 5,Eve,eve@x,Submitted,,"Tuesday, 1 September 2026, 8:00 AM"
"""


@pytest.mark.parametrize("roster", ["", "id,name,participant\na,Ann,1\nb,Bo,2\nc,Cy,3\nd,Di,4\n"])
def test_moodles_worksheet_is_a_table_of_times(roster: str, tmp_path: Path) -> None:
    """Times in Moodle's form reach participants by number, and rows of nobody are named."""
    known = people(tmp_path, times=WORKSHEET, **({"roster": roster} if roster else {}))
    names = {"Ann": 1, "Bo": 2, "Cy": 3, "Di": 4}
    files = {f"{n}_{i}_assignsubmission_file/sums.py": CODE for n, i in names.items()}

    intake = take(tmp_path, files, known)

    times = [one.submitted_at and one.submitted_at.astimezone(CEST) for one in intake.submissions]
    assert [time and (time.hour, time.minute) for time in times] == [
        (8, 0),
        (12, 30),
        (23, 5),
        None,
    ]
    assert intake.notes[0] == (
        "The table of times has rows that fit no student: Participant 5 (line 6)."
    )


def test_nbgrader_says_when(tmp_path: Path) -> None:
    """A timestamp in the assignment's folder is the time, in UTC, and makes the layout."""
    files = {"ann/hw/sums.py": CODE, "ann/hw/timestamp.txt": b"2026-09-01 08:00:00.123456 UTC\n"}

    intake = take(tmp_path, {**files, "ben/hw/sums.py": CODE}, people(tmp_path))

    assert intake.shape == "nbgrader collection, 2 of 2 entries"
    assert [one.submitted_at for one in intake.submissions] == [
        datetime(2026, 9, 1, 8, 0, 0, 123456, tzinfo=UTC),
        None,
    ]
    assert intake.notes == ("The download does not say when these came: ben.",)


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
