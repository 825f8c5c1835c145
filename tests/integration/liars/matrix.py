"""Crosses kinds of results, styles of asking and liars, in plain Python and judged."""

import contextlib
import io
import re
import textwrap
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from _pytest.outcomes import OutcomeException

from grader.advice.learning import learn_lesson
from grader.course.lesson_files import LessonFiles
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from grader.model.course import Lesson, LessonId, Limits
from grader.sandbox.spec import Isolation

from . import kinds, styles

MODULE = "answers"
ANSWERS = Path(__file__).parents[2] / "material" / "liars" / "answers.py"
LIMITS = Limits(seconds_per_case=0.5, seconds_in_all=120.0, memory_mib=2048)

# the same content, or an object that holds nothing, as a plain submission would give it
MEASURES = {
    "heir_that_forwards": "plain_wrong",
    "heir_that_agrees": "plain_wrong",
    "heir_with_another_class": "plain_wrong",
    "heir_of_a_lying_class": "plain_wrong",
    "heir_of_two": "plain_wrong",
    "heir_of_an_heir": "plain_wrong",
    "heir_with_own_attributes": "plain_wrong",
    "heir_without_content": "empty",
    "member_of_an_enum": "plain_wrong",
    "stranger_that_forwards": "bare",
    "stranger_that_agrees": "bare",
    "stranger_with_another_class": "bare",
    "stranger_of_a_lying_class": "bare",
    "stranger_that_wraps": "bare",
    "stranger_for_numpy": "bare",
    "masked_array": "bare",
    "registered_stranger": "bare",
    "data_class": "bare",
    "user_collection": "bare",
    "class_that_agrees": "plain_class",
    "module_that_agrees": "bare",
    "function_with_attributes": "plain_class",
    "anything": "bare",
    "mock_of_it": "iterator_of_nothing",
    "exception_that_forwards": "plain_exception",
    "exception_that_agrees": "plain_exception",
    "text_that_forwards": "plain_text",
    "number_that_forwards": "plain_number",
    "number_that_agrees": "plain_float",
    "tuple_with_names": "plain_tuple",
    "list_that_forwards": "plain_list",
    "dictionary_that_forwards": "plain_dictionary",
    "set_that_forwards": "plain_set",
    "deep_heirs": "deep_wrong",
    "deep_heirs_that_agree": "deep_wrong",
    "deep_strangers": "deep_bare",
    "deep_exceptions": "deep_plain_exceptions",
    "heir_of_deep_heirs": "deep_wrong",
    "heir_with_deep_strangers": "deep_bare",
    "generator_of_heirs": "generator_of_wrong",
    "iterator_of_strangers": "iterator_of_bare",
    "iterator_of_its_own": "iterator_of_right",
}
HONEST = ("honest_heir", "honest_heir_with_text")

# how a test comes by an answer
PLACES = {
    "result": "got = result(KIND)",
    "yielded": "got = next(items(KIND))",
    "item": "got = listed(KIND)[0]",
    "deep": "got = deeply(KIND)['a'][1][0]",
    "callback": "seen = []\n    tell(KIND, seen.append)\n    got = seen[0]",
    "changed": "seen = [None]\n    change(KIND, seen)\n    got = seen[0]",
    "attribute": "got = Holder(KIND).value",
    "failure": (
        "with pytest.raises(ValueError) as failed:\n        fail(KIND)\n"
        "    got = failed.value.args[0]"
    ),
}
# what needs no objects: functions and data
OF_FUNCTIONS = {"result", "item", "deep", "changed", "failure", "thrown"}
_NAMES = "result items listed deeply tell change throw fail Holder".split()
_THROWN = (
    "def thrown():\n        throw(KIND)\n"
    "    with pytest.raises(Exception) as failed:\n        thrown()\n"
    "    got = failed.value"
)


@dataclass(frozen=True)
class Cell:
    """One case of the matrix: a kind of result, a style of asking, and where the result lies."""

    kind: str
    style: str
    place: str

    @property
    def name(self) -> str:
        """The name of its test."""
        return re.sub(r"\W", lambda found: f"_{ord(found[0]):x}_", f"{self.kind}__{self.style}")

    def body(self) -> str:
        """The lines of its test."""
        found = _THROWN if self.place == "thrown" else PLACES[self.place]
        right, _ = kinds.KINDS[self.kind]
        lines = f"{found}\n    right = {right}\n    {styles.STYLES[self.style]}\n"
        return lines.replace("KIND", repr(self.kind))


def all_cells() -> Iterator[Cell]:
    """Each kind with each style, at one place after the other."""
    places = tuple(PLACES)
    for number, kind in enumerate(kinds.KINDS):
        is_raised = kind in kinds.RAISED
        for other, style in enumerate(styles.STYLES):
            place = "thrown" if is_raised else places[(number + other) % len(places)]
            yield Cell(kind, style, place)


def by_turns(cells: Iterable[Cell], first: int, step: int) -> list[Cell]:
    """Take one style in `step` with one of its kinds: another kind for each style."""
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        found.setdefault(cell.style, []).append(cell)
    rows = [found[style] for style in styles.STYLES if style in found]
    return [row[n % len(row)] for n, row in enumerate(rows) if n % step == first]


def submission(liar: str) -> bytes:
    """Write a submission whose answers a liar, or a measure, gives."""
    rows = (
        f"    {n!r}: lambda: ({right}, {wrong}),\n" for n, (right, wrong) in kinds.KINDS.items()
    )
    text = ANSWERS.read_text(encoding="utf-8")
    text = text.replace("KINDS = {}", "KINDS = {\n" + "".join(rows) + "}")
    return text.replace('LIAR = "plain_wrong"', f"LIAR = {liar!r}").encode()


# -- plain Python


class Plain:
    """The tests in a process that they share with the submission."""

    def __init__(self, cells: list[Cell]) -> None:
        self._names: dict[str, object] = {}
        exec(compile(_head([]), "head", "exec"), self._names)
        self._tests = {cell: self._test(cell) for cell in cells}

    def _test(self, cell: Cell) -> Callable[[], None]:
        exec(compile(f"def test():\n    {cell.body()}", "test", "exec"), self._names)
        return cast("Callable[[], None]", self._names["test"])

    def cells(self) -> list[Cell]:
        """The cells of these tests."""
        return list(self._tests)

    def worth_asking(self) -> None:
        """Keep the cells that pass what is right, and do not pass all that is wrong."""
        right = self.passed("plain_right")
        self._tests = {cell: test for cell, test in self._tests.items() if cell in right}
        wrong = [self.passed(measure) for measure in dict.fromkeys(MEASURES.values())]
        self._tests = {c: t for c, t in self._tests.items() if any(c not in some for some in wrong)}

    def passed(self, answers: str) -> set[Cell]:
        """Say which cells a submission passes."""
        module: dict[str, object] = {"__name__": MODULE}
        exec(compile(submission(answers), MODULE, "exec"), module)
        self._names.update({n: value for n, value in module.items() if not n.startswith("_")})
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return {cell for cell, test in self._tests.items() if _passes(test)}


def _passes(test: Callable[[], None]) -> bool:
    try:
        test()
    except (Exception, OutcomeException):  # noqa: BLE001 - what a test raises is its answer
        return False
    return True


def _head(cells: Iterable[Cell]) -> str:
    bodies = "".join(cell.body() for cell in cells)
    names = ", ".join(name for name in _NAMES if f"{name}(" in bodies)
    known = f"from {MODULE} import {names}\n" if names else ""
    return f"{kinds.HEAD}{styles.HEAD}\n{known}\n"


# -- judged


def hidden_file(cells: list[Cell], style: str) -> str:
    """Write a hidden file of pytest functions or of unittest methods."""
    if style == "unittest":
        tests = (
            f"    def test_{cell.name}(self):\n        {_deeper(cell.body())}" for cell in cells
        )
        return f"{_head(cells)}class TestAll(unittest.TestCase):\n" + "\n".join(tests)
    return _head(cells) + "\n".join(f"def test_{cell.name}():\n    {cell.body()}" for cell in cells)


def _deeper(body: str) -> str:
    return textwrap.indent(body, "    ").removeprefix("    ")


class Judged:
    """A lesson whose hidden cases are the cells, learned from right answers."""

    def __init__(
        self, cells: list[Cell], scratch: Path, isolation: Isolation, style: str = "pytest"
    ) -> None:
        hidden = scratch / "hidden"
        hidden.mkdir(parents=True)
        (hidden / "test_all.py").write_text(hidden_file(cells, style), encoding="utf-8")
        self._cells = {cell.name: cell for cell in cells}
        self._scratch = scratch
        self._lesson = Lesson(
            LessonId(MODULE), MODULE, packages=("numpy",), module=MODULE, hand_in=(f"{MODULE}.py",)
        )
        right = {f"{MODULE}.py": submission("plain_right")}
        self._files = LessonFiles(right, (), {}, hidden, MODULE)
        self._stage = Stage(
            hidden_folder=str(hidden),
            module=MODULE,
            course_files={},
            packages=("numpy",),
            isolation=isolation,
            cache_folder=str(scratch / "pyc"),
            limits=LIMITS,
            hand_in=self._lesson.hand_in,
        )
        self.warnings: list[str] = []
        self.needing: list[Cell] = []
        self.runs: dict[str, Run] = {}

    def judge(self, liars: list[str]) -> None:
        """Judge liars by what is learned of the right answers."""
        with Pool(self._stage, 1) as pool:
            learned = learn_lesson(pool, self._lesson, self._files, self._scratch / "learned")
            self.warnings = learned.warnings
            cases = learned.knowledge.contract.cases
            self.needing = [self._cell(case) for case in filter(None, cases) if cases[case].needs()]
            jobs = [Job(n, {f"{MODULE}.py": submission(liar)}) for n, liar in enumerate(liars)]
            for run in pool.judge(jobs):
                self.runs[liars[run.number]] = run

    def passed(self, liar: str) -> set[Cell]:
        """Say which cells a liar passes."""
        results = self.runs[liar].results.items()
        return {self._cell(case) for case, result in results if result.outcome == "passed"}

    def _cell(self, case: str) -> Cell:
        return self._cells[case.rpartition("test_")[2]]
