"""Renders an analysis as one page that needs nothing but itself."""

from collections.abc import Sequence

from grader.feedback import analysis_words as words
from grader.feedback.analysis_charts import bar_chart, column_chart, dot_chart
from grader.feedback.analysis_contexts import (
    AnalysisContext,
    CaseLine,
    ColumnChart,
    GroupLine,
    LessonView,
    MistakeLine,
)
from grader.feedback.html import environment
from grader.feedback.words import Tone, percent
from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.attempts_needed import AttemptsNeeded
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.phrases import count, points_text

_MOST_GROUPS, _MOST_CASES = 50, 12
_MOST_ATTEMPTS = 8  # columns; later attempts share one
_DASH = "–"


def analysis_page(lessons: Sequence[LessonAnalysis], course_title: str) -> str:
    """Render one page for all lessons."""
    template = environment().get_template("analysis.html.j2")
    return template.render(vars(analysis_context(lessons, course_title)))


def analysis_context(lessons: Sequence[LessonAnalysis], course_title: str) -> AnalysisContext:
    """Collect what the page shows."""
    views = (_lesson(f"lesson-{number}", each) for number, each in enumerate(lessons, 1))
    return AnalysisContext(course_title, tuple(views))


def _lesson(key: str, lesson: LessonAnalysis) -> LessonView:
    notes = (*words.notes(lesson), words.ungrouped_text(lesson))
    made = [(one.diagnosis.mistake, len(one.students + one.in_part)) for one in lesson.mistakes]
    left_out = len(lesson.unknown) - _MOST_GROUPS
    more = f"{count(left_out, 'more group')}: grader groups lists all." if left_out > 0 else None
    below = " ".join(filter(None, (words.proposal_text(lesson), more)))
    return LessonView(
        key=key,
        title=lesson.title,
        lesson=lesson.lesson,
        figures=_figures(lesson),
        notes=(*filter(None, notes), *words.unknowns(lesson)),
        rates=_rates(f"{key}-rates", lesson.cases),
        dots=dot_chart(f"{key}-dots", lesson.cases),
        cases=tuple(map(_case, lesson.cases)),
        caution=words.FEW if lesson.is_small and lesson.cases else None,
        bars=bar_chart(f"{key}-bars", "Students by known mistake", made) if made else None,
        mistakes=tuple(_mistake(lesson, one) for one in lesson.mistakes),
        no_mistakes=words.NO_MISTAKES,
        groups=tuple(_group(lesson, one) for one in lesson.unknown[:_MOST_GROUPS]),
        below_groups=below if lesson.unknown else words.NO_UNKNOWN,
        attempts=_attempts(f"{key}-needed", lesson.attempts),
        attempts_said=words.attempts_text(lesson.attempts) if lesson.attempts else None,
        hints=_hints(f"{key}-steps", lesson),
        hints_said=None if lesson.hints is None else _hints_said(lesson),
    )


def _figures(lesson: LessonAnalysis) -> tuple[tuple[str, str], ...]:
    needed = lesson.attempts.median if lesson.attempts else None
    return (
        ("Submissions", str(lesson.submissions)),
        ("Students", str(lesson.students)),
        ("Passed the lesson", str(lesson.passed)),
        ("Median score", _dashed(words.share_text(lesson.median_share))),
        *((("Median attempts", points_text(needed)),) if needed is not None else ()),
    )


def _dashed(text: str) -> str:
    return _DASH if text == words.DASH else text


def _rates(key: str, cases: Sequence[CaseAnalysis]) -> ColumnChart | None:
    if not cases:
        return None
    values = [
        (str(case.number), float(case.pass_rate or 0) * 100, _percent(case), Tone.GOOD)
        for case in cases
    ]
    return column_chart(key, "Pass rate of each case, in percent", values, most=100.0)


def _percent(case: CaseAnalysis) -> str:
    return _DASH if case.pass_rate is None else str(percent(float(case.pass_rate)))


def _case(case: CaseAnalysis) -> CaseLine:
    return CaseLine(
        number=case.number,
        id=case.id,
        sentence=case.sentence,
        percent=percent(float(case.pass_rate or 0)),
        rate=_dashed(words.rate_text(case)),
        counts=f"{case.passed} of {case.counted}",
        discrimination=_dashed(words.discrimination_text(case.discrimination)).replace("-", "−"),
        timeouts=str(case.timed_out),
        median=_dashed(words.seconds_text(case.median_seconds)),
        p95=_dashed(words.seconds_text(case.p95_seconds)),
        mark=words.MARKS[case.mark] if case.mark else None,
    )


def _mistake(lesson: LessonAnalysis, made: MistakeMade) -> MistakeLine:
    students = ", ".join(lesson.called(made.students + made.in_part))
    told = made.diagnosis
    return MistakeLine(told.mistake, told.sentence, words.made_text(made), students)


def _group(lesson: LessonAnalysis, group: Likeness) -> GroupLine:
    cases = tuple(case.sentence for case in group.not_passed)
    return GroupLine(
        short=group.short,
        size=words.size_text(group.size, group.submissions),
        verdict=words.verdicts_text(group),
        look=group.representative.look,
        cases=cases[:_MOST_CASES],
        cases_left_out=max(0, len(cases) - _MOST_CASES),
        students=", ".join(lesson.called(group.members)),
    )


def _attempts(key: str, attempts: AttemptsNeeded | None) -> ColumnChart | None:
    if attempts is None or not attempts.passed + attempts.never:
        return None
    passed = dict(attempts.passed_on)
    last = min(_MOST_ATTEMPTS, max(passed, default=0))
    counts = [(str(number), passed.get(number, 0)) for number in range(1, last + 1)]
    later = sum(students for number, students in passed.items() if number > _MOST_ATTEMPTS)
    if later:
        counts.append((f"{_MOST_ATTEMPTS + 1}+", later))
    values = [(name, float(number), str(number), Tone.GOOD) for name, number in counts]
    never = attempts.never
    values.append(("not yet", float(never), str(never), Tone.QUIET))
    return column_chart(key, "Students by the attempt that passed", values)


def _hints(key: str, lesson: LessonAnalysis) -> ColumnChart | None:
    if not lesson.hints:
        return None
    values = [
        (str(one.step), float(one.students), str(one.students), Tone.READY) for one in lesson.hints
    ]
    return column_chart(key, "Students by step of the hints", values)


def _hints_said(lesson: LessonAnalysis) -> str:
    taken = sum(one.students for one in lesson.hints or ())
    return f"{count(taken, 'hint')} taken in all." if taken else "No hint was taken."
