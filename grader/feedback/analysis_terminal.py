"""Prints what a class understood, and who behaves alike, on a terminal of any width."""

from collections.abc import Sequence

from grader.feedback import analysis_words as words
from grader.feedback.analysis_view import CaseLine, GroupLine, LessonView, group_line, lesson_view
from grader.feedback.chart_data import Series
from grader.feedback.pen import STYLES, Pen
from grader.feedback.screen import Screen
from grader.model.analysis import LessonAnalysis
from grader.model.phrases import FIRST, count, first_of, listed

_COLUMNS = (("#", 3), ("passed", 6), ("discr.", 6), ("t/o", 4), ("median", 7), ("95 %", 7))
_GAP = 2
_LEAST_SENTENCE = 24  # columns; where it would get less, a case takes several lines
_BAR, _BAR_FROM = 20, 21  # columns: a bar at most, and where it begins


def print_analysis(lessons: Sequence[LessonAnalysis], screen: Screen) -> None:
    """Print each lesson: cases, known mistakes, unknown groups, attempts, hints."""
    pen = Pen(screen)
    for lesson in lessons:
        _print_lesson(pen, lesson_view(lesson), is_judged=lesson.submissions > 0)


def print_groups(lesson: LessonAnalysis, screen: Screen) -> None:
    """Print each group with verdict, diagnosis, failed cases, representative and members."""
    pen = Pen(screen)
    submissions = count(lesson.submissions, "submission")
    groups = count(len(lesson.groups), "group")
    pen.write(f"{lesson.title}: {submissions} in {groups}.", indent=0, style="bold")
    for text in (*words.notes(lesson), *words.ungrouped(lesson)):
        pen.write(text, indent=0)
    for group in lesson.groups:
        pen.gap()
        _print_group(pen, group_line(lesson, group), most=group.size)


def _print_lesson(pen: Pen, view: LessonView, *, is_judged: bool) -> None:
    named = view.title if view.title == view.lesson else f"{view.title} ({view.lesson})"
    pen.heading(named)
    for text in (view.headline, *view.notes):
        pen.write(text)
    if is_judged:
        _print_cases(pen, view)
        _print_mistakes(pen, view)
        _print_unknown(pen, view)
    _print_series(pen, "Attempts until passed", view.attempts_said, view.attempts)
    _print_series(pen, "Hints taken", view.hints_said, view.hints)
    if view.unknowns:
        pen.heading("Not known")
    for text in view.unknowns:
        pen.write(text)


def _print_cases(pen: Pen, view: LessonView) -> None:
    pen.heading("Cases")
    if view.no_cases is not None:
        pen.write(view.no_cases)
        return
    room = pen.screen.width - sum(width + _GAP for _, width in _COLUMNS) - 1
    is_wide = room >= _LEAST_SENTENCE
    if is_wide:
        pen.columns([*_COLUMNS, ("case", room)], style="dim")
    for case in view.cases:
        indent = _print_row(pen, case, room) if is_wide else _print_block(pen, case)
        if case.mark is not None:
            pen.write(case.mark, indent=indent, style="yellow")
    for text in (words.LEGEND if is_wide else None, view.caution):
        if text is not None:
            pen.write(text, style="dim")


def _print_row(pen: Pen, case: CaseLine, room: int) -> int:
    facts = (case.number, case.rate, case.discrimination, case.timeouts, case.median, case.p95)
    cells = [
        (str(fact).rjust(width), width) for fact, (_, width) in zip(facts, _COLUMNS, strict=True)
    ]
    pen.columns([*cells, (case.sentence, room)])
    indent = pen.screen.width - room - 1
    pen.write(case.name, indent=indent, style="dim")
    return indent


def _print_block(pen: Pen, case: CaseLine) -> int:
    pen.write(f"{case.number}. {case.sentence}")
    pen.write(case.name, indent=4, style="dim")
    facts = [f"passed {case.rate}", f"discrimination {case.discrimination}"]
    if case.timeouts:
        facts.append(count(case.timeouts, "timeout"))
    if case.is_timed:
        facts.append(f"median {case.median}, 95 % within {case.p95}")
    pen.write(", ".join(facts), indent=4)
    return 4


def _print_mistakes(pen: Pen, view: LessonView) -> None:
    pen.heading("Known mistakes")
    if view.no_mistakes is not None:
        pen.write(view.no_mistakes)
    for made in view.mistakes:
        pen.write(f"{made.mistake}: {made.size}", style="bold")
        pen.write(made.sentence, indent=4)
        pen.write(listed(made.students, FIRST), indent=4, style="dim")


def _print_unknown(pen: Pen, view: LessonView) -> None:
    pen.heading("Unknown groups: alike, and like no known mistake")
    shown, more = first_of(view.groups)
    for group in shown:
        _print_group(pen, group, most=FIRST)
    if more is not None:
        pen.write(f"{more}: grader groups --lesson {view.lesson} lists all.")
    for text in view.below_groups:
        pen.write(text)


def _print_group(pen: Pen, group: GroupLine, *, most: int) -> None:
    head, badge = f"{group.short}: {group.size}, {group.verdict}", group.badge
    pen.write(head, mark=pen.symbol(badge), style=STYLES[badge.tone])
    for text in group.explained:
        pen.write(text, indent=4)
    if group.all_cases is not None:
        pen.write(f"not passed: {group.all_cases}", indent=4)
    elif group.cases:
        _print_not_passed(pen, [name for name, _ in group.cases])
    pen.write("look at:", indent=4)
    pen.whole(f"      {group.look}")
    if len(group.students) > 1:
        pen.write(f"members: {listed(group.students, most)}", indent=4)


def _print_not_passed(pen: Pen, names: Sequence[str]) -> None:
    pen.write(f"{count(len(names), 'case')} not passed:", indent=4)
    shown, more = first_of(names)
    for line in (*shown, *([more] if more else [])):
        pen.write(line, indent=6)


def _print_series(pen: Pen, heading: str, said: str | None, series: Series | None) -> None:
    if said is None:
        return
    pen.heading(heading)
    pen.write(said)
    if series is None:
        return
    pen.write(f"{series.title}:", style="dim")
    longest = max(1, min(_BAR, pen.screen.width - _BAR_FROM))
    bar = "#" if pen.screen.is_ascii else "█"
    for value in series.values:
        length = max(1, round(longest * value.number / series.most)) if value.number else 0
        pen.whole(f"  {value.name:<12}{value.number:>5}  {bar * length}".rstrip())
