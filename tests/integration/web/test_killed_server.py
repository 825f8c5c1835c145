"""A server that is killed while a class waits for verdicts loses nothing, doubles nothing."""

import json
import random
import signal
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from grader.record.accounts import Role, add_token, invite, set_password
from grader.record.store import open_store
from tests.integration.record.machines import judged_once, rows, wait_until
from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.web.served import NOW, Answer, Served

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.timeout(400)]

STUDENTS = [f"s{n:02}" for n in range(50)]
KILLS = 10
SLOW = "import time\ntime.sleep(0.1)\n"  # so that some wait whenever it is killed
SECONDS = 300


def program(student: str) -> str:
    """Write one of the class; every second is right."""
    number = int(student[1:])
    return f"{SLOW}{(RIGHT if number % 2 == 0 else WRONG).format(n=1)}# {student}\n"


def enrol(data: Path) -> None:
    """Give each student an account, and a token that is their name."""
    now = datetime.fromisoformat(NOW)
    store = open_store(str(data))
    with store.writing() as writing:
        for name in STUDENTS:
            invite(writing, name, Role.STUDENT, f"link of {name}", now)
            set_password(writing, name, "correct horse battery")
            add_token(writing, name, "laptop", name, now)
    store.close()


def ask(served: Served, student: str, path: str, method: str = "GET", body: Any = None) -> Answer:
    """Ask what a program of a student's asks."""
    sent = None if body is None else json.dumps(body).encode()
    kind = "application/json"
    return served.ask(path, method, sent, Content_Type=kind, Authorization=f"Bearer {student}")


def judged(data: Path) -> int:
    """Count the verdicts on record."""
    return sum(row.judged_at is not None for row in rows(str(data)))


def test_a_server_killed_while_fifty_wait(course: Path, tmp_path: Path) -> None:
    """After each of ten kills it goes on: one verdict an attempt, and every draft is there."""
    data = tmp_path / "data"
    enrol(data)
    served = Served(course, data, tmp_path, "--jobs", "1")
    for student in STUDENTS:
        files = {"files": {"first.py": program(student)}}
        assert ask(served, student, "/api/lessons/first/draft", "PUT", files).status == 204
        assert ask(served, student, "/api/lessons/first/attempts", "POST", files).status == 202

    moments = random.Random(32)
    for _ in range(KILLS):
        before = judged(data)
        wait_until(lambda: judged(data) > before)  # noqa: B023
        time.sleep(moments.uniform(0, 0.3))
        assert served.end(signal.SIGKILL) == -signal.SIGKILL
        served = Served(course, data, tmp_path, "--jobs", "1")
    waiting, until = set(STUDENTS), time.monotonic() + SECONDS
    while waiting and time.monotonic() < until:
        student = min(waiting)
        answer = ask(served, student, "/api/lessons/first/attempts/1?wait=30").json
        if answer["state"] == "done":
            waiting.discard(student)

    assert not waiting
    verdicts = {}
    for student in STUDENTS:
        [attempt] = ask(served, student, "/api/lessons/first/attempts").json
        verdicts[student] = attempt["report"]["verdict"]
        draft = ask(served, student, "/api/lessons/first").json["files"]["first.py"]
        assert draft == program(student)
    assert served.end() == 0
    expected = dict.fromkeys(STUDENTS, "failed")
    assert verdicts == expected | dict.fromkeys(STUDENTS[::2], "passed")
    assert len(rows(str(data))) == len(STUDENTS)
    assert judged_once(str(data))
