"""Graders and submitters at once, or killed at any moment: nothing is lost or comes twice."""

import random
import signal
import time
from pathlib import Path

import pytest

from grader.errors import StoreError
from grader.record.store import open_store
from tests.integration.record.machines import SECONDS, Machine, judged_once, rows, wait_until
from tests.integration.study.small_course import RIGHT, WRONG, write_course
from tests.integration.study.terminal import skip_unless_judging
from tests.unit.record.records import record
from tests.unit.record.throwaway_server import ThrowawayServer

pytestmark = pytest.mark.process
KILLS = 4
SLOW = "import time\ntime.sleep(0.02)\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lessons, in which a student adds 1 or 2."""
    skip_unless_judging()
    root = tmp_path_factory.mktemp("shared") / "course"
    return write_course(root, ("plain", ""), ("more", "requires = []"))


def program(n: int) -> str:
    """One of a class; every third is right."""
    return f"{SLOW}{(RIGHT if n % 3 == 0 else WRONG).format(n=1)}# {n}\n"


def write_class(folder: Path, size: int) -> Path:
    """Write a file for each student."""
    folder.mkdir()
    for n in range(size):
        (folder / f"s{n:03}.py").write_text(program(n), encoding="utf-8")
    return folder


def on_record(address: str) -> int:
    """Count the verdicts; none where there is no record yet."""
    if "://" not in address and not Path(address).exists():
        return 0
    return sum(row.judged_at is not None for row in rows(address))


def test_killed_at_seeded_moments_of_a_class(course: Path, address: str, tmp_path: Path) -> None:
    """A grader, and on a server a worker in turn, is killed; what is begun again ends as one."""
    class_ = write_class(tmp_path / "class", 60)
    shared = ("--course", course, "--data", address, "--jobs", "1")
    asked = ("grade", class_, "--lesson", "plain", "--out", tmp_path / "out", *shared)
    has_workers = "://" in address
    moments = random.Random(30)
    ends = []

    for nth in range(KILLS):
        is_worker = has_workers and nth % 2 == 1
        words = ("worker", *shared) if is_worker else asked
        before = on_record(address)
        victim = Machine(tmp_path / f"killed{nth}", *words)
        ended = victim.process.poll
        wait_until(lambda: on_record(address) > before or ended() is not None)  # noqa: B023
        time.sleep(moments.uniform(0, 0.3))
        ends.append(victim.end(signal.SIGKILL))
    code = Machine(tmp_path / "last", *asked).process.wait(SECONDS)

    assert ends.count(-signal.SIGKILL) >= KILLS // 2  # the others had ended by then
    assert code == 0
    assert len(rows(address)) == 60
    assert judged_once(address)
    passed = {str(row.student) for row in rows(address) if row.lesson_passed}
    assert passed == {f"s{n:03}" for n in range(0, 60, 3)}


def test_two_graders_and_three_submitters_at_once(
    course: Path, address: str, tmp_path: Path
) -> None:
    """Each attempt is on record once and judged once, whoever is first."""
    class_ = write_class(tmp_path / "class", 24)
    shared = ("--course", course, "--data", address)
    graders = [
        Machine(tmp_path / f"grader{n}", "grade", class_, "--lesson", "plain", "--jobs", "1",
                "--out", tmp_path / f"out{n}", *shared)
        for n in (1, 2)
    ]  # fmt: skip
    submitters = []
    for name in ("ann", "ben", "cem"):
        (tmp_path / name).mkdir()
        file = tmp_path / name / "more.py"
        file.write_text(RIGHT.format(n=2), encoding="utf-8")
        submitters.append(
            Machine(tmp_path / f"home-{name}", "submit", "more", file, "--student", name, *shared)
        )

    codes = [one.process.wait(SECONDS) for one in (*graders, *submitters)]

    assert codes == [0] * 5, [one.said() for one in (*graders, *submitters)]
    assert len(rows(address)) == 27
    assert judged_once(address)
    tables = [(tmp_path / f"out{n}" / "results.jsonl").read_bytes() for n in (1, 2)]
    assert tables[0] == tables[1]


@pytest.mark.database
def test_a_server_that_only_reads_says_so(server: ThrowawayServer) -> None:
    """A database that takes no writes is said to be one, and nothing on record changes."""
    address = server.empty_database()
    store = open_store(address)
    record(store, "ada")
    store.close()
    only_reads = open_store(f"{address}%20-cdefault_transaction_read_only%3Don")

    with pytest.raises(StoreError, match="cannot execute INSERT in a read-only transaction"):
        record(only_reads, "ben")

    only_reads.close()
    assert [str(row.student) for row in rows(address)] == ["ada"]
