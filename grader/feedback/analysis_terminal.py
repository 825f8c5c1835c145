"""Prints what a class understood, on a terminal of any width."""

from collections.abc import Sequence

from rich.console import Console

from grader.feedback import analysis_words as words
from grader.feedback.pen import Pen
from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.behaviour import Likeness
from grader.model.phrases import count
from grader.model.text import printable

_MOST_GROUPS = 8  # printed; grader groups has all
_MOST_NAMES = 12
_COLUMNS = (("#", 3), ("passed", 6), ("discr.", 6), ("t/o", 4), ("median", 7), ("95 %", 7))
_GAP = 2
_LEAST_SENTENCE = 24  # columns; where it would get less, a case takes several lines
_BAR, _BAR_FROM = 20, 21  # columns: a bar at most, and where it begins


def print_analysis(lessons: Sequence[LessonAnalysis], console: Console) -> None:
    """Print each lesson: cases, known mistakes, unknown groups, attempts, hints."""
    pen = Pen(console)
    for lesson in lessons:
        _print_lesson(pen, lesson)


def _print_lesson(pen: Pen, lesson: LessonAnalysis) -> None:
    named = lesson.title if lesson.title == lesson.lesson else f"{lesson.title} ({lesson.lesson})"
    pen.heading(printable(named, lines=False))
    pen.write(words.headline(lesson))
    for text in words.notes(lesson):
        pen.write(text)
    if lesson.submissions:
        _print_cases(pen, lesson)
        _print_mistakes(pen, lesson)
        _print_unknown(pen, lesson)
    _print_attempts(pen, lesson)
    _print_hints(pen, lesson)
    missing = words.unknowns(lesson)
    if missing:
        pen.heading("Not known")
    for text in missing:
        pen.write(text)


def _print_cases(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading("Cases")
    if not lesson.cases:
        pen.write("The reports list no case.")
        return
    room = pen.console.width - sum(width + _GAP for _, width in _COLUMNS) - 1
    is_wide = room >= _LEAST_SENTENCE
    if is_wide:
        pen.columns([*_COLUMNS, ("case", room)], style="dim")
    for case, name in zip(lesson.cases, _short_ids(lesson.cases), strict=True):
        if is_wide:
            _print_row(pen, case, name, room)
        else:
            _print_block(pen, case, name)
    if is_wide:
        pen.write(words.LEGEND, style="dim")
    if lesson.is_small:
        pen.write(words.FEW, style="dim")


def _print_row(pen: Pen, case: CaseAnalysis, name: str, room: int) -> None:
    cells = (
        str(case.number).rjust(3),
        words.rate_text(case).rjust(6),
        words.discrimination_text(case.discrimination).rjust(6),
        str(case.timed_out).rjust(4),
        words.seconds_text(case.median_seconds).rjust(7),
        words.seconds_text(case.p95_seconds).rjust(7),
    )
    widths = (width for _, width in _COLUMNS)
    pen.columns([*zip(cells, widths, strict=True), (case.sentence, room)])
    indent = pen.console.width - room - 1
    pen.write(printable(name, lines=False), indent=indent, style="dim")
    if case.mark is not None:
        pen.write(words.MARKS[case.mark], indent=indent, style="yellow")


def _print_block(pen: Pen, case: CaseAnalysis, name: str) -> None:
    pen.write(f"{case.number}. {printable(case.sentence, lines=False)}")
    pen.write(printable(name, lines=False), indent=4, style="dim")
    facts = [
        f"passed {words.rate_text(case)}",
        f"discrimination {words.discrimination_text(case.discrimination)}",
    ]
    if case.timed_out:
        facts.append(count(case.timed_out, "timeout"))
    if case.timed:
        median, most = words.seconds_text(case.median_seconds), words.seconds_text(case.p95_seconds)
        facts.append(f"median {median}, 95 % within {most}")
    pen.write(", ".join(facts), indent=4)
    if case.mark is not None:
        pen.write(words.MARKS[case.mark], indent=4, style="yellow")


def _short_ids(cases: Sequence[CaseAnalysis]) -> list[str]:
    """Leave out the file where it is the same for all."""
    parts = [case.id.partition("::") for case in cases]
    if len({file for file, _, _ in parts}) > 1:
        return [case.id for case in cases]
    return [name or file for file, _, name in parts]


def _print_mistakes(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading("Known mistakes")
    if not lesson.mistakes:
        pen.write(words.NO_MISTAKES)
    for made in lesson.mistakes:
        pen.write(f"{made.diagnosis.mistake}: {words.made_text(made)}", style="bold")
        pen.write(made.diagnosis.sentence, indent=4)
        pen.write(names(lesson.called(made.students + made.in_part)), indent=4, style="dim")


def _print_unknown(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading("Unknown groups: alike, and like no known mistake")
    if not lesson.unknown and not lesson.ungrouped:
        pen.write(words.NO_UNKNOWN)
    for group in lesson.unknown[:_MOST_GROUPS]:
        _print_group(pen, lesson, group)
    left_out = len(lesson.unknown) - _MOST_GROUPS
    if left_out > 0:
        pen.write(f"{count(left_out, 'more group')}: grader groups --lesson {lesson.lesson}")
    for text in (words.proposal_text(lesson), words.ungrouped_text(lesson)):
        if text is not None:
            pen.write(text)


def _print_group(pen: Pen, lesson: LessonAnalysis, group: Likeness) -> None:
    size = words.size_text(group.size, group.submissions)
    failed = count(len(group.not_passed), "case")
    pen.write(f"{group.short}: {size}, {failed} not passed", style="bold")
    if group.size > 1:
        pen.write(names(lesson.called(group.members)), indent=4, style="dim")
    pen.write("look at:", indent=4)
    pen.whole(f"      {group.representative.look}")


def names(students: Sequence[str]) -> str:
    """List students, and say how many more there are."""
    shown = ", ".join(printable(one, lines=False) for one in students[:_MOST_NAMES])
    left_out = len(students) - _MOST_NAMES
    return shown if left_out <= 0 else f"{shown} and {left_out} more"


def _print_attempts(pen: Pen, lesson: LessonAnalysis) -> None:
    attempts = lesson.attempts
    if attempts is None:
        return
    pen.heading("Attempts until passed")
    pen.write(words.attempts_text(attempts))
    rows = [(f"attempt {number}", students) for number, students in attempts.passed_on]
    rows += [("not yet", attempts.never)] if attempts.never else []
    _print_bars(pen, rows)


def _print_hints(pen: Pen, lesson: LessonAnalysis) -> None:
    if lesson.hints is None:
        return
    pen.heading("Hints taken")
    if not lesson.hints:
        pen.write("None.")
    _print_bars(pen, [(f"step {one.step}", one.students) for one in lesson.hints])


def _print_bars(pen: Pen, rows: Sequence[tuple[str, int]]) -> None:
    most = max((number for _, number in rows), default=0)
    longest = max(1, min(_BAR, pen.console.width - _BAR_FROM))
    bar = "#" if pen.console.options.ascii_only else "█"
    for name, number in rows:
        length = max(1, round(longest * number / most)) if number else 0
        pen.whole(f"  {name:<12}{number:>5}  {bar * length}".rstrip())
