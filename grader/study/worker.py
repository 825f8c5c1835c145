"""Judges what waits on a record that several machines share, until it is told to stop."""

import contextlib
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from msgspec.structs import replace

from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import load_course
from grader.errors import ContentError, StoreError
from grader.model.report import Verdict
from grader.record.attempts import AttemptRow, first_waiting

from .enrolment import Enrolment
from .submit import TRIES, CaughtUp, Submitter

_LOOK_SECONDS = 0.5  # between two looks at a record on which nothing waits
_AT_ONCE = 16  # attempts that are looked up at once, for each job: who comes later waits for these
_COURSE_SECONDS = 5.0  # between two looks at the course
_AGAIN_SECONDS = 60.0  # until an attempt is tried again that could not be judged here
_TAKEN_SECONDS = 2.0  # until one is looked at again that another process is judging
Tell = Callable[[CaughtUp], object]


class RecordWorker:
    """Judges with so many threads, each with sandboxes of its own."""

    def __init__(self, enrolment: Enrolment, tell: Tell, say: Callable[[str], object]) -> None:
        """`tell` hears of each attempt that was taken up, `say` why nothing can be done for now."""
        self._enrolment, self._tell, self._say = enrolment, tell, say
        self._found: deque[AttemptRow] = deque()
        self._versions: list[str] = []  # of the lessons, as they are here
        self._read_course_at = 0.0
        self._not_before: dict[int, float] = {}  # by attempt, those in hand too
        self._lock = threading.Lock()
        self._is_stopped = threading.Event()
        self._fault: BaseException | None = None

    @contextlib.contextmanager
    def working(self, jobs: int) -> Iterator[threading.Event]:
        """Work meanwhile; gives what is set when it has stopped, by a fault of ours perhaps.

        What was begun is judged to its end before this returns. Raises what was wrong with us.
        """
        with ExitStack() as stack:
            submitter = Submitter(self._enrolment, stack)
            threads = [
                threading.Thread(target=self._work, args=(submitter, jobs)) for _ in range(jobs)
            ]
            for thread in threads:
                thread.start()
                stack.callback(thread.join)
            stack.callback(self._is_stopped.set)
            yield self._is_stopped
        if self._fault is not None:
            raise self._fault

    def _work(self, submitter: Submitter, jobs: int) -> None:
        try:
            with ExitStack() as stack:
                mine = submitter.with_own_judges(stack)
                while not self._is_stopped.is_set():
                    if not self._judge_next(mine, _AT_ONCE * jobs):
                        self._is_stopped.wait(_LOOK_SECONDS)
        except BaseException as error:  # noqa: BLE001 - whoever waits is told
            self._fault = error
            self._is_stopped.set()

    def _judge_next(self, submitter: Submitter, at_once: int) -> bool:
        """Judge an attempt; False where nothing waits, or the record cannot be asked now."""
        try:
            attempt = self._next(at_once)
            if attempt is not None:
                self._judge(submitter, attempt)
        except StoreError as error:  # the server is started again, perhaps
            self._say(f"{error} It is asked again.")
            return False
        return attempt is not None

    def _judge(self, submitter: Submitter, attempt: AttemptRow) -> None:
        whose = replace(self._enrolment, student=attempt.student)
        again = _TAKEN_SECONDS
        try:
            if done := submitter.of(whose).finish(attempt):
                again = _AGAIN_SECONDS if done.verdict in (None, Verdict.GRADER_FAULT) else 0.0
                self._tell(done)
        finally:
            with self._lock:
                self._not_before[attempt.id] = time.monotonic() + again

    def _next(self, most: int) -> AttemptRow | None:
        """Take the next attempt that is for this course and this grader."""
        with self._lock:
            if not self._found:
                now = time.monotonic()
                if now >= self._read_course_at:
                    self._read_course()
                    self._read_course_at = now + _COURSE_SECONDS
                self._not_before = {n: at for n, at in self._not_before.items() if at > now}
                later = list(self._not_before)
                with self._enrolment.store.reading() as reading:
                    self._found.extend(first_waiting(reading, self._versions, later, TRIES, most))
            if not self._found:
                return None
            attempt = self._found.popleft()
            self._not_before[attempt.id] = math.inf  # a claim keeps out other processes only
            return attempt

    def _read_course(self) -> None:
        """Read the course as it is now; while it is being edited, what it was stands."""
        found = []
        with contextlib.suppress(ContentError):
            course = load_course(self._enrolment.course.root)
            for lesson in course.lessons:
                with contextlib.suppress(ContentError):  # the other lessons are judged
                    found.append(load_lesson_files(course, lesson).version)
            self._enrolment, self._versions = replace(self._enrolment, course=course), found
