"""Each rule stops what a submission forges, and with the rule switched off it gains."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.advice.learning import learn_lesson
from grader.course.lesson_files import LessonFiles
from grader.judge.jobs import Job
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from grader.model.course import Lesson as CourseLesson
from grader.model.course import LessonId, Limits
from grader.sandbox.spec import Isolation
from tests.integration.attack_course import needs
from tests.integration.weakened_grader import weaken

from . import driver
from .attacks import ATTACKS, OF_THE_JUDGE
from .driver import Lesson, Run, run_over_border

GAINS = {"passed", "skipped"}
PACKAGES = ("numpy",)
MOST = max(len(attack.forged) for attack in ATTACKS.values())
FORGERIES = {(name, n) for name, attack in ATTACKS.items() for n in range(len(attack.forged))}
each_forgery = pytest.mark.parametrize(
    ("name", "number"), sorted(one for one in FORGERIES if one[0] not in OF_THE_JUDGE)
)
at_both_levels = pytest.mark.parametrize("level", ["full", "reduced"])


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

    assert outcome_of(name, number, place) in ({"passed"}, {"skipped"})


# -- in the sandboxes of both levels, all attacks in one lesson


def write_hidden(folder: Path, files: dict[str, str]) -> None:
    """Write hidden files, with one that is read."""
    folder.mkdir()
    for name, text in {**files, "golden.txt": "gold", "golden.db": ""}.items():
        (folder / name).write_text(text, encoding="utf-8")


def outcomes_at(level: Isolation, place: Path) -> dict[tuple[str, int], str]:
    """Judge all forgeries, each attack a module and a hidden file of one lesson.

    The first forgery of each is in the first submission, and so on; where an attack has no more,
    its reference.
    """
    hidden = place / f"hidden-{level}"
    modules = {name: f"lesson{number:02d}" for number, name in enumerate(ATTACKS)}
    first, *_ = modules.values()
    files = tuple(f"{module}.py" for module in modules.values())

    def text(name: str, written: str) -> str:
        named = re.sub(r"\blesson\b", modules[name], written)
        return named.replace("@HIDDEN@", str(hidden))

    def submission(number: int) -> dict[str, bytes]:
        chosen = {n: dict(enumerate(one.forged)).get(number) for n, one in ATTACKS.items()}
        return {
            f"{modules[name]}.py": text(name, forged or ATTACKS[name].reference).encode()
            for name, forged in chosen.items()
        }

    if not hidden.exists():
        write_hidden(
            hidden, {f"test_{m}.py": text(n, ATTACKS[n].hidden) for n, m in modules.items()}
        )
    stage = Stage(
        hidden_folder=str(hidden),
        module=first,
        course_files={},
        packages=PACKAGES,
        isolation=level,
        cache_folder=str(place / "pyc"),
        limits=Limits(seconds_per_case=10.0, seconds_in_all=120.0, memory_mib=2048),
        hand_in=files,
    )
    lesson = CourseLesson(LessonId(first), first, packages=PACKAGES, module=first, hand_in=files)
    reference = LessonFiles(submission(MOST), (), {}, hidden, first)
    attacked = {f"test_{module}.py": name for name, module in modules.items()}
    found: dict[tuple[str, int], str] = {}
    with Pool(stage, 1) as pool:
        assert not learn_lesson(pool, lesson, reference, place / f"learned-{level}").warnings
        for run in pool.judge(Job(number, submission(number)) for number in range(MOST)):
            assert run.fault is None
            for case, result in run.results.items():
                found[attacked[case.partition("::")[0]], run.number] = result.outcome
    return found


@pytest.mark.jail
@pytest.mark.slow
@at_both_levels
def test_no_forgery_gains_at(level: Isolation, place: Path) -> None:
    """In one submission full of forgeries each of them fails, and what is right passes."""
    needs(level)
    for package in PACKAGES:
        pytest.importorskip(package)

    found = outcomes_at(level, place)

    gaining = {one for one, outcome in found.items() if outcome in GAINS}
    assert gaining == {(name, n) for name in ATTACKS for n in range(MOST)} - FORGERIES
    assert found.keys() >= FORGERIES


@pytest.mark.jail
@pytest.mark.slow
@at_both_levels
def test_forgeries_gain_without_rules_at(
    level: Isolation, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same forgeries gain once all rules are off; the forks show which rule stops which."""
    needs(level)
    rules = dict.fromkeys(rule for attack in ATTACKS.values() for rule in attack.rules)
    monkeypatch.setenv("PYTHONPATH", weaken(tmp_path, *rules))

    found = outcomes_at(level, place)

    assert {one: found[one] for one in FORGERIES if found[one] not in GAINS} == {}
