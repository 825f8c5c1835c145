"""A peer that controls every byte of the jail's process gains nothing and harms nobody else."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.fuzz.__main__ import LESSONS, NAMES
from tests.fuzz.campaign import run_apart
from tests.fuzz.house import Material
from tests.fuzz.jailed import judge_in_jail
from tests.fuzz.oracle import passed
from tests.integration.attack_course import needs
from tests.integration.weakened_grader import weaken

pytestmark = [pytest.mark.process, pytest.mark.slow]

CONVERSATIONS = 40
IN_JAIL = range(20, 30)
HOUR = 3600.0
FIRST_TIER = {"plain_data"}


@pytest.mark.parametrize("name", NAMES)
def test_no_hostile_conversation_gains_anything(name: str) -> None:
    """No case passes, nothing hidden is told, no fault is ours, the next is judged right."""
    until = time.monotonic() + HOUR

    figures = run_apart(Material(LESSONS / name), 0, range(CONVERSATIONS), until)

    assert figures.finds == []
    assert figures.conversations == CONVERSATIONS
    assert figures.hostile > CONVERSATIONS // 2
    assert figures.tiers == {"functions" if name in FIRST_TIER else "objects"}


@pytest.mark.jail
@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", ["own_errors", "plain_data"])
def test_the_same_holds_in_a_jail(name: str, level: Isolation, tmp_path: Path) -> None:
    """A submission that takes its process over gains nothing, nor does it harm the next."""
    needs(level)
    material = Material(LESSONS / name)
    figures = run_apart(material, 0, IN_JAIL, time.monotonic() + HOUR, transcribes=True)

    judged = list(judge_in_jail(material, figures.transcripts, level, tmp_path))

    assert [passed(run, judging) for run, _, judging in judged] == [[]] * len(IN_JAIL)
    assert [run.fault for run, _, _ in judged] == [None] * len(IN_JAIL)
    for _, after, judging in judged:
        assert passed(after, judging) == [case.id for case in judging.knowledge.cases]
    # they do speak: of some, every case was answered
    assert any(len(run.results) == len(after.results) for run, after, _ in judged)


WEAKENED = {
    "objects pass where data is right": (
        "own_errors",
        {"grader.bridge.session": "Session.admit = lambda self, made, kind, path: made"},
        " passes",
    ),
    "a comparison is asked without a contract": (
        "own_errors",
        {
            "grader.bridge.session": "Session.admit = lambda self, made, kind, path: made",
            "grader.border.contract": "Learned.equality = lambda self, place, own_mode: own_mode",
        },
        " was told",
    ),
    "whoever ends the examiner is not held to account": (
        "own_objects",
        {
            "grader.judge.examination": "CONTROL = ()",
            "grader.judge.submission_run": "_is_theirs = lambda outcome: False",
        },
        "a fault of the grader",
    ),
    "what a submission wrote stays for the next": (
        "files_and_text",
        {"grader.judge.worker": "Worker._write_copies = lambda self, sources: None"},
        "test_written_here passes",  # with what the right submission wrote
    ),
}


@pytest.mark.parametrize(("name", "patches", "found"), WEAKENED.values(), ids=[*WEAKENED])
def test_what_the_grader_holds_is_what_keeps_the_peer_out(
    name: str, patches: dict[str, str], found: str, tmp_path: Path
) -> None:
    """With one rule switched off, the same conversations find what it was there for."""
    command = [sys.executable, "-P", "-m", "tests.fuzz", "--seed", "0", "--minutes", "60"]
    found_in = weaken(tmp_path, patches)

    done = subprocess.run(
        [*command, "--lessons", name, "--conversations", "600", "--until-found"],
        env={**os.environ, "PYTHONPATH": found_in},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    assert found in done.stdout
