"""Builds courses with planted secrets, grades hostile submissions, and reads what came of it."""

import ast
import base64
import html
import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.feedback.page_names import page_names
from grader.grading.class_reports import read_class
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report
from grader.record.store import open_store
from grader.sandbox.isolation import why_not
from grader.sandbox.spec import Isolation
from tests import warm
from tests.integration.heirs import adopted_orphans

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests" / "material" / "attacks"
KIT = SAMPLES / "_kit"
LESSON = "ndcg_at_k"
FILE = f"{LESSON}.py"
BRIEF = {"seconds_per_case": 0.5, "seconds_in_all": 3.0}

_TELLING = 5  # characters; shorter literals stand in any text


@dataclass(frozen=True)
class Sample:
    """One row of the table of samples."""

    name: str
    file: str
    kind: str
    verdict: tuple[str, ...]
    canaries: tuple[str, ...]
    min_score: float = 0.0
    max_score: float = 1.0
    message_any: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    paths_absent: tuple[str, ...] = ()

    def hand_in(self, folder: Path) -> None:
        """Put the submission into a student's folder."""
        folder.mkdir(parents=True)
        if self.kind == "builder":
            command = [sys.executable, "-B", str(SAMPLES / self.file), str(folder)]
            subprocess.run(command, check=True)
        else:
            (folder / FILE).write_bytes((SAMPLES / self.file).read_bytes())


def _table() -> dict[str, Any]:
    return tomllib.loads((SAMPLES / "attacks.toml").read_text(encoding="utf-8"))


def load_samples() -> list[Sample]:
    """Read the table."""
    return [
        Sample(
            name=row["name"],
            file=row["file"],
            kind=row["kind"],
            verdict=tuple(row["verdict"]),
            canaries=tuple(row["canaries_absent"]),
            min_score=row.get("min_score", 0.0),
            max_score=row.get("max_score", 1.0),
            message_any=tuple(row.get("message_any", ())),
            forbidden=tuple(row.get("forbidden_output", ())),
            paths_absent=tuple(row.get("paths_absent", ())),
        )
        for row in _table()["case"]
    ]


def load_canaries() -> dict[str, list[str]]:
    """Read what must never be seen, by group."""
    table = _table()["canaries"]
    return {name: [text] if isinstance(text, str) else text for name, text in table.items()}


def spellings(text: str) -> set[str]:
    """Spell a secret in each way in which a report could carry it."""
    data = text.encode()
    coded = {base64.b64encode(b"." * pad + data).decode() for pad in range(3)}
    # The first and last groups of base64 hold bits of what stands around.
    inner = {word.rstrip("=")[4:-2] for word in coded}
    spelled = {text, json.dumps(text)[1:-1], html.escape(text), text[::-1], data.hex()}
    return spelled | {word for word in inner if len(word) >= 8}


@dataclass
class Course:
    """A course on disk with one lesson."""

    root: Path

    @property
    def hidden(self) -> Path:
        """The folder of the hidden cases."""
        return self.root / "tests" / "hidden" / LESSON

    @classmethod
    def build(
        cls,
        root: Path,
        hidden: dict[str, str],
        solution: str,
        limits: dict[str, float] | None = None,
    ) -> "Course":
        """Write the three trees; `hidden` maps file names to texts."""
        lines = ["format_version = 1", 'title = "Attacked"', "[[lessons]]"]
        lines += [f'id = "{LESSON}"', 'title = "NDCG"']
        lines += [f"{name} = {value}" for name, value in (limits or BRIEF).items()]
        texts = {
            "exercises/course.toml": "\n".join(lines) + "\n",
            f"exercises/{LESSON}/{FILE}": "def dcg(rels):\n    raise NotImplementedError\n",
            f"solutions/{LESSON}/{FILE}": solution,
            **{f"tests/hidden/{LESSON}/{name}": text for name, text in hidden.items()},
        }
        for name, text in texts.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return cls(root)

    @classmethod
    def of_the_samples(cls, root: Path) -> "Course":
        """Write the samples' own course."""
        hidden = {name: read(KIT / name) for name in ("test_hidden_ndcg.py", "expected.json")}
        return cls.build(root, hidden, read(KIT / "solution_ndcg_at_k.py"))


def record_of(out: Path) -> Path:
    """Name the record of what is graded into a folder."""
    return out.with_name(f"{out.name}-record")


@dataclass
class Graded:
    """What one `grader grade` left behind."""

    out: Path
    code: int
    said: str
    reports: dict[str, dict[str, Any]]
    survivors: list[str]
    temp_left: list[str]

    def judged(self) -> dict[str, JudgedSubmission]:
        """Read everything that was kept, by student."""
        store = open_store(str(record_of(self.out)))
        try:
            kept = read_class(store, None).judged
        finally:
            store.close()
        return {judged.report.student: judged for judged in kept}

    def page(self, student: str) -> str:
        """Read a student's feedback page."""
        return read(self.out / "feedback" / page_names([student])[student])


def seen_by(graded: Graded, judged: JudgedSubmission) -> dict[str, str]:
    """List each text that a student receives, by its kind."""
    report = student_report(judged)
    return {
        "page": graded.page(report.student),
        "report": msgspec.json.encode(report).decode(),
        "ascii report": json.dumps(msgspec.to_builtins(report)),
    }


def sentences_of(judged: JudgedSubmission) -> str:
    """Join all sentences that a student reads."""
    report = student_report(judged)
    parts = [report.message, *(case.message for case in report.cases)]
    return "\n".join(part for part in parts if part)


def verdict_of(report: dict[str, Any]) -> str:
    """Name a verdict as the table of samples does."""
    plain = {"passed": "pass", "error": "error", "grader_fault": "grader_fault"}
    return plain.get(report["verdict"], "fail")


def command_for(course: Course, submissions: Path, out: Path, level: str, *more: str) -> list[str]:
    """Word a `grader grade` by one worker, since each costs more than the few that it judges."""
    place = ["--course", str(course.root), "--out", str(out), "--lesson", LESSON, "--jobs=1"]
    place += ["--data", str(record_of(out))]
    words = [sys.executable, "-m", "grader.cli", "grade", str(submissions), *place]
    return [*words, "--isolation", level, *more]


def environment_for(home: Path, found_in: str = str(ROOT)) -> dict[str, str]:
    """Give the grader a home, a temp folder and a secret of its own."""
    for name in ("temp", "home"):
        (home / name).mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": found_in,
        "HOME": str(home / "home"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "TMPDIR": str(home / "temp"),
        "LANG": "C.UTF-8",
        "GRADER_SECRET": load_canaries()["env"][0],
    }


def grade(
    course: Course,
    submissions: Path,
    out: Path,
    *words: str,
    found_in: str = str(ROOT),
) -> Graded:
    """Run `grader grade` to its end, then look what goes on living.

    The first of `words` is the level, the others are further options.

    `found_in` is the PYTHONPATH, for a grader that was weakened.
    """
    home = out.parent / f"{out.name}-home"
    warm.ready()
    with adopted_orphans() as heirs:
        done = warm.run(
            command_for(course, submissions, out, *words),
            env=environment_for(home, found_in),
            cwd=home,
            timeout=280,
        )
        survivors = heirs.lasting()
    said = (done.stdout + done.stderr).decode("utf-8", "surrogateescape")
    left = [path.name for name in ("temp", "home") for path in (home / name).iterdir()]
    return Graded(out, done.returncode, said, reports_in(out), survivors, left)


def reports_in(out: Path) -> dict[str, dict[str, Any]]:
    """Read results.jsonl, by student."""
    path = out / "results.jsonl"
    rows = [json.loads(line) for line in read(path).splitlines()] if path.exists() else []
    return {row["student"]: row for row in rows}


def needs(level: Isolation) -> None:
    """Skip with the reason where this machine cannot isolate so well."""
    if problem := why_not(level):
        pytest.skip(problem)


def read(path: Path) -> str:
    """Read text of ours."""
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def content_of(folder: Path) -> dict[str, str]:
    """Say what lies in a folder, in a form that can be compared."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        else:
            found[name] = path.read_bytes().hex() if path.is_file() else "no file"
    return found


def literals_in(source: str) -> set[str]:
    """List the literals and the lines of a hidden test that a student could recognize."""
    found = {line.strip() for line in source.splitlines()}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Constant):
            continue
        if type(node.value) in {int, float}:
            found |= {str(node.value), str(node.value)[:9]}  # reports may round
        elif isinstance(node.value, str):
            found |= {line.strip() for line in node.value.splitlines()}
    return {text for text in found if len(text) >= _TELLING}


def secrets_of(hidden: Path, public: str) -> set[str]:
    """List what only the hidden files of a folder hold."""
    found = {text for path in hidden.rglob("*.py") for text in literals_in(read(path))}
    return {text for text in found if text not in public}


def lint(graded: Graded, secrets: set[str]) -> dict[str, set[str]]:
    """Name the secrets in what each student receives, but for what is in their own file."""
    found: dict[str, set[str]] = {}
    for student, judged in graded.judged().items():
        report = student_report(judged)
        own = [judged.source or "", *(f"{c.id} {c.sentence} {c.hint}" for c in report.cases)]
        everything = "\n".join(seen_by(graded, judged).values())
        said = {
            text
            for text in secrets
            if not any(text in part for part in own)
            and any(word in everything for word in spellings(text))
        }
        found |= {student: said} if said else {}
    return found


def outcome_list(graded: Graded, student: str) -> list[str]:
    """List the outcomes of a student's cases, as written."""
    return [case["outcome"] for case in graded.reports[student]["cases"]]
