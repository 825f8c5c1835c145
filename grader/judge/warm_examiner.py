"""An examiner that collects once, practises, and waits in its loop for submissions."""

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.fixtures import FuncFixtureInfo

from .events import Event
from .examiner import Examiner

Case = Callable[[], None]
_CASE = "practice"
_NO_FIXTURES = FuncFixtureInfo((), (), [], {})


class WarmExaminer(Examiner):
    """Collects, then waits in its loop for submissions."""

    loop: Callable[[list[pytest.Item]], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loop(session.items)
        return True

    def practise(self, session: pytest.Session, times: int = 1, *, to_fail: bool = False) -> None:
        """Run a case of nobody's through pytest, and one that fails where that is wanted.

        Python makes code quicker that has run for a while, and a fork copies each page of memory
        that is first written: what is done here is not to be done while a submission waits.
        """
        send, self.send = self.send, ignore
        # another pytest may make cases otherwise; a grader that has not practised is only slower
        with contextlib.suppress(TypeError, AttributeError):
            for item in _practice_items(session, (_passes, _fails) if to_fail else (_passes,)):
                self._ids[item.nodeid] = _CASE
                for _ in range(times):
                    self._run_item(item, None)
                del self._ids[item.nodeid]
        self.send = send


def _practice_items(session: pytest.Session, cases: Iterable[Case]) -> list[pytest.Item]:
    # lies outside of the course's folder, so that no conftest of the author's has a say
    module = pytest.Module.from_parent(session, path=Path(__file__))
    module.obj = ModuleType(_CASE)
    return [
        pytest.Function.from_parent(
            module, name=case.__name__, callobj=case, fixtureinfo=_NO_FIXTURES
        )
        for case in cases
    ]


def _passes() -> None:
    pass


def _fails() -> None:
    raise AssertionError(_CASE)


def ignore(event: Event) -> None:
    """Drop an event that nobody waits for."""
