"""Holds the sentences and numbers of an analysis, each in one place."""

from collections.abc import Sequence
from fractions import Fraction

from grader.feedback.words import VERDICTS, percent
from grader.model.analysis import CaseAnalysis, LessonAnalysis, Mark
from grader.model.attempts_needed import AttemptsNeeded
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.phrases import count, points_text

DASH = "-"
MARKS = {
    Mark.NOBODY_FAILS: "Every student passes this case: fine for a first step, and otherwise it "
    "asks for nothing that the other cases do not.",
    Mark.NOBODY_PASSES: "No student passes this case: most often the lesson's text does not say "
    "what it asks for, or the case itself is wrong.",
    Mark.AGAINST: "Who passes this case has fewer points in the others: most often it is "
    "ambiguous, or passes for a wrong reason.",
}
NO_ATTEMPTS = "Attempts until passed: only the record knows them, not an out folder."
NO_HINTS = "Hints taken: only the record knows them, not an out folder."
NO_TIMES = "Times: no case was timed."
LEGEND = (
    "discr.: discrimination; t/o: timeouts; times: of those that ran to the end, the median and "
    "what 95 % kept within."
)
FEW = "Fewer than 20 submissions: take a discrimination as a hint and no more."
NO_MISTAKES = "No submission behaves like a known mistake."
NO_UNKNOWN = "Nothing is wrong that a known mistake does not explain."
NO_SUBMISSIONS = "No judged submission."


def rate_text(case: CaseAnalysis) -> str:
    """Write a pass rate: "67 %"."""
    return DASH if case.pass_rate is None else f"{percent(float(case.pass_rate))} %"


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
    """Write a share of the points."""
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


def not_judged_text(lesson: LessonAnalysis) -> str | None:
    """Say of how many there was nothing to judge."""
    if not lesson.not_judged:
        return None
    return (
        f"{count(lesson.not_judged, 'student')} with nothing to judge (nothing submitted, not "
        "readable, undecided): left out."
    )


def faults_text(lesson: LessonAnalysis) -> str | None:
    """Say how many submissions the grader failed at."""
    if not lesson.faults:
        return None
    return f"{count(lesson.faults, 'submission')} not judged by a fault of the grader: left out."


def notes(lesson: LessonAnalysis) -> list[str]:
    """List what else is to be known of the submissions, a sentence each."""
    left_out = (not_judged_text(lesson), faults_text(lesson))
    told = (missed_text(lesson), versions_text(lesson))
    found = (*lesson.caveats, *lesson.notices, *left_out, *told)
    return list(filter(None, found))


def missed_text(lesson: LessonAnalysis) -> str | None:
    """Say that a hidden case is missing, by what submissions that pass everything do."""
    examples = [report.example for report in lesson.missed if report.example is not None]
    if not examples:
        return None
    students = {report.student for report in lesson.missed}
    named = ", ".join(lesson.called(sorted(students)))
    return (
        f"A hidden case is missing: {count(len(students), 'student')} ({named}) passed every case, "
        f"and yet {examples[0].sentence}"
    )


def versions_text(lesson: LessonAnalysis) -> str | None:
    """Say that the course changed in between."""
    if lesson.versions < 2:
        return None
    versions = f"{lesson.versions} versions of the course"
    return f"Judged by {versions}: a case counts where it was part of the lesson."


def ungrouped_text(lesson: LessonAnalysis) -> str | None:
    """Say whose behaviour was not recorded."""
    if not lesson.ungrouped:
        return None
    who = count(len(lesson.ungrouped), "student")
    named = ", ".join(lesson.called(lesson.ungrouped))
    return f"In no group, since nothing could be recorded: {who} ({named})."


def size_text(students: int, submissions: int) -> str:
    """Say how many students, and how many submissions where those are more."""
    text = count(students, "student")
    return text if submissions == students else f"{text}, {count(submissions, 'submission')}"


def made_text(made: MistakeMade) -> str:
    """Say how many made a mistake, and of how many it explains a part."""
    whole = size_text(len(made.students), made.submissions) if made.students else ""
    part = f"{count(len(made.in_part), 'student')} in part" if made.in_part else ""
    return ", ".join(filter(None, (whole, part)))


def proposal_text(lesson: LessonAnalysis) -> str | None:
    """Say how the largest unknown group becomes a known mistake."""
    if not lesson.unknown or lesson.unknown[0].size == 1:
        return None
    group = lesson.unknown[0]
    return (
        f"{group.short} may be worth a known mistake: grader new {lesson.lesson} --mistake NAME "
        "--like FILE begins one from a file of the group."
    )


def verdicts_text(group: Likeness) -> str:
    """Write the verdicts of a group."""
    return ", ".join(VERDICTS[verdict].badge.word for verdict in group.verdicts)


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


def unknowns(lesson: LessonAnalysis) -> list[str]:
    """List what the source cannot know, a sentence each."""
    missing: Sequence[tuple[bool, str]] = (
        (lesson.cases != () and not lesson.is_timed, NO_TIMES),
        (lesson.attempts is None, NO_ATTEMPTS),
        (lesson.hints is None, NO_HINTS),
    )
    return [sentence for is_missing, sentence in missing if is_missing]
