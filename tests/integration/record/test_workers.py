"""Several machines judge what waits on one record: nothing is lost, nothing judged twice."""

import signal
from pathlib import Path

import pytest
from sqlalchemy import text

from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import load_course
from grader.errors import StoreError
from grader.model.course import LessonId, StudentId
from grader.model.submission import Submission
from grader.record.attempts import record_attempt
from grader.record.claims import ServerClaims
from tests.integration.record.machines import (
    SECONDS,
    Machine,
    judged_once,
    opened,
    rows,
    wait_until,
)
from tests.integration.study.small_course import RIGHT, WRONG, write_course
from tests.integration.study.terminal import skip_unless_judging
from tests.unit.record.records import NOW
from tests.unit.record.throwaway_server import ThrowawayServer

pytestmark = [pytest.mark.database, pytest.mark.process]
PLAIN = LessonId("plain")
CUT_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND usename = current_user"
)
SLOW = "import time\ntime.sleep(0.1)\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One lesson, in which a student adds 1."""
    skip_unless_judging()
    return write_course(tmp_path_factory.mktemp("shared") / "course", ("plain", ""))


@pytest.fixture
def place(server: ThrowawayServer) -> str:
    """The address of an empty record on a server."""
    return server.empty_database()


def test_a_class_is_shared_and_a_worker_killed(course: Path, place: str, tmp_path: Path) -> None:
    """Two workers join in, one is killed in the midst: the grades are those of one machine."""
    class_ = tmp_path / "class"
    class_.mkdir()
    for n in range(60):
        program = (RIGHT if n % 3 else WRONG).format(n=1)
        (class_ / f"s{n:02}.py").write_text(f"{SLOW}{program}# {n}\n", encoding="utf-8")
    shared = ("--course", course, "--data", place, "--jobs", "1")
    workers = [Machine(tmp_path / f"worker{n}", "worker", *shared) for n in (1, 2)]
    wait_until(lambda: all("Judging" in one.said() for one in workers))

    asked = ("grade", class_, "--lesson", "plain", "--course", course, "--jobs", "1", "--out")
    grader = Machine(tmp_path / "grader", *asked, tmp_path / "out", "--data", place)
    wait_until(lambda: "attempt" in workers[0].said())
    killed = workers[0].end(signal.SIGKILL)
    code = grader.process.wait(SECONDS)
    alone = Machine(tmp_path / "alone", *asked, tmp_path / "alone_out", "--data", tmp_path / "own")

    assert (killed, code, alone.process.wait(SECONDS)) == (-signal.SIGKILL, 0, 0)
    assert workers[1].end() == 0
    assert "attempt" in workers[1].said()
    assert judged_once(place)
    grades = [(tmp_path / out / "gradebook.csv").read_text() for out in ("out", "alone_out")]
    assert grades[0] == grades[1]


def test_a_server_that_is_started_again_loses_nothing(
    course: Path, place: str, tmp_path: Path
) -> None:
    """Every connection is cut in the midst of a class: the worker goes on, and so does `grade`."""
    class_ = tmp_path / "class"
    class_.mkdir()
    for n in range(40):
        (class_ / f"s{n:02}.py").write_text(f"{SLOW}{RIGHT.format(n=1)}# {n}\n", encoding="utf-8")
    shared = ("--course", course, "--data", place, "--jobs", "1")
    worker = Machine(tmp_path / "worker", "worker", *shared)
    wait_until(lambda: "Judging" in worker.said())
    asked = ("grade", class_, "--lesson", "plain", *shared, "--out", tmp_path / "out")

    grader = Machine(tmp_path / "grader", *asked)
    wait_until(lambda: worker.said().count("attempt") > 1)
    with opened(place) as store, store.engine.connect() as connection:
        connection.execute(text(CUT_ALL))
    code = grader.process.wait(SECONDS)
    again = Machine(tmp_path / "again", *asked)

    assert code in (0, 3), grader.said()
    assert "Traceback" not in grader.said() + worker.said()
    assert again.process.wait(SECONDS) == 0
    assert worker.end() == 0
    assert (len(rows(place)), judged_once(place)) == (40, True)


def test_what_another_version_waits_for_is_left_alone(
    course: Path, place: str, tmp_path: Path
) -> None:
    """A worker judges attempts at the course that it has, and those of this grader."""
    found = load_course(course)
    version = load_lesson_files(found, found.lessons[0]).version
    with opened(place) as store, store.writing() as writing:
        for name, wanted in (("ann", "v1"), ("ben", version), ("cem", version)):
            handed_in = Submission(StudentId(name), {"plain.py": RIGHT.format(n=1).encode()})
            record_attempt(writing, handed_in, PLAIN, wanted, NOW)
        writing.execute(text("UPDATE attempts SET grader_version = 'older' WHERE student = 'cem'"))

    worker = Machine(tmp_path / "worker", "worker", "--course", course, "--data", place)
    wait_until(lambda: "passed" in worker.said())

    assert worker.end(signal.SIGINT) == 0
    assert {row.student: (row.verdict, row.tries) for row in rows(place)} == {
        "ann": (None, 0),
        "ben": ("passed", 1),
        "cem": (None, 0),
    }


def test_a_record_in_a_file_has_no_workers(course: Path, tmp_path: Path) -> None:
    """It is said where a record can be shared."""
    worker = Machine(tmp_path / "worker", "worker", "--course", course, "--data", tmp_path / "own")

    assert worker.process.wait(SECONDS) == 2
    assert "name a PostgreSQL database by --data postgresql://" in worker.said()


def test_a_claim_holds_for_all_who_share_a_server(place: str) -> None:
    """It ends with the connection that holds it, and another is made where that is lost."""
    with opened(place) as store, opened(place) as elsewhere:
        mine, theirs = ServerClaims(store), ServerClaims(elsewhere)

        assert (mine.take(1), mine.take(1), theirs.take(1), theirs.take(2)) == (1, 1, 0, 1)
        assert (theirs.is_taken(1), mine.is_taken(1), mine.is_taken(2)) == (True, False, True)
        assert mine.take(3)
        mine.let_go(3)
        assert theirs.take(3)
        assert mine.take(4)
        with store.engine.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND query LIKE '%advisory%'"
                )
            )
        with pytest.raises(StoreError):
            mine.take(5)
        with pytest.raises(StoreError):
            theirs.take(4)
        assert theirs.take(4)
        theirs.close()
        assert (mine.take(1), mine.take(4)) == (True, True)
        mine.close()
