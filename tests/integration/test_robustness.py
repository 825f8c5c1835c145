"""A class gets its verdicts whatever is submitted, and whatever happens to the grader."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.integration.attack_course import (
    FILE,
    LESSON,
    Course,
    Graded,
    command_for,
    environment_for,
    grade,
    needs,
    read,
    record_of,
    reports_in,
    sentences_of,
)
from tests.integration.heirs import Heirs, adopted_orphans

HIDDEN = f"""
import pytest
from {LESSON} import double, total

@pytest.mark.parametrize("n", [1, 2, 3])
def test_double(n):
    assert double(n) == 2 * n

@pytest.mark.parametrize("n", [1, 2, 3])
def test_total(n):
    assert sum(total(n)) == n
"""
RIGHT = """
def double(n):
    return 2 * n


def total(n):
    return [1] * n
"""
LOOPS = RIGHT.replace("return 2 * n", "while True:\n        pass")
WRONG = RIGHT.replace("2 * n", "2 + n")
ENDLESS = RIGHT.replace("[1] * n", "range(10**15)")  # cheap to send, dear to add up
KILLS = "import os, signal\n" + RIGHT.replace(
    "return 2 * n", "os.kill(os.getpid(), signal.SIGKILL)"
)
HASTY = {"seconds_per_case": 0.3, "seconds_in_all": 5.0}
LEVEL = "reduced"  # the level that most machines have

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(200)]


@pytest.fixture(autouse=True)
def level() -> None:
    needs("reduced")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A lesson with two functions."""
    return Course.build(tmp_path / "course", {"test_two.py": HIDDEN}, RIGHT, HASTY)


def hand_in(folder: Path, sources: dict[str, str]) -> Path:
    """Lay out a class of single files."""
    folder.mkdir(exist_ok=True)
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def mixed_class(folder: Path, count: int = 2) -> Path:
    """Lay out a class in which every kind of end occurs."""
    kinds = {"a_right": RIGHT, "b_loops": LOOPS, "c_wrong": WRONG, "d_kills": KILLS}
    sources = {
        f"s{number:02d}_{name}": text + f"# {number}\n"
        for number in range(count)
        for name, text in kinds.items()
    }
    return hand_in(folder, sources)


def outcomes(graded: Graded, student: str) -> list[str]:
    """List the outcomes of a student's cases, as written."""
    return [case["outcome"] for case in graded.reports[student]["cases"]]


@contextmanager
def running(
    course: Course, handed_in: Path, out: Path
) -> Iterator[tuple[subprocess.Popen[bytes], Heirs]]:
    """Start grading and leave it to the caller when it ends."""
    home = out.parent / f"{out.name}-home"
    command = command_for(course, handed_in, out, LEVEL, "--jobs=2")
    with adopted_orphans() as heirs:
        process = subprocess.Popen(
            command,
            env=environment_for(home),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        with process:
            yield process, heirs
            process.kill()


def judged_so_far(out: Path) -> int:
    """Count the verdicts on record."""
    path = record_of(out) / "grader.db"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=30)) as reading:
        if not reading.execute("SELECT 1 FROM sqlite_master").fetchone():
            return 0  # it is being begun
        asked = "SELECT count(*) FROM attempts WHERE judged_at IS NOT NULL"
        return int(reading.execute(asked).fetchone()[0])


def wait_for(claim: Callable[[], bool], seconds: float) -> bool:
    """Wait until a claim holds; tell whether it ever did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if claim():
            return True
        time.sleep(0.02)
    return claim()


def test_one_loop_costs_one_function(course: Course, tmp_path: Path) -> None:
    """Where one function loops, every case of the other function has its own verdict."""
    graded = grade(course, hand_in(tmp_path / "in", {"s": LOOPS}), tmp_path / "out", LEVEL)

    assert outcomes(graded, "s") == ["timed_out"] * 3 + ["passed"] * 3


def test_a_cheap_huge_value_costs_its_own_cases(course: Course, tmp_path: Path) -> None:
    """A value that the test itself cannot finish with is the student's, not a grader's fault."""
    graded = grade(course, hand_in(tmp_path / "in", {"s": ENDLESS}), tmp_path / "out", LEVEL)

    assert outcomes(graded, "s") == ["passed"] * 3 + ["timed_out"] * 3


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of the mixed class, judged in one go."""
    needs("reduced")
    place = tmp_path_factory.mktemp("unbroken")
    course = Course.build(place / "course", {"test_two.py": HIDDEN}, RIGHT, HASTY)
    graded = grade(course, mixed_class(place / "in"), place / "out", LEVEL, "--jobs=2")
    assert graded.code == 0, graded.said
    return (graded.out / "results.jsonl").read_bytes()


def test_a_killed_grader_goes_on(unbroken: bytes, course: Course, tmp_path: Path) -> None:
    """After kill -9 nothing of it lives, and the next run ends as if nothing had happened."""
    handed_in, out = mixed_class(tmp_path / "in"), tmp_path / "out"
    with running(course, handed_in, out) as (process, heirs):
        assert wait_for(lambda: judged_so_far(out) >= 3, 60)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        # A worker that had just been started ends with the submission that it was given.
        survivors = heirs.lasting()

    again = grade(course, handed_in, out, LEVEL, "--jobs=2")

    assert survivors == []
    assert again.code == 0, again.said
    assert again.temp_left == []
    assert "known from before" in again.said
    assert (out / "results.jsonl").read_bytes() == unbroken
    assert judged_so_far(out) == len(reports_in(out)) == 8


def test_a_killed_grader_leaves_no_busy_process(course: Course, tmp_path: Path) -> None:
    """Kill -9 also ends a comparison that would have gone on for hours."""
    handed_in = hand_in(tmp_path / "in", {"s": ENDLESS})
    with running(course, handed_in, tmp_path / "out") as (process, heirs):
        assert wait_for(lambda: is_adding_up(heirs), 60)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        survivors = heirs.lasting()

    assert survivors == []


def is_adding_up(heirs: Heirs) -> bool:
    """Tell whether some heir has been busy for a while."""
    return len(heirs.pids()) > 3 and any(_busy(pid) for pid in heirs.pids())


def _busy(pid: int) -> bool:
    try:
        fields = read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
        session = os.getsid(pid)
    except OSError:
        return False
    return fields[0] == "R" and session != os.getsid(0) and "grader.judge" in _words(pid)


def _words(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def test_killed_examiners_cost_nobody_anything(
    unbroken: bytes, course: Course, tmp_path: Path
) -> None:
    """What they are forked from is started again, and the submission at hand judged once more."""
    handed_in, out = mixed_class(tmp_path / "in"), tmp_path / "out"
    with running(course, handed_in, out) as (process, _):
        assert wait_for(lambda: judged_so_far(out) >= 2, 60)
        os.kill(examiners_of(process.pid), signal.SIGKILL)
        said = process.stderr.read() if process.stderr else b""
        code = process.wait(60)

    assert code == 0, said
    assert (out / "results.jsonl").read_bytes() == unbroken


def examiners_of(grader: int) -> int:
    """Find one process that examiners are forked from among a grader's children."""
    children = Path(f"/proc/{grader}/task/{grader}/children")
    found = [int(pid) for pid in read(children).split()]
    return next(pid for pid in found if "grader.judge.examination:HOST.examine" in _words(pid))


def test_interrupting_is_clean(unbroken: bytes, course: Course, tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and a sentence, leaves nothing behind, and can be gone on from."""
    handed_in, out = mixed_class(tmp_path / "in"), tmp_path / "out"
    with running(course, handed_in, out) as (process, heirs):
        assert wait_for(lambda: judged_so_far(out) >= 2, 60)
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read().decode() if process.stderr else ""
        code = process.wait(30)
        survivors = heirs.lasting()
    again = grade(course, handed_in, out, LEVEL, "--jobs=2")

    assert code == 130
    assert "goes on from there" in " ".join(said.split())
    assert survivors == []
    assert (out / "results.jsonl").read_bytes() == unbroken
    assert again.temp_left == []


def test_interrupting_waits_for_nobody_and_is_quiet(tmp_path: Path) -> None:
    """Ctrl-C waits for no submission that hangs, and prints nothing but its sentence."""
    hour = {"seconds_per_case": 3600.0, "seconds_in_all": 3600.0}
    course = Course.build(tmp_path / "course", {"test_two.py": HIDDEN}, RIGHT, hour)
    handed_in = hand_in(tmp_path / "in", {"a": LOOPS, "b": LOOPS + "#\n"})
    with running(course, handed_in, tmp_path / "out") as (process, heirs):
        assert wait_for(lambda: len(heirs.pids()) >= 6, 60)  # both workers, with their jails
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read().decode() if process.stderr else ""
        code = process.wait(60)

    assert (code, "Traceback" in said) == (130, False)


def test_workers_do_not_show(unbroken: bytes, course: Course, tmp_path: Path) -> None:
    """Any number of workers gives the same bytes, with every core busy as well."""
    handed_in = mixed_class(tmp_path / "in")
    burners = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(2)]
    try:
        graded = grade(course, handed_in, tmp_path / "out", LEVEL, "--jobs=4")
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()

    assert (graded.out / "results.jsonl").read_bytes() == unbroken


def malformed(folder: Path) -> dict[str, str]:
    """Lay out what cannot be read as a submission; gives a word that each sentence must have."""
    for name in ("fifo", "link", "utf16", "nulls", "empty", "missing", "named", "large"):
        (folder / name).mkdir(parents=True)
    os.mkfifo(folder / "fifo" / FILE)
    (folder / "link" / FILE).symlink_to("/proc/self/environ")
    (folder / "utf16" / FILE).write_text(RIGHT, encoding="utf-16")
    (folder / "nulls" / FILE).write_bytes(RIGHT.encode() + b"\0")
    (folder / "empty" / FILE).write_bytes(b"")
    (folder / "named" / "Ndcg_at_k (1).py").write_text(RIGHT)
    with (folder / "large" / FILE).open("wb") as file:
        file.truncate(200 << 20)
    return {
        "fifo": "pipe",
        "link": "link",
        "utf16": "UTF-16",
        "nulls": "null",
        "empty": "empty",
        "missing": "not found",
        "named": "Ndcg_at_k (1).py",
        "large": "too large",
    }


def test_what_cannot_be_read_gets_a_sentence(course: Course, tmp_path: Path) -> None:
    """Each unreadable submission gets a sentence of its own, and the class goes on."""
    words = malformed(tmp_path / "in")
    hand_in(tmp_path / "in", {"right": RIGHT})

    graded = grade(course, tmp_path / "in", tmp_path / "out", LEVEL)

    assert graded.code == 0, graded.said
    assert graded.reports["right"]["share"] == 1.0
    judged = graded.judged()
    said = {name: sentences_of(judged[name]) for name in words}
    assert {name: text for name, text in said.items() if words[name] not in text} == {}
    assert {graded.reports[name]["verdict"] for name in words} == {"unreadable"}
