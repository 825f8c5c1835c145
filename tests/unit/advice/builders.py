"""What is learned of a lesson that was never judged."""

from typing import Any

from grader.advice.learning import Learned
from grader.advice.mistakes import Fingerprint, Fingerprints
from grader.cases.events import CaseInfo
from tests.unit.judge.builders import knowledge_of


def learned_of(*cases: CaseInfo, **more: Any) -> Learned:
    """Know these cases, with what advice needs and what judging needs beside."""
    own = {name: more.pop(name) for name in ("fair", "answers") if name in more}
    known = more.pop("fingerprints", fingerprints_of({}))
    return Learned(knowledge_of(*cases, **more), known, **own)


def fingerprints_of(reference: Fingerprint, **mistakes: Fingerprint) -> Fingerprints:
    """Know what the reference does, and mistakes, whose sentences begin with their names."""
    sentences = {name: f"{name}: you err." for name in mistakes}
    return Fingerprints(reference, mistakes, sentences, frozenset())
