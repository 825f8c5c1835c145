"""Words what verify found out: one line for a finding, a lesson and a course."""

from grader.model.soundness import CourseProof, Finding, LessonProof, Level, MutantCount

STYLES = {Level.ERROR: "red", Level.WARNING: "yellow", Level.NOTE: ""}
_WORDS = {Level.ERROR: "wrong", Level.WARNING: "look at", Level.NOTE: "note"}

_TIERS = {
    "": "not judged",
    "functions": "functions and data",
    "objects": "objects",
    "together": "cases beside the submission",
}


def headline(finding: Finding) -> str:
    """Write a finding's level, check and sentence."""
    return f"{_WORDS[finding.level]} ({finding.check}): {finding.sentence}"


def cost_of(lesson: LessonProof) -> str:
    """Say what a lesson was proved with, and how long that took."""
    parts = []
    if lesson.cases:
        parts.append(counted(lesson.cases, "case"))
        parts.append(counted(lesson.mistakes, "known mistake"))
    for made, word in ((lesson.mutants, "mutant"), (lesson.wrapped, "wrapped reference")):
        if made is not None:
            parts.append(f"{counted(made.judged, word)} ({_fate_of(made)})")
    parts.append(_TIERS[lesson.tier])
    parts.append("unchanged since it was proved" if lesson.is_remembered else _took(lesson))
    return ", ".join(parts)


def _fate_of(made: MutantCount) -> str:
    allowed = f", {made.allowed} allowed" if made.allowed else ""
    left = made.judged - made.killed - made.allowed
    return f"{made.killed} caught{allowed}" + (f", {left} not caught" if left else "")


def verdict_of(proof: CourseProof) -> str:
    """Say in one sentence whether the course is sound."""
    errors, warnings = proof.count(Level.ERROR), proof.count(Level.WARNING)
    also = f" {counted(warnings, 'thing')} to look at." if warnings else ""
    if errors:
        return f"The course is not sound: {counted(errors, 'thing')} wrong.{also}"
    lessons = counted(len(proof.lessons), "lesson")
    return f"The course is sound ({lessons}).{also}"


def counted(number: int, word: str) -> str:
    """Write a number with its word."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def _took(lesson: LessonProof) -> str:
    return f"{lesson.seconds:.1f} s"
