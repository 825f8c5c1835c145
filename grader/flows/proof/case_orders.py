"""Cases must not depend on each other: other orders and single cases give the same outcomes.

Which cases are run, and in what order, is told to a copy of the hidden folder by a file that is
staged beside the submission: a hook that is added to the copy's conftest.py reads it.
"""

import json
import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.course.course_file import CACHES
from grader.judge.events import EarlyNames
from grader.judge.jobs import Knowledge

from .findings import Findings
from .lesson_runs import LessonRuns, Sources, Tell, case_name
from .material import LessonMaterial

CHECK = "orders"
MOST_ALONE = 40  # cases that are run one by one, spread over all
_CONFTEST = "conftest.py"
_TRIAL = "verify_trial.json"
_HOOKS = f"""

import pytest as _verify_pytest


def _verify_trial():
    import json
    try:
        with open("{_TRIAL}", encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {{}}


@_verify_pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_verify_order(items):
    order = _verify_trial().get("order")
    if order is not None:
        items[:] = [items[number] for number in order]


@_verify_pytest.hookimpl(specname="pytest_runtest_protocol", tryfirst=True)
def pytest_verify_alone(item):
    only = _verify_trial().get("only")
    return None if only is None or item is item.session.items[only] else True
"""

Usual = dict[str, dict[str, str]]  # who to case to outcome, in written order


@dataclass(frozen=True)
class _Trial:
    """Cases in another order, or one of them, for one submission."""

    who: str
    how: str
    cases: Sequence[int]
    told: dict[str, object]


def copy_with_hooks(folder: Path, copy: Path) -> Path:
    """Copy a hidden folder, with hooks that choose and order cases."""
    unread = shutil.ignore_patterns(*CACHES)
    # a link that leads nowhere is passed over, as pytest does
    shutil.copytree(folder, copy, ignore=unread, ignore_dangling_symlinks=True)
    conftest = copy / _CONFTEST
    own = conftest.read_bytes() if conftest.is_file() else b""
    copy.chmod(0o755)  # an author may keep a course read-only
    conftest.unlink(missing_ok=True)
    conftest.write_bytes(own + _HOOKS.encode())
    return copy


def check_orders(
    material: LessonMaterial,
    runs: LessonRuns,
    knowledge: Knowledge,
    usual: Usual,
    findings: Findings,
    tell: Tell,
) -> None:
    """Judge the reference and one mistake otherwise, and name the cases that change.

    `runs` are of a copy with hooks; afterwards they are taught the lesson as it is.
    """
    submissions = {"the reference": material.files.reference}
    submissions |= {f"the mistake {m.name}": m.sources for m in material.files.mistakes}

    def staged(trial: _Trial) -> Sources:
        return {**submissions[trial.who], _TRIAL: json.dumps(trial.told).encode()}

    reordered = [
        trial for who in usual for trial in _reordered(len(knowledge.cases), material, who)
    ]
    alone = [trial for who in usual for trial in _alone(len(knowledge.cases), who)]
    # an order is chosen while cases are collected, so they are collected again for each run
    runs.be_taught(msgspec.structs.replace(knowledge, early=EarlyNames(can_wait=False)))
    ran = runs.run(list(map(staged, reordered)), tell)
    runs.be_taught(knowledge)
    ran += runs.run(list(map(staged, alone)), tell)
    told = findings.accused()  # what differs from run to run depends on no order
    for trial, one in zip([*reordered, *alone], ran, strict=True):
        outcomes = runs.outcomes(one)
        for case in (knowledge.cases[number].id for number in trial.cases):
            before, now = usual[trial.who].get(case), outcomes.get(case)
            if before != now and case not in told:
                told.add(case)
                findings.of(CHECK).error(
                    f"{case_name(case)} depends on what ran before it: {trial.who} has it {before} "
                    f"in written order and {now} {trial.how}.",
                    material.case_place(case),
                    advice="Give each case what it needs by itself, or by a fixture.",
                )


def _reordered(count: int, material: LessonMaterial, who: str) -> Iterator[_Trial]:
    numbers = list(range(count))
    shuffled = random.Random(material.lesson.id).sample(numbers, count)  # noqa: S311 # no secret
    orders = {"in reverse order": numbers[::-1], "in a shuffled order": shuffled}
    for how, order in orders.items():
        yield _Trial(who, how, order, {"order": order})


def _alone(count: int, who: str) -> Iterator[_Trial]:
    for number in range(0, count, max(1, -(-count // MOST_ALONE))):
        yield _Trial(who, "alone", [number], {"only": number})
