"""A digest names the bytes that were submitted."""

import hashlib
from datetime import UTC, datetime

import pytest

from grader.model.course import StudentId
from grader.model.submission import Submission, left_beside, with_team_times


def digest(sources: dict[str, bytes]) -> str | None:
    """Digest a submission of these files."""
    return Submission(StudentId("ann"), sources).sha256()


@pytest.mark.parametrize(
    "other",
    [
        {"a.py": b"1"},
        {"a.py": b"2", "b.py": b"1"},
        {"a.py": b"12", "b.py": b""},
        {"a.py": b"", "b.py": b"12"},
        {"a.py": b"1", "c.py": b"2"},
        {"a.py": b"1", "b.py": b"2", "c.py": b""},
    ],
)
def test_other_files_have_another_digest(other: dict[str, bytes]) -> None:
    """Bytes that move from one file to another, and names, change the digest."""
    assert digest(other) != digest({"a.py": b"1", "b.py": b"2"})


def test_a_digest_is_that_of_the_bytes() -> None:
    """One file is digested as sha256sum does; of several, the order makes no difference."""
    both = {"a.py": b"1", "b.py": b"2"}

    assert digest({"sums.py": b"x = 1\n"}) == hashlib.sha256(b"x = 1\n").hexdigest()
    assert digest(both) == digest(dict(reversed(both.items())))
    assert digest({}) is None


def test_what_lay_beside_is_told_by_whose_it_is() -> None:
    """What the course gave, or is meant as it asks, is left out."""
    platforms = ("README.md", "run.py")
    class_ = [
        Submission(StudentId("ann"), ignored=(*platforms, "notes.txt"), name="Ann Lee"),
        Submission(StudentId("ben"), ignored=(*platforms, "Sums.py"), renamed=("Sums.py",)),
        Submission(StudentId("cem"), ignored=(*platforms, "notes.txt")),
    ]

    assert left_beside(class_, frozenset({"run.py"})) == {
        "ann (Ann Lee)": ("README.md", "notes.txt"),
        "ben": ("README.md",),
        "cem": ("README.md", "notes.txt"),
    }


def test_a_teammate_without_a_time_has_the_submissions() -> None:
    """Their own time is kept; of several who submitted the same, the first says when it came."""
    early, late = (datetime(2026, 9, day, tzinfo=UTC) for day in (1, 2))
    times = {"ann": late, "ben": None, "cem": early}
    team = [Submission(StudentId(one), {}, team="t", submitted_at=at) for one, at in times.items()]
    others = [
        Submission(StudentId("dan"), {}),
        Submission(StudentId("eve"), {"a.py": b""}, team="t"),
        Submission(StudentId("fay"), {}, team="u"),
    ]

    found = {str(one.student): one.submitted_at for one in with_team_times([*team, *others])}

    assert found == times | {"ben": early, "dan": None, "eve": None, "fay": None}
