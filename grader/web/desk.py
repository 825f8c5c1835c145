"""One student at work through the web: drafts, trying, and the attempts that wait for a verdict.

Requests come from many threads; what runs a student's code is done in lanes, in turn.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from grader.course.handout import load_handout, load_hints
from grader.errors import SubmissionRefused
from grader.model.course import Lesson
from grader.model.report import Report
from grader.record.in_progress import Draft, hints_taken, read_draft, save_draft
from grader.study.enrolment import Enrolment
from grader.study.practice import run_lesson
from grader.study.submit import Recorded, Submitted, Submitter

from .guard import Refused
from .lanes import Lane

if TYPE_CHECKING:
    from grader.judge.scripts import ScriptEnd

    from .service import Trier

_Result = TypeVar("_Result")
MOST_BYTES = 1 << 20  # of one file, as intake bounds it too


class Waiting(Struct):
    """An attempt that is on record and has no verdict yet."""

    recorded: Recorded
    verdict: "Future[Submitted]"
    replaced: int | None = None  # the attempt whose place in the queue it took

    @property
    def number(self) -> int:
        """The number of the attempt."""
        return self.recorded.attempt.number

    @property
    def state(self) -> str:
        """Waiting, or judging."""
        return "judging" if self.verdict.running() else "waiting"


class Printed(Struct, frozen=True):
    """What a run of the demonstration printed, and how it ended."""

    text: str
    end: "ScriptEnd"


class Desk:
    """What one student does in one course."""

    def __init__(
        self,
        enrolment: Enrolment,
        submitter: Submitter,
        judging: Lane[Submitter],
        trying: "Lane[Trier]",
    ) -> None:
        self.enrolment = enrolment
        self._submitter = submitter
        self._judging = judging
        self._trying = trying
        self._is_trying = threading.Lock()
        self._lock = threading.Lock()  # over recording and the list of what waits
        self._waiting: dict[str, Waiting] = {}  # at most one of a lesson
        self._judged: dict[str, Submitted] = {}  # of each lesson the last, with what it opened

    # -- reading

    def files(self, lesson: Lesson) -> Draft:
        """Give the files as the student has them: as typed, else the stub."""
        with self.enrolment.store.reading() as reading:
            draft = read_draft(reading, self.enrolment.student, lesson.id)
        stub = load_handout(self.enrolment.course, lesson).stub
        texts = {name: stub[name].decode("utf-8", "replace") for name in lesson.hand_in}
        known = {name: text for name, text in draft.files.items() if name in texts}
        return replace(draft, files={**texts, **known})

    def submitted(self, lesson: Lesson, number: int) -> Submitted | None:
        """Give what an attempt of this day came to, with what it opened."""
        last = self._judged.get(lesson.id)
        return last if last is not None and last.number == number else None

    def waiting(self, lesson: Lesson) -> Waiting | None:
        """Give the attempt at a lesson that has no verdict yet."""
        one = self._waiting.get(lesson.id)
        return None if one is None or one.verdict.done() else one

    def place(self, waiting: Waiting) -> int:
        """Count how many are judged before it, itself included."""
        return max(1, self._judging.place(waiting.verdict))

    def hints(self, lesson: Lesson) -> tuple[int, int]:
        """Count the hints that were read, and all."""
        with self.enrolment.store.reading() as reading:
            taken = hints_taken(reading, self.enrolment.student, lesson.id)
        return len(taken), len(load_hints(self.enrolment.course, lesson))

    # -- doing

    def save(self, lesson: Lesson, files: Mapping[str, str], based_on: int | None = None) -> int:
        """Save what is typed and number the save; raises DraftChanged, SubmissionRefused."""
        for name, text in files.items():
            if name not in lesson.hand_in:
                raise SubmissionRefused(f"{name} is no file of this lesson: nothing was saved.")
            if len(text.encode("utf-8", "replace")) > MOST_BYTES:
                raise SubmissionRefused(
                    f"{name} is larger than {MOST_BYTES >> 20} MiB: make it smaller."
                )
        enrolment = self.enrolment
        with enrolment.store.writing() as writing:
            return save_draft(
                writing,
                enrolment.student,
                lesson.id,
                dict(files),
                based_on=based_on,
            )

    def run(self, lesson: Lesson, files: Mapping[str, str]) -> "Future[Printed]":
        """Run the demonstration with the student's code; raises Refused while another goes on."""
        at_work = replace(self.enrolment, work=self.enrolment.work / "tried")

        def run(trier: "Trier") -> Printed:
            heard: list[bytes] = []
            end = run_lesson(
                at_work, lesson.id, None, lambda _, data: heard.append(data), trier.jail
            )
            return Printed(b"".join(heard).decode("utf-8", "replace"), end)

        return self._tried(lesson, files, run)

    def test(self, lesson: Lesson, files: Mapping[str, str]) -> "Future[Report]":
        """Judge the public cases; raises Refused while another goes on."""
        at_work = replace(self.enrolment, work=self.enrolment.work / "tried")

        def test(trier: "Trier") -> Report:
            public = trier.public_cases(at_work, lesson.id)
            # nothing of a student's is run unless it is jailed
            report = public.test() if public.is_jailed else None
            if not isinstance(report, Report):
                raise SubmissionRefused(
                    "Nothing can be tried here: this course lacks its solutions."
                )
            return report

        return self._tried(lesson, files, test)

    def submit(self, lesson: Lesson, files: Mapping[str, str]) -> Waiting:
        """Put an attempt on record, and in the queue; raises SubmissionRefused, Refused.

        A newer attempt takes the place of one that waits.
        """
        with self._lock:
            self._judging.refuse_full()
            self._write(lesson, files, "submitted")
            recorded = self._submitter.record(lesson.id)
            earlier = self.waiting(lesson)
            replaced = None
            if earlier is not None:
                if earlier.recorded.attempt.id == recorded.attempt.id:
                    return earlier
                if earlier.verdict.cancel():
                    self._submitter.withdraw(earlier.recorded.attempt)
                    replaced = earlier.number
            verdict = self._judging.put(
                self.enrolment.student, lambda own: self._judge(own, recorded)
            )
            self._waiting.pop(lesson.id, None)
            waiting = self._waiting[lesson.id] = Waiting(recorded, verdict, replaced)
            return waiting

    # -- in the threads of the lanes

    def _judge(self, judges: Submitter, recorded: Recorded) -> Submitted:
        submitted = judges.of(self.enrolment).judge(recorded)
        self._judged[recorded.lesson.id] = submitted
        return submitted

    def _tried(
        self, lesson: Lesson, files: Mapping[str, str], task: "Callable[[Trier], _Result]"
    ) -> "Future[_Result]":
        if not self._is_trying.acquire(blocking=False):
            raise Refused(
                429, "busy", "Your last Run or Test is not done yet. Wait for it, then try again."
            )
        try:
            self._write(lesson, files, "tried")
            future = self._trying.put(self.enrolment.student, task)
        except BaseException:
            self._is_trying.release()
            raise
        future.add_done_callback(lambda _: self._is_trying.release())
        return future

    def _write(self, lesson: Lesson, files: Mapping[str, str], folder: str) -> None:
        for name in lesson.hand_in:
            path = self.enrolment.work / folder / lesson.id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name].encode("utf-8", "backslashreplace"))
