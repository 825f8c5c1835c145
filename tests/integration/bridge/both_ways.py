"""Runs a case folder in plain pytest and across the bridge, and says where the two differ."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grader
from grader.border.modules import module_name
from grader.course.lesson_files import LessonFiles
from grader.errors import GraderError
from grader.jail.distributions import plugin_modules
from grader.jail.spec import Isolation
from grader.judge.jobs import Job, Run
from grader.judge.learning import Learned, learn_lesson
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from grader.judge.verdict import Judging, settle
from grader.model.course import Lesson, LessonId

CASES = Path(__file__).parents[2] / "material" / "bridge_cases"
SIDES = ("right", "other", "wrong")  # the other is right too, and written in another way
PACKAGE_ROOT = Path(grader.__file__).parents[1]
_RUN_BY_PYTEST = {"passed": "passed", "xpassed": "passed", "skipped": "skipped"}


@dataclass
class Outcomes:
    """What the cases of one folder came to, by side and case."""

    outcomes: dict[str, dict[str, str]] = field(default_factory=dict)
    reasons: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class CaseFolder:
    """Hidden cases, right and wrong submissions, and what lies beside the submission."""

    path: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @property
    def sides(self) -> tuple[str, ...]:
        """Which submissions the folder holds; the other one is optional."""
        return tuple(side for side in SIDES if (self.path / side).is_dir())

    @property
    def packages(self) -> tuple[str, ...]:
        """What the lesson lists as importable, one a line in packages.txt."""
        return self._listed("packages.txt")

    @property
    def plugins(self) -> tuple[str, ...]:
        """The modules of the plugins that the lesson lists, one a line in plugins.txt."""
        return plugin_modules(self._listed("plugins.txt"))

    def _listed(self, name: str) -> tuple[str, ...]:
        file = self.path / name
        return tuple(file.read_text(encoding="utf-8").split()) if file.exists() else ()

    @property
    def hand_in(self) -> tuple[str, ...]:
        """The names of the submission's files, the one of the folder's name first."""
        main = {f"{self.name}.py", f"{self.name}/__init__.py"}
        return tuple(sorted(self.submission("right"), key=lambda name: name not in main))

    def submission(self, side: str) -> dict[str, bytes]:
        """Read the files of one side."""
        return _read_tree(self.path / side)

    def course_files(self) -> dict[str, bytes]:
        """Read what the course stages beside each submission."""
        return _read_tree(self.path / "files")

    def hidden(self) -> dict[str, bytes]:
        """Read the hidden cases with all that lies beside them."""
        apart = {*SIDES, "files", "packages.txt", "plugins.txt"}
        files = _read_tree(self.path)
        return {name: data for name, data in files.items() if name.split("/")[0] not in apart}


def _read_tree(folder: Path) -> dict[str, bytes]:
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def write_tree(folder: Path, files: dict[str, bytes]) -> Path:
    """Write files into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        if data.startswith(b"#!"):
            (folder / name).chmod(0o755)
    return folder


def run_plainly(folders: list[CaseFolder], scratch: Path) -> dict[str, Outcomes]:
    """Run folders in plain pytest, each side in a fork of its own."""
    orders = [(f, side, _order(f, side, scratch)) for f in folders for side in f.sides]
    subprocess.run(
        [sys.executable, Path(__file__).with_name("plain_runs.py")],
        input="".join(json.dumps(order) + "\n" for _, _, order in orders),
        text=True,
        check=True,
        cwd=scratch,
        env={
            **os.environ,
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": str(PACKAGE_ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
    )
    found: dict[str, Outcomes] = {}
    for folder, side, order in orders:
        answer: dict[str, Any] = {"outcomes": {}, "reasons": {"": "the process ended"}}
        if Path(order["answer"]).exists():
            answer = json.loads(Path(order["answer"]).read_text(encoding="utf-8"))
        outcomes = found.setdefault(folder.name, Outcomes())
        outcomes.outcomes[side] = answer["outcomes"]
        outcomes.reasons[side] = answer["reasons"]
    return found


def _order(folder: CaseFolder, side: str, scratch: Path) -> dict[str, str]:
    own = scratch / folder.name / side
    files = {**folder.course_files(), **folder.submission(side)}
    return {
        "folder": str(write_tree(own / "submission", files)),
        "hidden": str(write_tree(own / "hidden", folder.hidden())),
        "scratch": str(own / "scratch"),
        "plugins": ",".join(folder.plugins),
        "answer": str(own / "answer.json"),
    }


def run_across(folder: CaseFolder, isolation: Isolation, scratch: Path) -> Outcomes:
    """Learn from the right side, then judge all sides across the bridge."""
    names = folder.hand_in
    lesson = Lesson(
        LessonId(folder.name),
        folder.name,
        packages=folder.packages,
        module=module_name(names[0]),
        hand_in=names,
    )
    hidden = write_tree(scratch / folder.name / "across", folder.hidden())
    files = LessonFiles(folder.submission("right"), (), folder.course_files(), hidden, folder.name)
    stage = Stage(
        hidden_folder=str(hidden),
        module=lesson.module,
        course_files=files.course_files,
        packages=lesson.packages,
        plugins=folder.plugins,
        isolation=isolation,
        cache_folder=str(scratch / "pyc"),
        limits=lesson.limits,
        hand_in=lesson.hand_in,
    )
    with Pool(stage, 1) as pool:
        try:
            learned = learn_lesson(pool, lesson, files, scratch / "learned" / folder.name)
        except GraderError as error:
            return Outcomes({}, {"right": {"learning": str(error)}})
        jobs = [Job(number, folder.submission(side)) for number, side in enumerate(folder.sides)]
        runs = {folder.sides[run.number]: run for run in pool.judge(jobs)}
    return _outcomes(runs, learned, Judging(lesson, "", learned.knowledge))


def _outcomes(runs: dict[str, Run], learned: Learned, judging: Judging) -> Outcomes:
    found = Outcomes()
    known = learned.knowledge.outcomes
    found.outcomes["recorded"] = {case: _kind(outcome) for case, outcome in known.items()}
    found.reasons["recorded"] = dict(enumerate_warnings(learned.warnings))
    for side, run in runs.items():
        results = settle(run, judging)
        found.outcomes[side] = {case: _kind(result.outcome) for case, result in results.items()}
        found.reasons[side] = {
            case: f"{result.outcome}: {result.failure} {(result.text or '')[-1500:]}"
            for case, result in results.items()
        }
        if run.fault or run.whole:
            found.reasons[side][""] = f"{run.fault or ''} {run.whole or ''}"
    return found


def enumerate_warnings(warnings: list[str]) -> list[tuple[str, str]]:
    """Key warnings by the case that they begin with."""
    return [(text.partition(" ")[0], text) for text in warnings]


def _kind(outcome: str) -> str:
    return "skipped" if outcome == "xfailed" else _RUN_BY_PYTEST.get(outcome, "not passed")


def differences(plain: Outcomes, across: Outcomes) -> list[str]:
    """Name each case whose outcome differs, with the reason on the side that did not pass."""
    found = [] if across.outcomes else list(across.reasons["right"].values())
    left_out: set[str] = set()
    for side, measured in across.outcomes.items():
        expected = plain.outcomes["right" if side == "recorded" else side]
        cases = expected or dict.fromkeys(measured, "not passed")
        for case in sorted({*cases, *measured}):
            want = cases.get(case, "not passed" if side == "wrong" else "missing")
            if case in left_out and side != "recorded":
                continue  # said once, with the reason why the reference does not pass it
            if want != measured.get(case, "missing"):
                left_out |= {case} if side == "recorded" else set()
                reason = across.reasons[side].get(case, "")
                found.append(f"{side} {case}: plain {want}, across {measured.get(case)} {reason}")
    return found
