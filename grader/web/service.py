"""What all whom a course is served to share: the record, the judges that are kept warm, desks."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from grader.errors import JailError
from grader.model.course import Lesson, StudentId
from grader.record.attempts import waiting_attempts
from grader.record.grants import ByHand, read_by_hand
from grader.study.enrolment import Enrolment
from grader.study.practice import PublicCases, public_cases, script_jail
from grader.study.submit import Submitter

from .desk import Desk
from .grading_work import GradingWork
from .identity import Identity
from .lanes import Lane

if TYPE_CHECKING:
    from grader.sandbox.sandbox import Sandbox

    from .provider import Provider

_Ready = TypeVar("_Ready")
_MOST_WARM = 6  # of these in one thread


class Trier:
    """Keeps ready what the lessons that were tried last need: jails and public cases."""

    def __init__(self, stack: ExitStack) -> None:
        self._ready: OrderedDict[tuple[str, str], tuple[Any, ExitStack]] = OrderedDict()
        stack.callback(self._drop, 0)

    def public_cases(self, enrolment: Enrolment, lesson_id: str) -> PublicCases:
        """Get a lesson's public cases ready for a student."""
        return self._kept("test", lesson_id, public_cases(enrolment, lesson_id)).of(enrolment)

    @contextmanager
    def jail(self, enrolment: Enrolment, lesson: Lesson) -> "Iterator[Sandbox]":
        """Get the jail of a lesson's demonstration ready; one that breaks down is replaced."""
        try:
            yield self._kept("run", lesson.id, script_jail(enrolment, lesson))
        except JailError:
            known = self._ready.pop(("run", lesson.id), None)
            if known is not None:  # else it could not be begun
                known[1].close()
            raise

    def _kept(self, kind: str, lesson_id: str, opening: AbstractContextManager[_Ready]) -> _Ready:
        known = self._ready.pop((kind, lesson_id), None)
        if known is None:
            self._drop(_MOST_WARM - 1)
            opened = ExitStack()
            known = opened.enter_context(opening), opened
        self._ready[kind, lesson_id] = known
        ready: _Ready = known[0]
        return ready

    def _drop(self, left: int) -> None:
        while len(self._ready) > left:
            self._ready.popitem(last=False)[1][1].close()


class Service:
    """A course that is served."""

    def __init__(
        self,
        enrolment: Enrolment,
        stack: ExitStack,
        data: str,
        jobs: int,
        public_url: str,
        provider: "Provider | None" = None,
    ) -> None:
        """With the stack, whatever was opened here is closed; `enrolment` is the server's own."""
        self.enrolment = enrolment
        self.data = data  # where the record lies
        self.public_url = public_url  # empty: links begin with what the browser asked for
        self.provider = provider  # of identities; None where there are passwords alone
        self.identity = Identity(enrolment, is_secure=public_url.startswith("https:"))
        self.work = Path(stack.enter_context(TemporaryDirectory(prefix="grader-web-")))
        self.submitter = Submitter(enrolment, stack)
        self.judging = Lane(self.submitter.with_own_judges, stack, jobs)
        self.trying = Lane(Trier, stack, jobs)
        self.works = GradingWork(
            enrolment, self.submitter.claims, self.work / "classes", stack, jobs
        )
        self.names: dict[int, str | None] = {}  # what reports call students, by attempt
        self._desks: dict[str, Desk] = {}
        self._lock = threading.Lock()
        with enrolment.store.reading() as reading:
            waiting = dict.fromkeys(one.student for one in waiting_attempts(reading))
        for student in waiting:
            self.judging.put(student, partial(_finish, replace(enrolment, student=student)))

    def desk(self, name: str) -> Desk:
        """Return the desk of one student, the same at each call."""
        with self._lock:
            if name not in self._desks:
                work = self.work / str(len(self._desks))
                own = replace(self.enrolment, student=StudentId(name), work=work)
                handed_in = replace(own, work=work / "submitted")
                self._desks[name] = Desk(
                    own, self.submitter.of(handed_in), self.judging, self.trying
                )
            return self._desks[name]

    def by_hand(self) -> ByHand:
        """Read what instructors have decided by hand."""
        with self.enrolment.store.reading() as reading:
            return read_by_hand(reading)


def _finish(enrolment: Enrolment, judges: Submitter) -> None:
    for _ in judges.of(enrolment).finish_waiting():
        pass
