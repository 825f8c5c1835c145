"""Invented reports, and a reader of pages, for the tests of feedback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.model.course import Lesson, LessonId
from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
)
from tests.unit.feedback.judged_class import CLASS

VOID = {"meta", "link", "br", "rect", "line", "img", "input"}


@dataclass
class Page(HTMLParser):
    """What a browser would make of a page: its tags in order, and its text."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.unclosed.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that closes itself."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Insist that tags close in order."""
        assert self.unclosed.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.words.append(data)

    @property
    def text(self) -> str:
        """All text, without tags."""
        return "".join(self.words)

    def values(self, attribute: str) -> Iterator[str]:
        """Yield each value of an attribute."""
        for _, attributes in self.tags:
            value = attributes.get(attribute)
            if value is not None:
                yield value


@pytest.fixture
def read_page() -> Callable[[str], Page]:
    """Return a function that parses a page."""

    def read(html: str) -> Page:
        page = Page()
        page.feed(html)
        page.close()
        assert page.unclosed == []
        return page

    return read


@pytest.fixture(scope="session")
def golden(checkout: Path) -> Path:
    """The folder of pages and screens as they were reviewed."""
    return checkout / "tests" / "material" / "golden"


@pytest.fixture(scope="session")
def judged_class() -> dict[str, JudgedSubmission]:
    """Judged submissions by student, one for each way to end."""
    return {each.report.student: each for each in CLASS}


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """The lesson of the invented reports."""
    return Lesson(LessonId("ndcg_at_k"), "NDCG@k: graded relevance")


@pytest.fixture
def make_case() -> Callable[..., CaseReport]:
    """Return a function that builds a failed case, with changes."""

    def make(**changes: Any) -> CaseReport:
        case = CaseReport("test_sums.py::test_adds", "adds two", Outcome.FAILED, "0", "1")
        return msgspec.structs.replace(case, **changes)

    return make


@pytest.fixture
def make_report() -> Callable[..., Report]:
    """Return a function that builds a report that is not passed, with changes."""

    def make(**changes: Any) -> Report:
        report = Report(
            report_version=REPORT_VERSION,
            student="s017",
            lesson="ndcg_at_k",
            submission_sha256=None,
            grader_version="0.1.0",
            course_version="2026-09",
            isolation="full",
            verdict=Verdict.FAILED,
            points="11",
            max_points="14",
            share=0.785714,
            lesson_passed=False,
            cases=(),
        )
        return msgspec.structs.replace(report, **changes)

    return make
