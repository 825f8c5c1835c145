"""Practising runs cases of nobody's, and leaves no trace of them."""

from pathlib import Path

import pytest

from grader.bridge.contract import Contract, Learned
from grader.bridge.session import Session
from grader.judge.examination import WarmExaminer

HIDDEN = """
import pytest

@pytest.fixture(autouse=True)
def noted():
    open("ran", "a").write("x")

def test_one():
    pass
"""
CONFTEST = """
def pytest_runtest_setup(item):
    open("ran", "a").write("y")
"""


class Practising(WarmExaminer):
    """Counts what it runs."""

    ran = 0

    def _run_item(self, item: pytest.Item, following: pytest.Item | None) -> None:
        super()._run_item(item, following)
        assert self._result is not None
        assert self._result.outcome == ("passed" if item.name == "_passes" else "failed")
        self.ran += 1


def test_practice_touches_nothing_of_the_authors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither fixtures nor hooks of the hidden folder run, and no event is told."""
    (tmp_path / "test_hidden.py").write_text(HIDDEN, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    told: list[object] = []
    learned = Learned(Contract(), is_recording=False)
    session = Session(None, learned, str(tmp_path), 1)
    examiner = Practising(session, told.append, str(tmp_path))
    practised: list[int] = []

    def loop(items: list[pytest.Item]) -> None:
        told.clear()
        examiner.practise(items[0].session, 3, to_fail=True)
        practised.append(examiner.ran)
        examiner.practise(items[0].session)
        practised.append(examiner.ran)

    examiner.loop = loop
    pytest.main(["-c/dev/null", f"--rootdir={tmp_path}", str(tmp_path)], plugins=[examiner])

    assert practised == [6, 7]
    assert told == []
    assert not (tmp_path / "ran").exists()
    assert examiner.cases() == ["test_hidden.py::test_one"]
