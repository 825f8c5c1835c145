"""Says what a class understood of a lesson, once for the page and the terminal."""

from collections.abc import Sequence

from msgspec import Struct

from grader.feedback import analysis_words as words
from grader.feedback.chart_data import DotChart, Series, Value, dot_chart
from grader.feedback.words import VERDICTS, Badge, Tone, percent
from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.attempts_needed import AttemptsNeeded
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.phrases import count, points_text
from grader.model.report import Outcome
from grader.model.text import printable

_MOST_ATTEMPTS = 8  # later attempts share one value


class CaseLine(Struct, frozen=True):
    """One case in the table of cases."""

    number: int
    id: str
    name: str  # the id, without the file where it is the same for all
    sentence: str
    percent: int
    rate: str
    counts: str
    discrimination: str
    timeouts: int
    median: str
    p95: str
    is_timed: bool
    mark: str | None


class MistakeLine(Struct, frozen=True):
    """One known mistake, and who made it."""

    mistake: str
    sentence: str
    size: str
    students: tuple[str, ...]


class GroupLine(Struct, frozen=True):
    """Students whose submissions behave alike."""

    short: str
    size: str
    badge: Badge
    verdict: str
    explained: tuple[str, ...]  # by which known mistakes
    look: str
    cases: tuple[tuple[str, str], ...]  # not passed: id and sentence
    all_cases: str | None  # said in place of them, where none passes
    students: tuple[str, ...]


class LessonView(Struct, frozen=True):
    """Everything about one lesson."""

    key: str  # begins the ids of its parts
    title: str
    lesson: str
    headline: str
    figures: tuple[tuple[str, str], ...]  # the same by name and value
    notes: tuple[str, ...]
    unknowns: tuple[str, ...]  # what the source cannot know
    rates: Series | None
    dots: DotChart | None
    cases: tuple[CaseLine, ...]
    no_cases: str | None  # said in place of them, as of the mistakes
    caution: str | None
    bars: Series | None
    mistakes: tuple[MistakeLine, ...]
    no_mistakes: str | None
    groups: tuple[GroupLine, ...]  # that no known mistake explains
    below_groups: tuple[str, ...]
    attempts: Series | None
    attempts_said: str | None  # None: not known
    hints: Series | None
    hints_said: str | None


def lesson_view(lesson: LessonAnalysis, key: str = "") -> LessonView:
    """Collect everything about one lesson; its parts have ids that begin with the key."""
    return LessonView(
        key=key,
        title=printable(lesson.title, lines=False),
        lesson=lesson.lesson,
        headline=words.headline(lesson),
        figures=_figures(lesson),
        notes=tuple(words.notes(lesson)),
        unknowns=tuple(words.unknowns(lesson)),
        rates=_rates(f"{key}-rates", lesson.cases),
        dots=dot_chart(f"{key}-dots", lesson.cases),
        cases=_cases(lesson.cases),
        no_cases=None if lesson.cases else words.NO_CASES,
        caution=words.FEW if lesson.is_small and lesson.cases else None,
        bars=_bars(f"{key}-bars", lesson.mistakes),
        mistakes=tuple(_mistake(lesson, one) for one in lesson.mistakes),
        no_mistakes=None if lesson.mistakes else words.NO_MISTAKES,
        groups=tuple(group_line(lesson, one) for one in lesson.unknown),
        below_groups=tuple(words.below_groups(lesson)),
        attempts=_attempts(f"{key}-needed", lesson.attempts),
        attempts_said=words.attempts_text(lesson.attempts) if lesson.attempts else None,
        hints=_hints(f"{key}-steps", lesson),
        hints_said=None if lesson.hints is None else words.hints_text(lesson.hints),
    )


def group_line(lesson: LessonAnalysis, group: Likeness) -> GroupLine:
    """Collect what there is to say of one group."""
    is_any_passed = any(one.outcome is Outcome.PASSED for one in group.representative.report.cases)
    number = len(group.not_passed)
    return GroupLine(
        short=group.short,
        size=words.size_text(group.size, group.submissions),
        badge=VERDICTS[group.verdicts[0]].badge,
        verdict=", ".join(VERDICTS[verdict].badge.word for verdict in group.verdicts),
        explained=words.explained(group),
        look=group.representative.look,
        cases=tuple((printable(one.id, lines=False), one.sentence) for one in group.not_passed),
        all_cases=f"all {number} cases" if number > 1 and not is_any_passed else None,
        students=_called(lesson, group.members),
    )


def _called(lesson: LessonAnalysis, students: Sequence[str]) -> tuple[str, ...]:
    return tuple(printable(one, lines=False) for one in lesson.called(students))


def _figures(lesson: LessonAnalysis) -> tuple[tuple[str, str], ...]:
    needed = lesson.attempts.median if lesson.attempts else None
    return (
        ("Submissions", str(lesson.submissions)),
        ("Students", str(lesson.students)),
        ("Passed the lesson", str(lesson.passed)),
        ("Median score", words.share_text(lesson.median_share)),
        *((("Median attempts", points_text(needed)),) if needed is not None else ()),
    )


def _cases(cases: Sequence[CaseAnalysis]) -> tuple[CaseLine, ...]:
    files = {case.id.partition("::")[0] for case in cases}
    return tuple(_case(case, is_short=len(files) == 1) for case in cases)


def _case(case: CaseAnalysis, *, is_short: bool) -> CaseLine:
    name = case.id.partition("::")[2] if is_short else ""
    return CaseLine(
        number=case.number,
        id=case.id,
        name=printable(name or case.id, lines=False),
        sentence=case.sentence,
        percent=percent(float(case.pass_rate or 0)),
        rate=words.rate_text(case),
        counts=f"{case.passed} of {case.counted}",
        discrimination=words.discrimination_text(case.discrimination),
        timeouts=case.timed_out,
        median=words.seconds_text(case.median_seconds),
        p95=words.seconds_text(case.p95_seconds),
        is_timed=case.timed > 0,
        mark=words.MARKS[case.mark] if case.mark else None,
    )


def _mistake(lesson: LessonAnalysis, made: MistakeMade) -> MistakeLine:
    told, students = made.diagnosis, _called(lesson, made.students + made.in_part)
    return MistakeLine(told.mistake, told.sentence, words.made_text(made), students)


def _rates(key: str, cases: Sequence[CaseAnalysis]) -> Series | None:
    if not cases:
        return None
    values = (
        Value(str(case.number), percent(float(case.pass_rate or 0)), Tone.GOOD, words.rate(case))
        for case in cases
    )
    return Series(key, "Pass rate of each case, in percent", tuple(values), 100)


def _bars(key: str, mistakes: Sequence[MistakeMade]) -> Series | None:
    if not mistakes:
        return None
    made = ((one.diagnosis.mistake, len(one.students + one.in_part)) for one in mistakes)
    values = tuple(
        Value(printable(name, lines=False), number, Tone.READY, count(number, "student"))
        for name, number in made
    )
    return Series(key, "Students by known mistake", values)


def _attempts(key: str, attempts: AttemptsNeeded | None) -> Series | None:
    if attempts is None or not attempts.passed + attempts.never:
        return None
    passed = dict(attempts.passed_on)
    last = min(_MOST_ATTEMPTS, max(passed, default=0))
    values = [Value(str(number), passed.get(number, 0)) for number in range(1, last + 1)]
    later = sum(students for number, students in passed.items() if number > _MOST_ATTEMPTS)
    if later:
        values.append(Value(f"{_MOST_ATTEMPTS + 1}+", later))
    values.append(Value("not yet", attempts.never, Tone.QUIET))
    return Series(key, "Students by the attempt that passed", tuple(values))


def _hints(key: str, lesson: LessonAnalysis) -> Series | None:
    if not lesson.hints:
        return None
    values = (Value(str(one.step), one.students, Tone.READY) for one in lesson.hints)
    return Series(key, "Students by step of the hints", tuple(values))
