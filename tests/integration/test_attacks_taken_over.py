"""Whoever takes an examiner over finds nothing there that is not the submission's own.

A hidden case stands for the examiner that a submission has talked into running its code.
"""

import time
from pathlib import Path

import pytest

from grader.sandbox.spec import Isolation
from tests.integration.attack_course import BRIEF, LESSON, Course, Graded, grade, needs

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

NAMES = ("ann", "ben", "eve")
SUBMISSION = """
# SECRET_OF_{name}
def who():
    return "{name}"
"""
HIDDEN = f'''
import gc
import os
import re
import stat
import sys

from {LESSON} import who

SECRET = re.compile("SECRET" "_OF_([a-z]+)")


def reachable():
    """Give every text that the frames of this process lead to."""
    frame, found, seen = sys._getframe(), [], set()
    while frame is not None:
        found += frame.f_locals.values()
        frame = frame.f_back
    while found and len(seen) < 400_000:
        one = found.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if type(one) is bytes:
            yield one.decode("utf-8", "replace")
        elif type(one) is str:
            yield one
        else:
            found += gc.get_referents(one)


def test_memory():
    own = who()
    others = set(SECRET.findall("\\n".join(reachable()))) - {{own}}
    assert not others


def test_descriptors():
    who()
    nowhere, found = os.stat("/dev/null").st_rdev, []
    for number in range(4096):
        try:
            state = os.fstat(number)
        except OSError:
            continue
        if state.st_rdev != nowhere:
            found.append(stat.S_IFMT(state.st_mode))
    assert sorted(found) == [stat.S_IFSOCK] * 2
'''


PATIENT = {"seconds_per_case": 20.0, "seconds_in_all": 60.0}  # to look at all there is takes long


def class_of(
    names: tuple[str, ...],
    hidden: str,
    place: Path,
    level: Isolation,
    *words: str,
    limits: dict[str, float] | None = None,
) -> Graded:
    """Grade the submissions of some students, each of which tells its own name."""
    needs(level)
    right = SUBMISSION.format(name="reference")
    course = Course.build(place / "course", {"test_hidden.py": hidden}, right, limits or PATIENT)
    (place / "in").mkdir()
    for name in names:
        (place / "in" / f"{name}.py").write_text(SUBMISSION.format(name=name), encoding="utf-8")
    return grade(course, place / "in", place / "out", level, *words)


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_there_is_nothing_of_others(level: Isolation, tmp_path: Path) -> None:
    """No text of another submission, and no descriptor but those of this one."""
    graded = class_of(NAMES, HIDDEN, tmp_path, level)

    assert graded.code == 0, graded.said
    cases = {name: graded.reports[name]["cases"] for name in NAMES}
    outcomes = {name: [case["outcome"] for case in cases[name]] for name in NAMES}
    assert outcomes == dict.fromkeys(NAMES, ["passed"] * 2), graded.said


OUTLIVES = f"""
import ctypes
import os
import stat
import tempfile
import time

from {LESSON} import who


def test_the_first(tmp_path):
    assert who()


def test_the_last():
    name = who()
    if name != "ann":
        return
    os.close(3)  # by which it tells: whoever judges takes the examiner for dead
    libc, until = ctypes.CDLL(None), time.monotonic() + 8
    planted = os.path.join(tempfile.gettempdir(), "run").encode()
    while time.monotonic() < until:
        libc.close(libc.open(planted, os.O_CREAT | os.O_WRONLY, 0o666))
        libc.usleep(60)
"""


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_it_does_not_outlive_its_submission(level: Isolation, tmp_path: Path) -> None:
    """What hangs up and goes on writes nothing where the next submission's cases begin."""
    graded = class_of(("ann", "ben"), OUTLIVES, tmp_path, level, "--jobs", "1")

    outcomes = [case["outcome"] for case in graded.reports["ben"]["cases"]]
    assert outcomes == ["passed", "passed"], graded.said
    assert graded.reports["ann"]["verdict"] == "error"


FAULTS = f"""
import os
import time

from grader.cases.events import Finished, write_event
from grader.judge.jobs import Fault

from {LESSON} import who


def test_the_first():
    name = who()
    if name == "ann":
        write_event(3, Fault("not mine"))
        write_event(3, Finished("done"))
        os._exit(0)
    if name == "ben":
        write_event(3, Fault("not mine"))
        time.sleep(30)
"""


def test_its_fault_is_its_submissions(tmp_path: Path) -> None:
    """Who says that the grader failed, and goes on, gets no further try for it."""
    graded = class_of(("ann", "ben", "eve"), FAULTS, tmp_path, "reduced")

    verdicts = {name: graded.reports[name]["verdict"] for name in ("ann", "ben", "eve")}
    assert verdicts == {"ann": "error", "ben": "error", "eve": "passed"}, graded.said
    assert graded.code == 0, graded.said


HOLDS_UP = f"""
import hashlib
import os
import socket
import threading
import time

from {LESSON} import who


def test_the_first():
    if who() != "ann":
        return
    asked, large = threading.Event(), b"." * (1 << 22)
    until = time.monotonic() + 60

    def spin():
        asked.wait()
        while time.monotonic() < until:
            hashlib.sha256(large)  # without Python's lock

    threading.stack_size(1 << 16)
    for _ in range(60):
        threading.Thread(target=spin).start()
    time.sleep(1.6)
    with socket.socket(fileno=os.dup(4)) as jail:
        jail.recv(100)  # where the submission is: whoever judges has asked, and waits
    asked.set()
    while time.monotonic() < until:
        os.write(3, bytes([255]) * (1 << 16))
"""


def test_it_does_not_hold_up_the_class(tmp_path: Path) -> None:
    """A clock that stands still while cores are waited for is no clock for who takes them all."""
    began = time.monotonic()
    graded = class_of(("ann", "ben"), HOLDS_UP, tmp_path, "reduced", "--jobs", "1", limits=BRIEF)

    verdicts = {name: graded.reports[name]["verdict"] for name in ("ann", "ben")}
    assert verdicts == {"ann": "timed_out", "ben": "passed"}, graded.said
    assert time.monotonic() - began < 45
