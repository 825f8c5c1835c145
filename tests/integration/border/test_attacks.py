"""Each rule stops what a submission forges, and with the rule switched off it gains."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest

from grader.course.lesson_files import LessonFiles
from grader.jail.spec import Isolation
from grader.judge.jobs import Job
from grader.judge.learning import learn_lesson
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from grader.model.course import Lesson as CourseLesson
from grader.model.course import LessonId, Limits
from tests.integration.attack_course import needs
from tests.integration.controls import Control
from tests.integration.weakened_grader import weaken

from . import driver
from .attacks import ATTACKS, OF_THE_JUDGE
from .driver import Lesson, Run, run_over_border

GAINS = {"passed", "skipped"}
PACKAGES = ("numpy",)
each_forgery = pytest.mark.parametrize(
    ("name", "number"),
    [
        (name, number)
        for name, one in ATTACKS.items()
        for number in range(len(one.forged))
        if name not in OF_THE_JUDGE
    ],
)
at_both_levels = pytest.mark.parametrize("level", ["full", "reduced"])
RULES = list(dict.fromkeys(attack.rules for attack in ATTACKS.values()))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the lessons of this file."""
    return tmp_path_factory.mktemp("attacks")


# -- in forks, without sandboxes


@cache
def alone(name: str, place: Path) -> tuple[Lesson, Run]:
    """Record the reference of one attack."""
    attack = ATTACKS[name]
    for package in attack.packages:
        pytest.importorskip(package)
    hidden = place / f"hidden{list(ATTACKS).index(name)}"
    write_hidden(hidden, {"test_lesson.py": attack.hidden})
    lesson = Lesson(hidden)
    return lesson, run_over_border(lesson, {"lesson.py": attack.reference.encode()})


def outcome_of(name: str, number: int, place: Path) -> set[str]:
    """Judge one forgery by what the reference of its attack did."""
    lesson, reference = alone(name, place)
    assert set(reference.outcomes.values()) == {"passed"}, reference.reasons
    forged = ATTACKS[name].forged[number].replace("@HIDDEN@", str(lesson.hidden))
    run = run_over_border(lesson, {"lesson.py": forged.encode()}, reference.contract)
    return set(run.outcomes.values())


@pytest.mark.process
@each_forgery
def test_a_forgery_gains_nothing(name: str, number: int, place: Path) -> None:
    """What passes beside the test, or skips it, does not over the border."""
    assert outcome_of(name, number, place) == {"not passed"}


@pytest.mark.process
@each_forgery
def test_a_forgery_gains_without_its_rules(
    name: str, number: int, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same forgery gains once the rules that stop it are switched off."""
    alone(name, place)
    judge = driver._across

    def without_rules(*given: Any) -> Run:  # in the fork that judges
        for rule in ATTACKS[name].rules:
            rule()
        return judge(*given)

    monkeypatch.setattr(driver, "_across", without_rules)

    assert outcome_of(name, number, place) <= GAINS


# -- in the sandboxes of both levels, all attacks in one lesson


def write_hidden(folder: Path, files: dict[str, str]) -> None:
    """Write hidden files, with one that is read."""
    folder.mkdir()
    for name, text in {**files, "golden.txt": "gold"}.items():
        (folder / name).write_text(text, encoding="utf-8")


class Together:
    """A lesson of which each attack is a module and a hidden file."""

    def __init__(self, level: Isolation, place: Path) -> None:
        hidden = place / f"hidden-{level}"
        modules = {name: f"lesson{number:02d}" for number, name in enumerate(ATTACKS)}
        self.cases = {f"test_{module}.py": name for name, module in modules.items()}
        self._modules = modules
        self._hidden = hidden
        self._learned = place / f"learned-{level}"
        if not hidden.exists():
            texts = {f"test_{m}.py": self._text(n, ATTACKS[n].hidden) for n, m in modules.items()}
            write_hidden(hidden, texts)
        first = "lesson00"
        files = tuple(f"{module}.py" for module in modules.values())
        self._lesson = CourseLesson(
            LessonId(first), first, packages=PACKAGES, module=first, hand_in=files
        )
        reference = self._submission({})
        self._files = LessonFiles(reference, (), {}, hidden, first)
        self._stage = Stage(
            hidden_folder=str(hidden),
            module=first,
            course_files={},
            packages=PACKAGES,
            isolation=level,
            cache_folder=str(place / "pyc"),
            limits=Limits(seconds_per_case=10.0, seconds_in_all=120.0, memory_mib=2048),
            hand_in=files,
        )

    def _text(self, name: str, text: str) -> str:
        named = re.sub(r"\blesson\b", self._modules[name], text)
        return named.replace("@HIDDEN@", str(self._hidden))

    def _submission(self, forged: dict[str, str]) -> dict[str, bytes]:
        return {
            f"{module}.py": self._text(name, forged.get(name, ATTACKS[name].reference)).encode()
            for name, module in self._modules.items()
        }

    def outcomes(self, names: Sequence[str]) -> dict[tuple[str, int], str]:
        """Judge all forgeries of some attacks; the first of each in the first submission."""
        rounds = takewhile(
            bool,
            (
                {n: ATTACKS[n].forged[i] for n in names if i < len(ATTACKS[n].forged)}
                for i in count()
            ),
        )
        forged = list(rounds)
        found: dict[tuple[str, int], str] = {}
        with Pool(self._stage, 1) as pool:
            learned = learn_lesson(pool, self._lesson, self._files, self._learned)
            assert not learned.warnings
            for run in pool.judge(Job(n, self._submission(one)) for n, one in enumerate(forged)):
                assert run.fault is None
                for case, result in run.results.items():
                    found[self.cases[case.partition("::")[0]], run.number] = result.outcome
        return found


def attacks_on(rules: Sequence[Control]) -> list[str]:
    """Name the attacks that some rules stop."""
    return [name for name, attack in ATTACKS.items() if attack.rules == rules]


@pytest.mark.jail
@pytest.mark.slow
@at_both_levels
def test_no_forgery_gains_at(level: Isolation, place: Path) -> None:
    """In one submission full of forgeries each of them fails, and what is right passes."""
    needs(level)
    for package in PACKAGES:
        pytest.importorskip(package)

    found = Together(level, place).outcomes(list(ATTACKS))

    gaining = {one for one, outcome in found.items() if outcome in GAINS}
    assert gaining == {(n, number) for n, number in found if number >= len(ATTACKS[n].forged)}
    numbers = range(max(len(attack.forged) for attack in ATTACKS.values()))
    assert {(name, number) for name in ATTACKS for number in numbers} - found.keys() == set()


@pytest.mark.jail
@pytest.mark.slow
@at_both_levels
@pytest.mark.parametrize("rules", RULES, ids=["-".join(r.__name__ for r in one) for one in RULES])
def test_forgeries_gain_without_their_rules_at(
    level: Isolation,
    rules: tuple[Control, ...],
    place: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same forgeries gain once the rules that stop them are switched off."""
    needs(level)
    names = attacks_on(rules)
    monkeypatch.setenv("PYTHONPATH", weaken(tmp_path, *rules))

    found = Together(level, place).outcomes(names)

    held = {(name, number) for name in names for number in range(len(ATTACKS[name].forged))}
    assert {one: found[one] for one in held if found[one] not in GAINS} == {}
