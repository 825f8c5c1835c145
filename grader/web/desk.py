"""One student at work through the web: drafts, trying, and the attempts that wait for a verdict.

Requests come from many threads. Submissions are judged in one thread of their own and tried in
another, which live as long as the desk: a sandbox ends with the thread that has started it.
"""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.course.handout import Handout, load_handout, load_hints
from grader.errors import SubmissionRefused
from grader.flows.student.enrolment import Enrolment, PastAttempt, list_past, read_past
from grader.flows.student.lesson_texts import HintsRead, next_hint
from grader.flows.student.practice import PublicCases, public_cases, run_lesson
from grader.flows.student.submit import Recorded, Submitted, submitter_of
from grader.model.course import Lesson
from grader.model.report import Report
from grader.model.unlocking import LessonState
from grader.store.attempts import AttemptRow
from grader.store.drafts import Draft, read_draft, save_draft
from grader.store.grants import hints_taken

if TYPE_CHECKING:
    from grader.judge.scripts import ScriptEnd

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

    def __init__(self, enrolment: Enrolment, stack: ExitStack) -> None:
        """With the stack, whatever was opened here is closed."""
        self.enrolment = enrolment
        self._work = Path(stack.enter_context(TemporaryDirectory(prefix="grader-web-")))
        self._judging = _lasting_thread(stack)
        self._trying = _lasting_thread(stack)
        self._warm: ExitStack | None = None  # what the thread that tries keeps ready
        self._public: PublicCases | None = None
        stack.callback(lambda: self._trying.submit(self._cool).result())
        self._lock = threading.Lock()  # over recording and the list of what waits
        self._waiting: dict[str, Waiting] = {}  # at most one of a lesson
        self._judged: dict[tuple[str, int], Submitted] = {}  # with what each opened
        self._submitters = ExitStack()
        stack.callback(lambda: self._judging.submit(self._submitters.close).result())
        own = replace(enrolment, work=self._work / "submitted")
        self._submitter = self._judging.submit(
            lambda: self._submitters.enter_context(submitter_of(own))
        ).result()
        self._judging.submit(self._finish_waiting)

    # -- reading

    def states(self) -> tuple[LessonState, ...]:
        """Say how every lesson stands."""
        return self.enrolment.states()

    def handout(self, lesson: Lesson) -> Handout:
        """Read what a student receives."""
        return load_handout(self.enrolment.course, lesson)

    def files(self, lesson: Lesson) -> Draft:
        """Give the files as the student has them: as typed, else the stub."""
        with self.enrolment.store.reading() as reading:
            draft = read_draft(reading, self.enrolment.student, lesson.id)
        stub = self.handout(lesson).stub
        texts = {name: stub[name].decode("utf-8", "replace") for name in lesson.hand_in}
        known = {name: text for name, text in draft.files.items() if name in texts}
        return replace(draft, files={**texts, **known})

    def attempts(self, lesson: Lesson) -> list[AttemptRow]:
        """List the attempts at a lesson, the newest first."""
        return list_past(self.enrolment, lesson.id)[::-1]

    def attempt(self, lesson: Lesson, number: int) -> PastAttempt:
        """Read one attempt; raises UsageError where there is none."""
        return read_past(self.enrolment, lesson.id, number)

    def submitted(self, lesson: Lesson, number: int) -> Submitted | None:
        """Give what an attempt of this day came to, with what it opened."""
        return self._judged.get((lesson.id, number))

    def waiting(self, lesson: Lesson) -> Waiting | None:
        """Give the attempt at a lesson that has no verdict yet."""
        one = self._waiting.get(lesson.id)
        return None if one is None or one.verdict.done() else one

    def place(self, waiting: Waiting) -> int:
        """Count how many are judged before it, itself included."""
        before = [one for one in self._waiting.values() if not one.verdict.done()]
        return before.index(waiting) + 1 if waiting in before else 1

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
                enrolment.clock(),
                based_on=based_on,
            )

    def hint(self, lesson: Lesson) -> HintsRead:
        """Give the next hint; it is counted."""
        return next_hint(self.enrolment, lesson.id)

    def run(self, lesson: Lesson, files: Mapping[str, str]) -> Printed:
        """Run the demonstration with the student's code."""
        return self._trying.submit(self._run, lesson, files).result()

    def test(self, lesson: Lesson, files: Mapping[str, str]) -> Report:
        """Judge the public cases."""
        return self._trying.submit(self._test, lesson, files).result()

    def submit(self, lesson: Lesson, files: Mapping[str, str]) -> Waiting:
        """Put an attempt on record, and in the queue; raises SubmissionRefused.

        A newer attempt takes the place of one that waits.
        """
        with self._lock:
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
            verdict = self._judging.submit(self._judge, recorded)
            self._waiting.pop(lesson.id, None)
            waiting = self._waiting[lesson.id] = Waiting(recorded, verdict, replaced)
            return waiting

    # -- in the threads that last

    def _judge(self, recorded: Recorded) -> Submitted:
        submitted = self._submitter.judge(recorded)
        self._judged[recorded.lesson.id, submitted.number] = submitted
        return submitted

    def _finish_waiting(self) -> None:
        for _ in self._submitter.finish_waiting():
            pass

    def _run(self, lesson: Lesson, files: Mapping[str, str]) -> Printed:
        self._write(lesson, files, "tried")
        heard: list[bytes] = []
        at_work = replace(self.enrolment, work=self._work / "tried")
        end = run_lesson(at_work, lesson.id, None, lambda _, data: heard.append(data))
        return Printed(b"".join(heard).decode("utf-8", "replace"), end)

    def _test(self, lesson: Lesson, files: Mapping[str, str]) -> Report:
        self._write(lesson, files, "tried")
        if self._public is None or self._public.lesson.id != lesson.id:
            self._cool()
            at_work = replace(self.enrolment, work=self._work / "tried")
            warm = ExitStack()
            self._public = warm.enter_context(public_cases(at_work, lesson.id))
            self._warm = warm
        report = self._public.test()
        if not isinstance(report, Report):
            raise SubmissionRefused("Nothing can be tried here: this course lacks its solutions.")
        return report

    def _cool(self) -> None:
        warm, self._warm, self._public = self._warm, None, None
        if warm is not None:
            warm.close()

    def _write(self, lesson: Lesson, files: Mapping[str, str], folder: str) -> None:
        for name in lesson.hand_in:
            path = self._work / folder / lesson.id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name].encode("utf-8", "backslashreplace"))


def _lasting_thread(stack: ExitStack) -> ThreadPoolExecutor:
    made = ThreadPoolExecutor(1)
    stack.callback(made.shutdown, cancel_futures=True)
    return made


@contextmanager
def desk_of(enrolment: Enrolment) -> Iterator[Desk]:
    """Open a desk, and close it with all that it has started."""
    with ExitStack() as stack:
        yield Desk(enrolment, stack)


def wait_for(waiting: Waiting, seconds: float) -> Submitted | None:
    """Wait for a verdict; None where it has not come by then. Raises what judging raised."""
    with suppress(TimeoutError):
        return waiting.verdict.result(seconds)
    return None
