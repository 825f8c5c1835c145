"""Names every placeholder that an author has not filled in yet."""

from collections.abc import Iterator
from pathlib import Path

from grader.model.placeholders import placeholders

from .checked_lesson import LessonDesk
from .findings import Findings, Place

CHECK = "unfinished"
_TEXTS = frozenset((".csv", ".json", ".md", ".py", ".svg", ".toml", ".txt"))


def check_unfinished(desk: LessonDesk, findings: Findings) -> bool:
    """Name what is to be filled in, line by line; tell whether there is anything."""
    findings = findings.of(CHECK)
    is_unfinished = False
    for path in _texts(desk):
        for line, sentence in placeholders(_read(path)):
            is_unfinished = True
            said = sentence or "Write what belongs here."
            findings.error(f"Not filled in yet: {said}", Place(path, line))
    return is_unfinished


def _texts(desk: LessonDesk) -> Iterator[Path]:
    for folder in (desk.exercise, desk.solution, desk.hidden.folder):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _TEXTS and path.is_file():
                yield path


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # the check of the sources says why
