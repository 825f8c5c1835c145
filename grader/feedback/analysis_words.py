"""Holds the sentences and numbers of an analysis, each in one place."""

from collections.abc import Sequence
from fractions import Fraction

from grader.feedback.words import VERDICTS, percent
from grader.model.analysis import AttemptsNeeded, CaseAnalysis, HintStep, LessonAnalysis, Mark
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.phrases import count, points_text
from grader.model.report import Outcome

DASH = "-"
MARKS = {
    Mark.NOBODY_FAILS: "Every student passes this case: fine for a first step, and otherwise it "
    "asks for nothing that the other cases do not.",
    Mark.NOBODY_PASSES: "No student passes this case: most often the lesson's text does not say "
    "what it asks for, or the case itself is wrong.",
    Mark.AGAINST: "Who passes this case has fewer points in the others: most often it is "
    "ambiguous, or passes for a wrong reason.",
}
LEGEND = (
    "discr.: discrimination; t/o: timeouts; times: of those that ran to the end, the median and "
    "what 95 % kept within."
)
FEW = "Fewer than 20 submissions: take a discrimination as a hint and no more."
NO_MISTAKES = "No submission behaves like a known mistake."
UNKNOWN = "Unknown groups: alike, and like no known mistake"
NO_CASES = "The reports list no case."


def discrimination_text(value: float | None) -> str:
    """Write a correlation with two places; one that rounds to nought has no sign."""
    if value is None:
        return DASH
    return f"{round(value, 2) + 0.0:.2f}"


def seconds_text(seconds: float | None) -> str:
    """Write a duration: "0.8 ms", "120 ms", "1.2 s"."""
    if seconds is None:
        return DASH
    if seconds >= 0.9995:
        return f"{seconds:.1f} s"
    milliseconds = seconds * 1000
    return f"{milliseconds:.1f} ms" if milliseconds < 9.95 else f"{milliseconds:.0f} ms"


def share_text(share: Fraction | None) -> str:
    """Write a share of points, or a pass rate: "67 %"."""
    return DASH if share is None else f"{percent(float(share))} %"


def headline(lesson: LessonAnalysis) -> str:
    """Say how many submissions there are, by how many, and how many passed."""
    parts = [count(lesson.submissions, "submission")]
    if lesson.submissions != lesson.students:
        parts[0] += f" by {count(lesson.students, 'student')}"
    parts.append(f"{lesson.passed} of {count(lesson.students, 'student')} passed the lesson")
    if lesson.median_share is not None:
        parts.append(f"median score {share_text(lesson.median_share)}")
    return f"{', '.join(parts)}."


def notes(lesson: LessonAnalysis) -> list[str]:
    """List what else is to be known of the submissions, a sentence each."""
    found = [*lesson.caveats, *lesson.notices]
    if lesson.not_judged:
        found.append(
            f"{count(lesson.not_judged, 'student')} with nothing to judge (nothing submitted, not "
            "readable, undecided): left out."
        )
    if lesson.faults:
        faults = count(lesson.faults, "submission")
        found.append(f"{faults} not judged by a fault of the grader: left out.")
    found += _missed(lesson)
    if lesson.versions > 1:
        versions = f"{lesson.versions} versions of the course"
        found.append(f"Judged by {versions}: a case counts where it was part of the lesson.")
    return found


def _missed(lesson: LessonAnalysis) -> list[str]:
    """Say that a hidden case is missing, by what submissions that pass everything do."""
    examples = [report.example for report in lesson.missed if report.example is not None]
    if not examples:
        return []
    students = {report.student for report in lesson.missed}
    who = f"{count(len(students), 'student')} ({', '.join(lesson.called(sorted(students)))})"
    told = examples[0].sentence
    return [f"A hidden case is missing: {who} passed every case, and yet {told}"]


def ungrouped(lesson: LessonAnalysis) -> list[str]:
    """Say whose behaviour was not recorded, if anybody's."""
    if not lesson.ungrouped:
        return []
    who = count(len(lesson.ungrouped), "student")
    named = ", ".join(lesson.called(lesson.ungrouped))
    return [f"In no group, since nothing could be recorded: {who} ({named})."]


def figures(lesson: LessonAnalysis) -> list[tuple[str, str]]:
    """List the numbers of the headline with their names."""
    needed = lesson.attempts.median if lesson.attempts else None
    return [
        ("Submissions", str(lesson.submissions)),
        ("Students", str(lesson.students)),
        ("Passed the lesson", str(lesson.passed)),
        ("Median score", share_text(lesson.median_share)),
        *([("Median attempts", points_text(needed))] if needed is not None else []),
    ]


def short_ids(cases: Sequence[CaseAnalysis]) -> list[str]:
    """Name each case by its id, without the file where that is the same for all."""
    parts = [case.id.partition("::") for case in cases]
    is_one = len({file for file, _, _ in parts}) == 1
    return [
        name if is_one and name else case.id
        for case, (_, _, name) in zip(cases, parts, strict=True)
    ]


def verdicts_text(group: Likeness) -> str:
    """Name the verdicts of a group."""
    return ", ".join(VERDICTS[verdict].badge.word for verdict in group.verdicts)


def all_cases(group: Likeness) -> str | None:
    """Say that a group passes none of several cases, in place of listing them."""
    is_any_passed = any(one.outcome is Outcome.PASSED for one in group.representative.report.cases)
    number = len(group.not_passed)
    return f"all {number} cases" if number > 1 and not is_any_passed else None


def size_text(students: int, submissions: int) -> str:
    """Say how many students, and how many submissions where those are more."""
    text = count(students, "student")
    return text if submissions == students else f"{text}, {count(submissions, 'submission')}"


def made_text(made: MistakeMade) -> str:
    """Say how many made a mistake, and of how many it explains a part."""
    whole = size_text(len(made.students), made.submissions) if made.students else ""
    part = f"{count(len(made.in_part), 'student')} in part" if made.in_part else ""
    return ", ".join(filter(None, (whole, part)))


def below_groups(lesson: LessonAnalysis) -> list[str]:
    """Say that there is no unknown group, or how the largest becomes a known mistake."""
    if not lesson.unknown:
        return ungrouped(lesson) or ["Nothing is wrong that a known mistake does not explain."]
    group = lesson.unknown[0]
    proposal = (
        f"{group.short} may be worth a known mistake: grader new {lesson.lesson} --mistake NAME "
        "--like FILE begins one from a file of the group."
    )
    return [*([proposal] if group.size > 1 else []), *ungrouped(lesson)]


def more_groups(lesson: LessonAnalysis, more: str) -> str:
    """Say where the unknown groups that are not shown are listed."""
    return f"{more}: grader groups --lesson {lesson.lesson} lists all."


def explained(group: Likeness) -> tuple[str, ...]:
    """Name the known mistakes that explain a group, or say that none does."""
    if group.is_unknown:
        return ("unknown: like no known mistake",)
    told = group.diagnosis
    whole = [f"{told.mistake}: {told.sentence}"] if told else []
    return (*whole, *(f"{one.mistake} (in part): {one.sentence}" for one in group.in_part))


def attempts_text(attempts: AttemptsNeeded) -> str:
    """Say how many passed, after how many attempts, and how many did not."""
    whole = attempts.passed + attempts.never
    if not whole:
        return "No student has submitted."
    text = f"{attempts.passed} of {count(whole, 'student')} passed"
    if attempts.median is not None:
        noun = "attempt" if attempts.median == 1 else "attempts"
        text += f", at the median after {points_text(attempts.median)} {noun}"
    return f"{text}; {attempts.never} not yet."


def hints_text(hints: Sequence[HintStep]) -> str:
    """Say how many hints were taken."""
    taken = sum(one.students for one in hints)
    return f"{count(taken, 'hint')} taken in all." if taken else "No hint was taken."


def unknowns(lesson: LessonAnalysis) -> list[str]:
    """List what the source cannot know, a sentence each."""
    missing = []
    if lesson.cases and not lesson.is_timed:
        missing.append("Times: no case was timed.")
    for what, known in (("Attempts until passed", lesson.attempts), ("Hints taken", lesson.hints)):
        if known is None:
            missing.append(f"{what}: only the record knows them, not an out folder.")
    return missing
