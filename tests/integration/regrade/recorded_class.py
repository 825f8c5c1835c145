"""A course of two lessons, the second locked by the first, and a class on record for both."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from grader.cli.main import run
from grader.course.manifest import load_course
from grader.grading.regrade import (
    OutdatedLesson,
    Regrade,
    RegradeRequest,
    find_outdated,
    judge_again,
)
from grader.model.course import Course
from grader.model.unlocking import LessonState, lesson_states
from grader.record.grants import read_history
from grader.record.store import Store, open_store
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.tiny_course import write_files
from tests.integration.study.small_course import HALF, RIGHT, WRONG, write_course

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
RIGHTS = RIGHT.format(n=1)
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": "My work", "metadata": {}},
        {"cell_type": "code", "source": "x = 1", "metadata": {}, "outputs": []},
        {"cell_type": "code", "source": "def add(:", "metadata": {}, "outputs": []},
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
CLASS = {
    "ann/first.py": RIGHTS,
    "ben/first.py": RIGHTS,  # the same bytes
    "cleo/first.py": WRONG.format(n=1),
    "dan/first.py": HALF.format(n=1),
    "eve/first.ipynb": json.dumps(NOTEBOOK),
}
MORE = '''

def test_of_another_kind():
    """Adding works for fractions."""
    assert add(0.5) == 1.5
'''
STRICTER = '''

def test_of_text():
    """Text gets an x in front."""
    assert add("a") == "xa"
'''
FOR_TEXT = "def add(x):\n    return 'x' + x if isinstance(x, str) else x + 1\n"


def record_a_class(root: Path) -> Path:
    """Write the course, and have a class judged and recorded."""
    write_course(root / "course", ("first", ""), ("second", ""))
    write_files(root / "class", CLASS)
    write_files(root / "class2", {"ann/second.py": RIGHT.format(n=2)})
    for folder, lesson in (("class", "first"), ("class2", "second")):
        words = ["--course", str(root / "course"), "--out", str(root / "out" / lesson)]
        code = run(["grade", str(root / folder), "--lesson", lesson, *words])
        assert code == 0
    return root


@dataclass(frozen=True)
class ClassOnRecord:
    """The course's folder, with the record beside it."""

    root: Path

    @property
    def course(self) -> Course:
        """The course as it is now."""
        return load_course(self.root)

    def hidden(self, lesson: str = "first") -> Path:
        """The file with a lesson's hidden cases."""
        return self.root / f"tests/hidden/{lesson}/test_{lesson}_hidden.py"

    def add_cases(self, text: str, lesson: str = "first") -> None:
        """Write more hidden cases."""
        path = self.hidden(lesson)
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

    def edit(self, old: str, new: str, lesson: str = "first") -> None:
        """Edit the hidden cases."""
        path = self.hidden(lesson)
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def write_reference(self, text: str, lesson: str = "first") -> None:
        """Write another reference solution."""
        path = self.root / f"solutions/{lesson}/{lesson}.py"
        path.write_text(text, encoding="utf-8")

    @contextmanager
    def record(self) -> Iterator[Store]:
        """Open the record."""
        store = open_store(str(self.root / ".grader"))
        try:
            yield store
        finally:
            store.close()

    def outdated(self, store: Store) -> list[OutdatedLesson]:
        """Find what is outdated."""
        return find_outdated(self.course, store)

    def judge(self, store: Store, allows_left_out: bool = False) -> Regrade:
        """Judge all that is outdated again."""
        cache = Path(os.environ["XDG_CACHE_HOME"]) / "grader"
        request = RegradeRequest(store, cache, best_isolation(), 2, allows_left_out)
        return judge_again(request, self.outdated(store), lambda _lesson, _done, _total: None)

    def states(self, student: str) -> dict[str, LessonState]:
        """Say how the lessons stand for a student."""
        with self.record() as store, store.reading() as reading:
            history = read_history(reading, student)
        return {one.lesson.id: one for one in lesson_states(self.course, history, NOW)}
