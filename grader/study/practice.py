"""Lets students try before they submit: runs the demonstration, judges the public cases."""

import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grader.course.handout import Handout, is_handout, load_handout
from grader.course.lesson_files import load_lesson_files
from grader.errors import UsageError
from grader.ground.temporary import temporary_folder
from grader.model.course import SCRIPT, Lesson
from grader.model.report import Report, Reveal
from grader.model.student_report import student_report
from grader.model.submission import Submission

from .enrolment import Enrolment, Workplace

if TYPE_CHECKING:
    from grader.judge.scripts import Hear, ScriptEnd
    from grader.sandbox.sandbox import Sandbox

IS_JAILED = sys.platform == "linux"


@contextmanager
def script_jail(enrolment: Enrolment, lesson: Lesson) -> "Iterator[Sandbox]":
    """Start a jail in which demonstrations can be run, one after the other."""
    from grader.ground.temporary import lasting_folder
    from grader.judge.stage import jail_spec
    from grader.sandbox.sandbox import Sandbox

    with lasting_folder("grader-jail-") as folder:
        spec = jail_spec(enrolment.isolation, lesson.limits, lesson.packages, folder / "scratch")
        with Sandbox(spec) as jail:
            yield jail


def run_lesson(
    enrolment: Enrolment,
    lesson_id: str,
    file: Path | None,
    hear: "Hear",
    jail_for: "Callable[[Enrolment, Lesson], AbstractContextManager[Sandbox]]" = script_jail,
) -> "ScriptEnd":
    """Run the lesson's run.py, or the student's copy of it, against the student's module.

    `hear` is given what it prints, as it comes; where nothing is jailed it prints by itself.
    """
    lesson = enrolment.lesson_not_locked(lesson_id)
    submission = enrolment.submission(lesson, file)
    handout = load_handout(enrolment.course, lesson)
    own = enrolment.folder(lesson) / SCRIPT
    script = own.read_bytes() if own.is_file() else handout.script
    if script is None:
        raise UsageError(f"{lesson.id} has no {SCRIPT}; `grader test {lesson.id}` tries your code.")
    sources = {**handout.files, **submission.sources, SCRIPT: script}
    if not IS_JAILED:
        return _run_plainly(sources, [SCRIPT])
    from grader.judge.jobs import sources_to_run
    from grader.judge.scripts import Script, run_script

    sources |= sources_to_run(lesson, submission)
    with jail_for(enrolment, lesson) as jail:
        return run_script(Script(SCRIPT, sources), jail.open(), lesson.limits, hear)


Judge = Callable[[Submission], Report]  # gives the student's


class PublicCases:
    """Judges the cases that a student can read, with every value shown; records nothing."""

    def __init__(
        self, place: Workplace, lesson: Lesson, handout: Handout, judge: Judge | None
    ) -> None:
        """Raise UsageError for a lesson that has none."""
        if not handout.public_cases:
            raise UsageError(
                f"{lesson.id} has no public cases; `grader submit {lesson.id}` judges it."
            )
        self._place = place
        self.lesson = lesson
        self._handout = handout
        self._judge = judge

    @property
    def is_jailed(self) -> bool:
        """Whether a report comes of it; else pytest itself tells everything as it goes."""
        return self._judge is not None

    def of(self, place: Workplace) -> "PublicCases":
        """Return the same cases for another student of the course."""
        return PublicCases(place, self.lesson, self._handout, self._judge)

    def test(self, file: Path | None = None) -> "Report | ScriptEnd":
        """Judge what the student has written now; a plain pytest's end where nothing is jailed."""
        submission = self._place.submission(self.lesson, file)
        if self._judge is not None:
            return self._judge(submission)
        public = self._handout.public_cases
        sources = {**self._handout.files, **public, **submission.sources}
        return _run_plainly(sources, ["-m", "pytest", "-q", "-p", "no:cacheprovider", *public])


@contextmanager
def public_cases(enrolment: Enrolment, lesson_id: str) -> Iterator[PublicCases]:
    """Get ready to judge the public cases; raises UsageError for a lesson that has none."""
    lesson = enrolment.lesson_not_locked(lesson_id)
    handout = load_handout(enrolment.course, lesson)
    plain = PublicCases(enrolment, lesson, handout, None)
    if not IS_JAILED or is_handout(enrolment.course, lesson):  # no reference to compare with
        yield plain
        return
    with ExitStack() as stack:
        from grader.advice.lesson_judge import LessonJudge

        readable = {**handout.files, **handout.public_cases}
        folder = stack.enter_context(temporary_folder("grader-public-"))
        _write_all(folder, readable)
        files = load_lesson_files(enrolment.course, lesson)
        content = hashlib.sha256(f"public {files.digest}".encode())
        for name, data in sorted(readable.items()):
            content.update(f"{name}\0{len(data)}\0".encode() + data)
        files = replace(
            files,
            mistakes=(),
            hidden_folder=folder,
            digest=content.hexdigest(),
            cases_place=f"exercises/{lesson.id}",
        )
        judge = LessonJudge(
            lesson, files, enrolment.isolation, enrolment.cache, reveal=Reveal.VALUES
        )
        stack.enter_context(judge)

        def judged(submission: Submission) -> Report:
            return student_report(judge.judge_one(submission), is_public=True)

        yield PublicCases(enrolment, lesson, handout, judged)


def _run_plainly(sources: dict[str, bytes], arguments: list[str]) -> "ScriptEnd":
    """Run the student's own code as the student would: it is theirs, and this is their machine."""
    from grader.judge.scripts import ScriptEnd

    with temporary_folder("grader-run-") as folder:
        _write_all(folder, sources)
        done = subprocess.run([sys.executable, *arguments], cwd=folder, check=False)
    return ScriptEnd(done.returncode)


def _write_all(folder: Path, sources: dict[str, bytes]) -> None:
    for name, data in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
