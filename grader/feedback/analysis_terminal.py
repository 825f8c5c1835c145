"""Prints what a class understood, and who behaves alike, on a terminal of any width."""

from collections.abc import Sequence

from grader.feedback import analysis_words as words
from grader.feedback.chart_data import Series, lesson_charts
from grader.feedback.pen import STYLES, Pen
from grader.feedback.screen import Screen
from grader.feedback.words import badge_of
from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.behaviour import Likeness
from grader.model.phrases import FIRST, count, first_of, listed

_COLUMNS = (("#", 3), ("passed", 6), ("discr.", 6), ("t/o", 4), ("median", 7), ("95 %", 7))
_GAP = 2
_LEAST_SENTENCE = 24  # columns; where it would get less, a case takes several lines
_BAR, _BAR_FROM = 20, 21  # columns: a bar at most, and where it begins


def print_analysis(lessons: Sequence[LessonAnalysis], screen: Screen) -> None:
    """Print each lesson: cases, known mistakes, unknown groups, attempts, hints."""
    pen = Pen(screen)
    for lesson in lessons:
        _print_lesson(pen, lesson)


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
        _print_group(pen, lesson, group, most=group.size)


def _print_lesson(pen: Pen, lesson: LessonAnalysis) -> None:
    is_titled = lesson.title != lesson.lesson
    pen.heading(f"{lesson.title} ({lesson.lesson})" if is_titled else lesson.title)
    for text in (words.headline(lesson), *words.notes(lesson)):
        pen.write(text)
    if lesson.submissions > 0:
        _print_cases(pen, lesson)
        _print_mistakes(pen, lesson)
        _print_unknown(pen, lesson)
    charts = lesson_charts(lesson)
    if lesson.attempts is not None:
        said = words.attempts_text(lesson.attempts)
        _print_series(pen, "Attempts until passed", said, charts.attempts)
    if lesson.hints is not None:
        _print_series(pen, "Hints taken", words.hints_text(lesson.hints), charts.hints)
    unknowns = words.unknowns(lesson)
    if unknowns:
        pen.heading("Not known")
    for text in unknowns:
        pen.write(text)


def _print_cases(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading("Cases")
    if not lesson.cases:
        pen.write(words.NO_CASES)
        return
    room = pen.screen.width - sum(width + _GAP for _, width in _COLUMNS) - 1
    is_wide = room >= _LEAST_SENTENCE
    if is_wide:
        pen.columns([*_COLUMNS, ("case", room)], style="dim")
    for case, name in zip(lesson.cases, words.short_ids(lesson.cases), strict=True):
        indent = _print_row(pen, case, name, room) if is_wide else _print_block(pen, case, name)
        if case.mark is not None:
            pen.write(words.MARKS[case.mark], indent=indent, style="yellow")
    for is_said, text in ((is_wide, words.LEGEND), (lesson.is_small, words.FEW)):
        if is_said:
            pen.write(text, style="dim")


def _print_row(pen: Pen, case: CaseAnalysis, name: str, room: int) -> int:
    facts = (
        case.number,
        words.share_text(case.pass_rate),
        words.discrimination_text(case.discrimination),
        case.timed_out,
        words.seconds_text(case.median_seconds),
        words.seconds_text(case.p95_seconds),
    )
    cells = [
        (str(fact).rjust(width), width) for fact, (_, width) in zip(facts, _COLUMNS, strict=True)
    ]
    pen.columns([*cells, (case.sentence, room)])
    indent = pen.screen.width - room - 1
    pen.write(name, indent=indent, style="dim")
    return indent


def _print_block(pen: Pen, case: CaseAnalysis, name: str) -> int:
    pen.write(f"{case.number}. {case.sentence}")
    pen.write(name, indent=4, style="dim")
    discrimination = words.discrimination_text(case.discrimination)
    facts = [f"passed {words.share_text(case.pass_rate)}", f"discrimination {discrimination}"]
    if case.timed_out:
        facts.append(count(case.timed_out, "timeout"))
    if case.timed:
        median, most = map(words.seconds_text, (case.median_seconds, case.p95_seconds))
        facts.append(f"median {median}, 95 % within {most}")
    pen.write(", ".join(facts), indent=4)
    return 4


def _print_mistakes(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading("Known mistakes")
    if not lesson.mistakes:
        pen.write(words.NO_MISTAKES)
    for made in lesson.mistakes:
        pen.write(f"{made.diagnosis.mistake}: {words.made_text(made)}", style="bold")
        pen.write(made.diagnosis.sentence, indent=4)
        students = lesson.called(made.students + made.in_part)
        pen.write(listed(students, FIRST), indent=4, style="dim")


def _print_unknown(pen: Pen, lesson: LessonAnalysis) -> None:
    pen.heading(words.UNKNOWN)
    shown, more = first_of(lesson.unknown)
    for group in shown:
        _print_group(pen, lesson, group, most=FIRST)
    if more is not None:
        pen.write(words.more_groups(lesson, more))
    for text in words.below_groups(lesson):
        pen.write(text)


def _print_group(pen: Pen, lesson: LessonAnalysis, group: Likeness, *, most: int) -> None:
    size = words.size_text(group.size, group.submissions)
    head = f"{group.short}: {size}, {words.verdicts_text(group)}"
    badge = badge_of(group.verdicts[0])
    pen.write(head, mark=pen.symbol(badge), style=STYLES[badge.tone])
    for text in words.explained(group):
        pen.write(text, indent=4)
    if all_cases := words.all_cases(group):
        pen.write(f"not passed: {all_cases}", indent=4)
    elif group.not_passed:
        _print_not_passed(pen, [case.id for case in group.not_passed])
    pen.write("look at:", indent=4)
    pen.whole(f"      {group.representative.look}")
    if len(group.members) > 1:
        pen.write(f"members: {listed(lesson.called(group.members), most)}", indent=4)


def _print_not_passed(pen: Pen, names: Sequence[str]) -> None:
    pen.write(f"{count(len(names), 'case')} not passed:", indent=4)
    shown, more = first_of(names)
    for line in (*shown, *([more] if more else [])):
        pen.write(line, indent=6)


def _print_series(pen: Pen, heading: str, said: str, series: Series | None) -> None:
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
