"""Prints which submissions of a lesson behave alike, on a terminal of any width."""

from rich.console import Console

from grader.feedback import analysis_words as words
from grader.feedback.pen import STYLES, Pen
from grader.feedback.words import VERDICTS
from grader.model.analysis import LessonAnalysis
from grader.model.behaviour import Likeness
from grader.model.phrases import count
from grader.model.text import printable

_MOST_CASES = 6


def print_groups(lesson: LessonAnalysis, console: Console) -> None:
    """Print each group with verdict, diagnosis, failed cases, representative and members."""
    pen = Pen(console)
    submissions = count(lesson.submissions, "submission")
    groups = count(len(lesson.groups), "group")
    pen.write(f"{lesson.title}: {submissions} in {groups}.", indent=0, style="bold")
    for text in filter(None, (*words.notes(lesson), words.ungrouped_text(lesson))):
        pen.write(text, indent=0)
    for group in lesson.groups:
        _print_group(pen, lesson, group)


def _print_group(pen: Pen, lesson: LessonAnalysis, group: Likeness) -> None:
    badge = VERDICTS[group.verdicts[0]].badge
    pen.console.print()
    head = f"{group.short}: {words.size_text(group.size, group.submissions)}"
    pen.write(
        f"{head}, {words.verdicts_text(group)}", mark=pen.symbol(badge), style=STYLES[badge.tone]
    )
    if group.diagnosis is not None:
        pen.write(f"{group.diagnosis.mistake}: {group.diagnosis.sentence}", indent=4)
    for one in group.in_part:
        pen.write(f"{one.mistake} (in part): {one.sentence}", indent=4)
    if group.is_unknown:
        pen.write("unknown: like no known mistake", indent=4)
    _print_cases(pen, group)
    pen.write("look at:", indent=4)
    pen.whole(f"      {group.representative.look}")
    if group.size > 1:
        shown = ", ".join(printable(one, lines=False) for one in lesson.called(group.members))
        pen.write(f"members: {shown}", indent=4)


def _print_cases(pen: Pen, group: Likeness) -> None:
    if not group.not_passed:
        return
    pen.write(f"{count(len(group.not_passed), 'case')} not passed:", indent=4)
    for case in group.not_passed[:_MOST_CASES]:
        pen.write(printable(case.id, lines=False), indent=6)
    left_out = len(group.not_passed) - _MOST_CASES
    if left_out > 0:
        pen.write(f"and {left_out} more; --json lists all", indent=6)
