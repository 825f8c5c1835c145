"""A student is found by the whole of a name or number; what only ends so is a question."""

from pathlib import Path

import pytest

from grader.intake.class_intake import Intake
from tests.unit.intake.handed_in import CODE, people, take

OTHER = b"x = 1\n"


def judged(intake: Intake) -> dict[str, bytes]:
    """Return the module of each student who is judged."""
    return {
        str(one.student): one.sources["sums.py"]
        for one in intake.submissions
        if one.refused is None
    }


def asked(intake: Intake) -> dict[str, str]:
    """Return why each entry is undecided."""
    return {one.origin: one.why for one in intake.unplaced}


# -- Canvas

CANVAS = "id,name,canvas id\ns1,Ann Lee,17\ns2,Eve Ray,18\n"


def canvas(*names: str) -> dict[str, bytes]:
    """Lay out Canvas' download; the last is called as if it were another's."""
    return {name: OTHER if name == names[-1] else CODE for name in names}


NAMES = {"eve_17": "eve (17)", "anon_17": "anon (17)", "leeann_17": "leeann (17)"}


@pytest.mark.parametrize("roster", ["", "id,name,canvas id\ns1,Ann Lee,17\ns2,Eve Ray,18\n"])
@pytest.mark.parametrize("name", NAMES)
def test_a_canvas_name_that_ends_in_anothers_number(name: str, roster: str, tmp_path: Path) -> None:
    """User 18, who is called so, takes nothing from user 17, and is asked about."""
    known = people(tmp_path, **({"roster": roster} if roster else {}))
    entry = f"{name}_18_901_sums.py"

    intake = take(tmp_path, canvas("leeann_17_900_sums.py", entry), known)

    assert judged(intake) == {"s1" if roster else "17": CODE}
    why = f"its name may be read as that of {NAMES[name]} or {name} (18)"
    assert asked(intake) == {entry: why}


# -- names and teams in Moodle's download


def test_a_moodle_name_that_ends_in_anothers(tmp_path: Path) -> None:
    """A participant "Eve-Ann Lee" is not Ann Lee."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\ns2,Bo\n")
    end = "assignsubmission_file_sums.py"
    files = {f"Ann Lee_1_{end}": CODE, f"Bo_2_{end}": CODE, f"Eve-Ann Lee_3_{end}": OTHER}

    intake = take(tmp_path, files, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE}
    assert asked(intake) == {
        f"Eve-Ann Lee_3_{end}": "no student in roster.csv fits",
    }


# -- groups

GROUPS = "group,id\nRed,s1\nRed,s2\n"


@pytest.mark.parametrize("roster", ["", "id,name\ns1,Ann\ns2,Bo\ns3,Cy\n"])
def test_a_file_of_a_groups_name_beside_a_members(roster: str, tmp_path: Path) -> None:
    """What is called as a group spoils nothing that a member submitted under the own name."""
    known = people(tmp_path, groups=GROUPS, **({"roster": roster} if roster else {}))

    intake = take(tmp_path, {"s1.py": CODE, "Red.py": OTHER, "s3.py": CODE}, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE, "s3": CODE}
    assert list(asked(intake)) == ["Red.py"]


def test_a_student_of_a_groups_name(tmp_path: Path) -> None:
    """Where a group and a student of another are called alike, it is asked whose an entry is."""
    groups = GROUPS + "Blue,red\n"
    known = people(tmp_path, groups=groups, roster="id,name\ns1,Ann\ns2,Bo\nred,Ruth\n")

    intake = take(tmp_path, {"red.py": CODE, "s1.py": CODE}, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE}
    assert asked(intake) == {"red.py": "both the group Red and the student red are called so"}
