"""Who answers as another did gets what that one got, as if the hidden cases had run for him."""

import ast
import io
import random
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.flows.lesson_judge import make_stage
from grader.flows.proof.mutants import mutants_of
from grader.jail.isolation import why_not
from grader.jail.spec import Isolation
from grader.judge.conversation_cache import KeptConversations
from grader.judge.jobs import Job, Run
from grader.judge.learning import Learned, learn_lesson
from grader.judge.opening import Openings
from grader.judge.pool import Pool
from grader.judge.reports import make_report
from grader.judge.same_program import program_of
from grader.judge.verdict import Judging
from grader.model.course import Lesson, StudentId
from grader.model.report import JudgedSubmission
from grader.model.submission import Submission
from grader.wire.tape import Turn
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, FILE, HIDDEN, SUBTRACT

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.usefixtures("new_processes")]

ROOT = Path(__file__).resolve().parents[3]
COURSE = load_course(ROOT)
OF_FILES = "evaluate_a_search_engine"  # whose cases hand over files
LESSONS = [lesson.id for lesson in COURSE.lessons if lesson.id != OF_FILES]
LEVELS: tuple[Isolation, ...] = ("full", "reduced")
PLACES = [
    pytest.param(LEVELS[number % 2], lesson, id=f"{lesson}-{LEVELS[number % 2]}")
    for number, lesson in enumerate(LESSONS)
]
MISTAKES, MUTANTS = 6, 4  # of each lesson


@dataclass(frozen=True)
class Bench:
    """A lesson with its cache, where submissions are judged."""

    lesson: Lesson
    files: LessonFiles
    level: Isolation
    cache: Path

    def pool(self, workers: int, *, asks_first: bool = False) -> Pool:
        """Make workers."""
        stage = make_stage(self.lesson, self.files, self.level, self.cache)
        return Pool(stage, workers, asks_first=asks_first)

    def learn(self, pool: Pool) -> Learned:
        """Learn the lesson, or remember it."""
        return learn_lesson(pool, self.lesson, self.files, self.cache)

    def report(self, run: Run, sources: dict[str, bytes], learned: Learned) -> bytes:
        """Write all that is told of a run, to whomever, but how long it took."""
        judging = Judging(self.lesson, "1", learned.knowledge)
        submission = Submission(StudentId("s"), sources)
        judged = make_report(submission, run, judging, learned.fingerprints)
        return msgspec.json.encode(timeless(judged))


def timeless(judged: JudgedSubmission) -> JudgedSubmission:
    """Take out how long it took."""
    traces = tuple(msgspec.structs.replace(trace, seconds=0.0) for trace in judged.traces)
    return msgspec.structs.replace(judged, traces=traces, seconds=0.0)


def bench_of(level: Isolation, lesson_id: str, cache: Path) -> Bench:
    """Open a lesson of the course with some of its mistakes, and with nothing remembered."""
    if problem := why_not(level):
        pytest.skip(problem)
    lesson = find_lesson(COURSE, lesson_id)
    files = load_lesson_files(COURSE, lesson)
    drawn = tuple(random.Random(20).sample(files.mistakes, MISTAKES))
    return Bench(lesson, msgspec.structs.replace(files, mistakes=drawn), level, cache)


def submissions_of(files: LessonFiles, mutants: int) -> list[dict[str, bytes]]:
    """Take the reference, the known mistakes and some mutants, and a few that import nothing."""
    (name, source), *_ = files.reference.items()
    made = [mutant.source for mutant in mutants_of(source)]
    drawn = random.Random(7).sample(made, min(mutants, len(made)))
    broken = [b"def (:\n", b"raise SystemExit\n", b"", b"print('x' * 100_000)\n" + source]
    return [
        files.reference,
        *(mistake.sources for mistake in files.mistakes),
        *({**files.reference, name: data} for data in (*drawn, *broken)),
    ]


def rewritten(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Write down the same program in another way; as it is where that cannot be."""
    try:
        return {name: _rewritten(source.decode()) for name, source in sources.items()}
    except SyntaxError:
        return sources


def _rewritten(source: str) -> bytes:
    local = _local_names(ast.parse(source))
    words = [
        (kind, f"{text}_of_mine" if text in local else text)
        for kind, text, *_ in tokenize.generate_tokens(io.StringIO(source).readline)
        if kind != tokenize.COMMENT
    ]
    return f'AUTHOR_OF_IT = "me"\n\n{tokenize.untokenize(words)}\n# the end\n'.encode()


def _local_names(tree: ast.AST) -> set[str]:
    """Name what is a variable of functions and nothing else, and no parameter."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for one in functions for node in ast.walk(one)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    others = {node.id for node in names if id(node) not in inside}
    for node in ast.walk(tree):
        others |= {str(getattr(node, part, "")) for part in ("arg", "attr", "name")}
    return {node.id for node in names if isinstance(node.ctx, ast.Store)} - others


def _times(run: Run) -> list[float]:
    return [result.seconds for result in run.results.values()]


def judged(
    pool: Pool, submissions: Iterable[dict[str, bytes]], known: Literal["", "follow"]
) -> list[Run]:
    """Judge them in one of the ways."""
    jobs = [
        Job(i, sources, known=known, with_example=True) for i, sources in enumerate(submissions)
    ]
    return sorted(pool.judge(jobs), key=lambda run: run.number)


@pytest.mark.course
@pytest.mark.parametrize(("level", "lesson_id"), PLACES)
def test_both_ways_give_the_same(level: Isolation, lesson_id: str, tmp_path: Path) -> None:
    """Reports and traces are equal byte for byte, whoever came first and on whichever worker."""
    bench = bench_of(level, lesson_id, tmp_path)
    submissions = submissions_of(bench.files, MUTANTS)
    with bench.pool(2) as pool:
        learned = bench.learn(pool)
        examined = judged(pool, submissions, "")
    runs = [examined]
    for workers in (2, 1):  # new ones, that load pytest once an answer is new
        with bench.pool(workers) as pool:
            bench.learn(pool)
            runs.append(judged(pool, submissions, "follow"))

    told = [
        [bench.report(*one, learned) for one in zip(some, submissions, strict=True)]
        for some in runs
    ]

    assert told[0] == told[1] == told[2]
    decided = sum(bool(run.used) for run in runs[-1])
    assert decided >= len(bench.files.mistakes)  # all but what cannot be imported, or raises oddly


@pytest.mark.course
@pytest.mark.parametrize(("level", "lesson_id"), PLACES[::3])
def test_one_program_is_judged_once(level: Isolation, lesson_id: str, tmp_path: Path) -> None:
    """Written down in another way it has the same report as if it had run, but for its time."""
    bench = bench_of(level, lesson_id, tmp_path)
    submissions = submissions_of(bench.files, MUTANTS)
    others = [rewritten(sources) for sources in submissions]
    with bench.pool(1) as pool:
        learned = bench.learn(pool)
        examined = judged(pool, others, "")
        both = judged(pool, [*submissions, *others], "follow")
    told = [
        [bench.report(*one, learned) for one in zip(runs, others, strict=True)]
        for runs in (examined, both[len(submissions) :])
    ]

    assert told[0] == told[1]
    plain = [one for one in others if program_of(tuple(one.items()))]
    spared = [run for run in both[len(others) :] if run.results and not any(_times(run))]
    assert len(spared) >= len(plain) - 2  # all but what is empty, or cannot be imported


@pytest.mark.course
@pytest.mark.parametrize("level", LEVELS)
def test_a_command_that_asks_for_itself_says_the_same(level: Isolation, tmp_path: Path) -> None:
    """One submission a pool, as `grader grade` has it: known without a worker, or new with one."""
    bench = bench_of(level, LESSONS[0], tmp_path)
    submissions = submissions_of(bench.files, MUTANTS)
    with bench.pool(1) as pool:
        learned = bench.learn(pool)
        examined = judged(pool, submissions, "")
    alone = []
    for sources in submissions:
        with bench.pool(1, asks_first=True) as pool:
            bench.learn(pool)
            alone += [(run, bool(pool._workers)) for run in judged(pool, [sources], "follow")]

    told = [
        [bench.report(*one, learned) for one in zip(some, submissions, strict=True)]
        for some in (examined, [run for run, _ in alone])
    ]

    assert told[0] == told[1]
    assert [bool(run.used) for run, _ in alone] == [not needed for _, needed in alone]
    assert sum(not needed for _, needed in alone) >= len(bench.files.mistakes)


def planted(case: str, before: str = "", fixture: str = "") -> str:
    """Write a hidden file whose only case hangs on something."""
    return f"{before}\nfrom sums import add\n\n\ndef test_it({fixture}):\n    {case}\n"


SUM = "assert add(1, 2) == 3"
SEED = "n = Random(int(str(test_it)[-9:-1], 16)).random()\n    assert add(n, 1) == n + 1"
# a kind of difference for each place that watches for one: hidden file, submission, workers
PLANTED = {
    "the clock": (planted("assert add(time(), 0) > 1", "from time import time"), ADD, 1),
    "files": (planted(SUM, fixture="tmp_path"), ADD, 1),
    "what was printed": (
        planted(SUM + "\n    assert not capsys.readouterr().out", fixture="capsys"),
        ADD,
        1,
    ),
    "patches": (planted(SUM, fixture="monkeypatch"), ADD, 1),
    "chance while collecting": (
        planted("assert add(N, 0) == N", "import random\nN = random.random()"),
        ADD,
        1,
    ),
    "an address": (planted("assert add(str(test_it), '')"), ADD, 1),
    "what differs from run to run": (planted(SEED, "from random import Random"), ADD, 2),
    "the order of a set": (
        planted("if max(add([2], [9])) == 9:\n        assert add(1, 1) == 2"),
        "nan = float('nan')\n\ndef add(a, b):\n    return {nan, 9} if isinstance(a, list) else 2\n",
        1,
    ),
    "a generator without a seed": (
        planted(SUM + "\n    Random(None).random()", "from random import Random"),
        ADD,
        1,
    ),
    "the text of the submission": (
        planted("assert getsource(add)", "from inspect import getsource"),
        ADD,
        1,
    ),
}


@pytest.mark.parametrize(("hidden", "submission", "workers"), PLANTED.values(), ids=PLANTED)
def test_what_hangs_on_more_than_answers_is_never_known(
    hidden: str, submission: str, workers: int, write: Write
) -> None:
    """Twice the same bytes, and twice the hidden cases are run."""
    course = load_course(write(ADD, hidden).root / "course")
    lesson = course.lessons[0]
    cache = course.root / "cache"
    bench = Bench(lesson, load_lesson_files(course, lesson), "reduced", cache)
    with bench.pool(workers) as pool:
        bench.learn(pool)
        runs = [
            one for _ in range(2) for one in judged(pool, [{FILE: submission.encode()}], "follow")
        ]

    assert [run.used for run in runs] == [[], []]


def test_what_hangs_on_answers_is_known(write: Write) -> None:
    """Without anything planted two workers know it, and so does the one of the next command."""
    course = load_course(write(ADD, planted(SUM)).root / "course")
    lesson = course.lessons[0]
    bench = Bench(lesson, load_lesson_files(course, lesson), "reduced", course.root / "cache")
    submissions = [{FILE: b"def add(*both):\n    return sum(both)\n"}, {FILE: SUBTRACT.encode()}]
    runs = []
    for workers in (2, 1):
        with bench.pool(workers) as pool:
            bench.learn(pool)
            runs.append(judged(pool, submissions, "follow"))

    assert [[bool(run.used) for run in some] for some in runs] == [[True, False], [True, True]]
    assert [run.results["test_sums.py::test_it"].outcome for run in runs[1]] == ["passed", "failed"]


INPUTS = """
from hypothesis import strategies as st


def add():
    return st.tuples(st.integers(10, 20), st.integers(10, 20))
"""


def test_what_is_known_needs_no_pytest(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pytest cannot be loaded, known answers are judged all the same, and new ones not.

    So it is with examples: an answer to a fair call is known too, and what it differs in.
    """
    wrong = {"solutions/sums/mistakes/minus.py": f'"""Add."""\n\n{SUBTRACT}'}
    tiny = write(ADD, planted(SUM)).add({f"{HIDDEN}inputs.py": INPUTS, **wrong})
    course = load_course(tiny.root / "course")
    lesson = course.lessons[0]
    bench = Bench(lesson, load_lesson_files(course, lesson), "reduced", course.root / "cache")
    with bench.pool(1) as pool:
        bench.learn(pool)
    tmp_path.joinpath("pytest.py").write_text("raise ImportError\n")
    monkeypatch.setattr("grader.judge.worker_start._PACKAGE_ROOT", f"{tmp_path}:{ROOT}")

    with bench.pool(1) as pool:
        bench.learn(pool)
        sources = (ADD, SUBTRACT, ADD.replace("+", "*"), "# mine\n" + SUBTRACT)
        runs = judged(pool, [{FILE: source.encode()} for source in sources], "follow")

    assert [run.verdict for run in runs] == [None, None, "grader_fault", None]
    differs = [run.example and run.example.differs.how for run in runs]
    assert differs == [None, "gave", None, "gave"]


@pytest.mark.parametrize("said", [b"1 + 1", b"functions"])
def test_a_wrong_opening_costs_nobody_anything(said: bytes, write: Write) -> None:
    """Whether the submission's process or the examiner begins otherwise, it is learned again."""
    course = load_course(write(ADD, planted(SUM)).root / "course")
    lesson = course.lessons[0]
    bench = Bench(lesson, load_lesson_files(course, lesson), "reduced", course.root / "cache")
    with bench.pool(1) as pool:
        bench.learn(pool)
    (path,) = bench.cache.glob("*.known")
    right = KeptConversations(path)
    path.unlink()
    wrong = KeptConversations(path)
    opening = right.openings.cases
    assert opening is not None
    practice = [Turn("", said, b"2")] if said == b"1 + 1" else opening.practice[:1]
    openings = Openings(msgspec.structs.replace(opening, practice=practice))
    wrong.take(right.rows(), (), contradicts=False, openings=openings)
    wrong.save()

    with bench.pool(1) as pool:
        bench.learn(pool)
        runs = judged(pool, [{FILE: SUBTRACT.encode()}, {FILE: ADD.encode()}], "follow")

    results = [run.results["test_sums.py::test_it"].outcome for run in runs]
    assert results == ["failed", "passed"]
    assert KeptConversations(path).is_off


FLOOD = """
import os, threading, time

def flood():
    while True:
        os.write(1, bytes(4096))

threading.Thread(target=flood, daemon=True).start()

def add(a, b):
    time.sleep(0.3)
    return a + b
"""


def test_who_floods_its_output_gains_nothing_by_known_answers(write: Write) -> None:
    """Nobody reads the output of a child that is asked without an examiner, so one is called."""
    course = load_course(write(ADD, planted(SUM)).root / "course")
    lesson = course.lessons[0]
    bench = Bench(lesson, load_lesson_files(course, lesson), "reduced", course.root / "cache")
    with bench.pool(1) as pool:
        bench.learn(pool)
        runs = judged(pool, [{FILE: ADD.encode()}, {FILE: FLOOD.encode()}], "follow")

    assert [(bool(run.used), run.verdict) for run in runs] == [
        (True, None),
        (False, "too_much_output"),
    ]
