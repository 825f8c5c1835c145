"""A student is found by the whole of a name or number; what only ends so is a question."""

from pathlib import Path

import pytest

from grader.intake.class_intake import Intake
from grader.intake.owners import People
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


# -- clones, where the assignment's name is not known

ACCOUNTS = "id,name,github\ns1,Al Ice,alice\ns2,Bo,bo-b\ns3,Cy,cy\n"


def clones(*names: str) -> dict[str, bytes]:
    """Lay out clones; the last is a stranger's work."""
    made = {f"{name}/.git/HEAD": b"x" for name in names}
    made |= {f"{name}/sums.py": CODE for name in names}
    return {**made, f"{names[-1]}/sums.py": OTHER}


def test_an_account_that_ends_in_anothers(tmp_path: Path) -> None:
    """Account m-alice takes nothing from alice, and is named with whom it ends as."""
    known = people(tmp_path, roster=ACCOUNTS)

    intake = take(tmp_path, clones("hw-alice", "hw-bo-b", "hw-cy", "hw-m-alice"), known)

    assert judged(intake) == {"s1": CODE, "s2": CODE, "s3": CODE}
    assert asked(intake) == {
        "hw-m-alice": "hw-m-alice fits no student, and only its end alice is Al Ice (s1)"
    }


def test_an_account_on_the_roster_that_ends_in_anothers(tmp_path: Path) -> None:
    """Where both accounts are on the roster each has its own."""
    known = people(tmp_path, roster=ACCOUNTS + "s4,Eve,m-alice\n")

    intake = take(tmp_path, clones("hw-alice", "hw-bo-b", "hw-cy", "hw-m-alice"), known)

    assert judged(intake) == {"s1": CODE, "s2": CODE, "s3": CODE, "s4": OTHER}


@pytest.mark.parametrize("names", [["hw-m-alice"], ["cy", "hw-m-alice"]])
def test_one_clone_does_not_tell_the_assignment(names: list[str], tmp_path: Path) -> None:
    """What stands before an account is known from most clones, not from one."""
    known = people(tmp_path, roster=ACCOUNTS)

    intake = take(tmp_path, {**clones(*names), "bo-b.py": CODE}, known)

    assert "s1" not in judged(intake)
    assert "hw-m-alice" in asked(intake)


# -- Canvas

CANVAS = "id,name,canvas id\ns1,Ann Lee,17\ns2,Eve Ray,18\n"


def canvas(*names: str) -> dict[str, bytes]:
    """Lay out Canvas' download; the last is called as if it were another's."""
    return {name: OTHER if name == names[-1] else CODE for name in names}


def test_a_canvas_name_that_ends_in_anothers_number(tmp_path: Path) -> None:
    """User 18, who is called "eve_17", takes nothing from user 17."""
    files = canvas("leeann_17_900_sums.py", "bo_19_902_sums.py", "eve_17_18_901_sums.py")

    intake = take(tmp_path, files, People())

    assert judged(intake) == {"17": CODE, "18": OTHER, "19": CODE}


def test_a_canvas_name_that_looks_anonymous(tmp_path: Path) -> None:
    """User 18, who is called "anon_17", takes nothing from user 17."""
    files = canvas("leeann_17_900_sums.py", "bo_19_902_sums.py", "anon_17_18_901_sums.py")

    intake = take(tmp_path, files, People())

    assert judged(intake) == {"17": CODE, "18": OTHER, "19": CODE}


def test_a_canvas_name_that_is_anothers_with_the_number(tmp_path: Path) -> None:
    """Where a name is another's and its number too, the entry is nobody's."""
    files = canvas("leeann_17_900_sums.py", "bo_19_902_sums.py", "leeann_17_18_901_sums.py")

    intake = take(tmp_path, files, People())

    assert judged(intake) == {"17": CODE, "19": CODE}
    assert asked(intake) == {
        "leeann_17_18_901_sums.py": (
            "its name may be read as that of leeann (17) or leeann_17 (18)"
        )
    }


@pytest.mark.parametrize(("name", "told"), [("eve_17", True), ("leeann_17", False)])
def test_a_roster_reads_a_canvas_name(name: str, told: bool, tmp_path: Path) -> None:
    """A name on the roster decides; what may be another's never spoils what surely is theirs."""
    known = people(tmp_path, roster=CANVAS.replace("Eve Ray", "eve_17" if told else "Eve Ray"))
    files = canvas("leeann_17_900_sums.py", f"{name}_18_901_sums.py")

    intake = take(tmp_path, files, known)

    assert judged(intake) == ({"s1": CODE, "s2": OTHER} if told else {"s1": CODE})
    assert list(asked(intake)) == ([] if told else ["leeann_17_18_901_sums.py"])


# -- names and teams in Moodle's download


def test_a_moodle_name_that_ends_in_anothers(tmp_path: Path) -> None:
    """A participant "Eve-Ann Lee" is not Ann Lee."""
    known = people(tmp_path, roster="id,name\ns1,Ann Lee\ns2,Bo\n")
    end = "assignsubmission_file_sums.py"
    files = {f"Ann Lee_1_{end}": CODE, f"Bo_2_{end}": CODE, f"Eve-Ann Lee_3_{end}": OTHER}

    intake = take(tmp_path, files, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE}
    assert asked(intake) == {
        f"Eve-Ann Lee_3_{end}": (
            "Eve-Ann Lee fits no student, and only its end Ann Lee is Ann Lee (s1)"
        )
    }


def test_a_team_before_a_moodle_name(tmp_path: Path) -> None:
    """Behind the name of a group that is known stands a member's whole name."""
    roster = "id,name\ns1,Ann Lee\ns2,Bo\n"
    known = people(tmp_path, roster=roster, groups="group,id\nRed,s1\nRed,s2\n")

    intake = take(tmp_path, {"Red-Ann Lee_1_assignsubmission_file_sums.py": CODE}, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE}


# -- groups

GROUPS = "group,id\nRed,s1\nRed,s2\n"


@pytest.mark.parametrize("roster", ["", "id,name\ns1,Ann\ns2,Bo\ns3,Cy\n"])
def test_a_file_of_a_groups_name_beside_a_members(roster: str, tmp_path: Path) -> None:
    """What is called as a group spoils nothing that a member submitted under the own name."""
    known = people(tmp_path, groups=GROUPS, **({"roster": roster} if roster else {}))

    intake = take(tmp_path, {"s1.py": CODE, "Red.py": OTHER, "s3.py": CODE}, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE, "s3": CODE}
    assert list(asked(intake)) == ["Red.py"]


def test_a_participant_of_a_groups_name(tmp_path: Path) -> None:
    """Whoever a platform knows by a number is no group, whatever the name is."""
    end = "assignsubmission_file_sums.py"
    known = people(tmp_path, groups="group,id\nRed,1\nRed,2\n")

    intake = take(tmp_path, {f"Ann_1_{end}": CODE, f"Red_3_{end}": OTHER}, known)

    assert judged(intake) == {"1": CODE, "2": CODE, "3": OTHER}


@pytest.mark.parametrize("roster", ["", "id,name\ns1,Ann\ns2,Bo\nred,Ruth\n"])
def test_a_student_of_a_groups_name(roster: str, tmp_path: Path) -> None:
    """Where a group and a student of another are called alike, it is asked whose an entry is."""
    groups = GROUPS + "Blue,red\n"
    known = people(tmp_path, groups=groups, **({"roster": roster} if roster else {}))

    intake = take(tmp_path, {"red.py": CODE, "s1.py": CODE}, known)

    assert judged(intake) == {"s1": CODE, "s2": CODE}
    assert asked(intake) == {"red.py": "both the group Red and the student red are called so"}
