"""Writes courses of one lesson, and grades submissions to them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent

from grader.grading.grade_class import GradedClass, GradeRequest, grade_class
from grader.model.report import CaseReport, JudgedSubmission
from grader.record.store import open_store
from grader.sandbox.spec import Isolation

LESSON = "sums"
FILE = f"{LESSON}.py"
HIDDEN = f"tests/hidden/{LESSON}/"
MISTAKES = f"solutions/{LESSON}/mistakes/"
ADD = "def add(a, b):\n    return a + b\n"
SUBTRACT = "def add(a, b):\n    return a - b\n"
Files = Mapping[str, str | bytes]


def write_files(root: Path, files: Files) -> Path:
    """Write files below a folder; text may be indented as a whole."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = dedent(content).encode() if isinstance(content, str) else content
        path.write_bytes(data)
    return root


@dataclass(frozen=True)
class TinyCourse:
    """A course on disk with the lesson `sums`, and where its submissions are graded."""

    root: Path

    @classmethod
    def write(cls, root: Path, reference: str, hidden: str, settings: str = "") -> "TinyCourse":
        """Write the least that a course needs; `settings` are lines of the manifest."""
        lines = ["format_version = 1", 'title = "Tiny"', "[[lessons]]"]
        lines += [f'id = "{LESSON}"', 'title = "Sums"', dedent(settings)]
        files = {
            "exercises/course.toml": "\n".join(lines),
            f"exercises/{LESSON}/{FILE}": "def add(a, b):\n    raise NotImplementedError\n",
            f"solutions/{LESSON}/{FILE}": reference,
            f"{HIDDEN}test_sums.py": hidden,
        }
        write_files(root / "course", files)
        return cls(root)

    def add(self, files: Files) -> "TinyCourse":
        """Write more files of the course."""
        write_files(self.root / "course", files)
        return self

    def grade(
        self,
        level: Isolation,
        submissions: Files,
        jobs: int = 1,
        *,
        allows_left_out: bool = False,
    ) -> GradedClass:
        """Judge one file of the module for each student; a name with a slash is a folder's."""
        named = {n if "/" in n else f"{n}/{FILE}": text for n, text in submissions.items()}
        store = open_store(str(self.root / "record" / level))
        request = GradeRequest(
            course_root=self.root / "course",
            lesson_id=LESSON,
            submissions=write_files(self.root / "handed_in", named),
            out=self.root / "out" / level,
            cache=Path(os.environ["XDG_CACHE_HOME"]) / "grader",
            isolation=level,
            jobs=jobs,
            record=store,
            now=datetime.now(UTC),
            allows_left_out=allows_left_out,
        )
        try:
            return grade_class(request, lambda _done, _total: None)
        finally:
            store.close()


def of(graded: GradedClass, student: str) -> JudgedSubmission:
    """Pick one student's submission."""
    return next(one for one in graded.judged if one.report.student == student)


def outcomes(graded: GradedClass, student: str) -> dict[str, str]:
    """Name each case without its file, with its outcome."""
    cases = of(graded, student).report.cases
    return {case.id.partition("::")[2]: case.outcome.value for case in cases}


def case_of(graded: GradedClass, student: str, name: str) -> CaseReport:
    """Pick the case of a student whose id ends so."""
    cases = of(graded, student).report.cases
    return next(case for case in cases if case.id.endswith(f"::{name}"))
