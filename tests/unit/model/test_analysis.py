"""Planted classes give the planted numbers."""

import random
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from grader.model.analysis import FEW, LessonAnalysis, LessonClass, Mark, analyze_lesson
from grader.model.behaviour import MistakeMade
from grader.model.report import Report, Verdict
from tests.unit.model.planted_class import diagnosed, in_part, planted, sample


def analyzed(*reports: Report) -> LessonAnalysis:
    """Analyze a class without times."""
    return analyze_lesson(LessonClass("sums", "Sums", tuple(map(sample, reports))))


def test_pass_rates_are_exact_shares() -> None:
    """A pass rate is those who pass by those who count, whatever else became of them."""
    lesson = analyzed(planted("a", "pf"), planted("b", "pe"), planted("c", "pt"))

    assert [case.pass_rate for case in lesson.cases] == [Fraction(1), Fraction(0)]
    assert [case.timed_out for case in lesson.cases] == [0, 1]
    assert [(case.number, case.id) for case in lesson.cases] == [
        (1, "test_sums.py::test_1"),
        (2, "test_sums.py::test_2"),
    ]


def test_faults_and_skipped_cases_do_not_count() -> None:
    """A fault of the grader's is told apart; a skipped case leaves its submission out."""
    lesson = analyzed(
        planted("a", "ps"),
        planted("b", "fp"),
        planted("c", "ff", verdict=Verdict.GRADER_FAULT),
    )

    assert (lesson.submissions, lesson.students, lesson.faults, lesson.passed) == (2, 2, 1, 1)
    assert [(case.counted, case.passed) for case in lesson.cases] == [(2, 1), (1, 1)]


def test_who_handed_in_nothing_counts_in_no_statistic() -> None:
    """Medians and discriminations are those of the judged alone."""
    class_ = [planted("a", "ppp"), planted("b", "ppf"), planted("c", "pff"), planted("d", "fff")]
    absent = [planted(f"x{n}", "", verdict=Verdict.MISSING) for n in range(40)]

    alone, whole = analyzed(*class_), analyzed(*class_, *absent)

    assert whole.not_judged == 40
    assert replace(whole, not_judged=0) == alone


def test_discrimination_by_hand() -> None:
    """Three cases and four students, worked out by hand.

    Case 1 passes for a, b and c, whose other points are 2, 1 and 0; d has 0. With n = 4:
    covariance 4*3 - 3*3 = 3, variances 4*3 - 9 = 3 and 4*5 - 9 = 11, so 3 / sqrt(33).
    """
    lesson = analyzed(
        planted("a", "ppp"), planted("b", "ppf"), planted("c", "pff"), planted("d", "fff")
    )

    assert lesson.cases[0].discrimination == pytest.approx(3 / 33**0.5)
    assert [case.mark for case in lesson.cases] == [None] * 3


def test_a_case_against_the_others_is_marked() -> None:
    """Who passes the last case has nothing else: the correlation is exactly -1."""
    lesson = analyzed(planted("a", "ppf"), planted("b", "ppf"), planted("c", "ffp"))

    assert lesson.cases[2].discrimination == -1.0
    assert lesson.cases[2].mark is Mark.AGAINST


def test_constant_cases_have_no_discrimination() -> None:
    """Where all pass, nobody does, or the rest is the same for all, it is undefined."""
    lesson = analyzed(planted("a", "pfp"), planted("b", "pff"))

    assert [case.discrimination for case in lesson.cases] == [None, None, None]
    assert [case.mark for case in lesson.cases] == [Mark.NOBODY_FAILS, Mark.NOBODY_PASSES, None]


@pytest.mark.parametrize("seed", range(5))
def test_discrimination_agrees_with_numpy(seed: int) -> None:
    """A class of 40 with fractions as points has the correlations that numpy computes."""
    rng = random.Random(seed)
    worth = [str(Fraction(rng.randint(1, 9), rng.randint(1, 7))) for _ in range(6)]
    reports = [
        planted(f"s{number}", "".join(rng.choice("ppft") for _ in worth), worth)
        for number in range(40)
    ]

    lesson = analyzed(*reports)

    points = np.array([[float(Fraction(c.points)) for c in one.cases] for one in reports])
    for number, case in enumerate(lesson.cases):
        rest = np.delete(points, number, axis=1).sum(axis=1)
        expected = np.corrcoef(points[:, number] > 0, rest)[0, 1]
        assert case.discrimination == pytest.approx(expected)
        assert float(case.pass_rate or 0) == pytest.approx((points[:, number] > 0).mean())


def test_times_are_of_those_who_ran_to_the_end() -> None:
    """Median and 95th percentile leave out the unknown and the broken off."""
    seconds = [0.1, 0.2, 0.3, 0.4, 10.0]
    samples = [
        sample(planted(f"s{number}", "p"), {"test_sums.py::test_1": each})
        for number, each in enumerate([*seconds, 0.0])
    ]
    samples += [sample(planted("t", "p")), sample(planted("u", "p"), {})]

    (case,) = analyze_lesson(LessonClass("sums", "Sums", tuple(samples))).cases

    assert (case.counted, case.timed) == (8, 5)
    assert case.median_seconds == 0.3
    assert case.p95_seconds == pytest.approx(np.percentile(seconds, 95))


def test_a_class_of_thirty_with_planted_mistakes() -> None:
    """Thirty students, two known mistakes and two unknown groups give just these."""
    log, cut = diagnosed("natural_log"), diagnosed("cut_first")
    reports = [planted(f"ok{n:02}", "pppp", group="0" * 16) for n in range(12)]
    reports += [planted(f"log{n}", "pfff", diagnosis=log, group="aa" * 8) for n in range(7)]
    reports += [planted(f"cut{n}", "ppff", diagnosis=cut, group="bb" * 8) for n in range(3)]
    reports += [planted(f"odd{n}", "fppp", group="abcdef01") for n in range(5)]
    reports += [planted(f"eve{n}", "ffpp", group="abcdef02") for n in range(2)]
    reports += [planted("gone", "eeee", verdict=Verdict.ERROR)]

    lesson = analyzed(*reports)

    assert [(one.diagnosis.mistake, len(one.students)) for one in lesson.mistakes] == [
        ("natural_log", 7),
        ("cut_first", 3),
    ]
    assert [(one.short, one.size, one.representative.report.student) for one in lesson.unknown] == [
        ("abcdef01", 5, "odd0"),
        ("abcdef02", 2, "eve0"),
    ]
    assert lesson.ungrouped == ("gone",)
    assert lesson.passed == 12
    assert [case.pass_rate for case in lesson.cases] == [
        Fraction(22, 30),
        Fraction(20, 30),
        Fraction(19, 30),
        Fraction(19, 30),
    ]
    assert [one.short for one in lesson.groups][-1] == "00000000"


def test_several_attempts_of_a_student_are_one_student() -> None:
    """A student who makes a mistake twice is one student and two submissions."""
    slip = diagnosed("slip")
    reports = [
        planted("a", "pf", diagnosis=slip, group="1" * 16),
        planted("a", "pf", diagnosis=slip, group="1" * 16),
        planted("a", "pp", group="2" * 16),
    ]

    lesson = analyzed(*reports)

    assert (lesson.submissions, lesson.students, lesson.passed) == (3, 1, 1)
    assert [(one.students, one.submissions) for one in lesson.mistakes] == [(("a",), 2)]
    assert (lesson.groups[0].size, lesson.groups[0].submissions) == (1, 2)


def test_a_mistake_in_part_is_counted_apart() -> None:
    """Who makes a mistake beside something else is counted once, and in no unknown group."""
    part = in_part("slip", 2)
    reports = [
        planted("a", "pf", diagnosis=diagnosed("slip"), group="1" * 16),
        planted("a", "ff", mistakes_in_part=(part,), group="2" * 16),
        planted("b", "ff", mistakes_in_part=(part,), group="2" * 16),
    ]

    lesson = analyzed(*reports)

    assert lesson.mistakes == (MistakeMade(diagnosed("slip"), ("a",), 1, ("b",)),)
    assert (lesson.unknown, lesson.groups[0].in_part) == ((), (part,))


@pytest.mark.parametrize("reports", [(), (planted("a", ""),)], ids=["nobody", "no case"])
def test_little_is_enough(reports: tuple[Report, ...]) -> None:
    """Nobody, and a report without cases, give an analysis without cases."""
    lesson = analyzed(*reports)

    assert (lesson.cases, lesson.median_share, lesson.unknown) == ((), None, ())


def test_one_submission_is_enough() -> None:
    """One submission has pass rates and no correlations."""
    lesson = analyzed(planted("a", "pf"))

    assert [case.discrimination for case in lesson.cases] == [None, None]
    assert lesson.median_share == Fraction(1, 2)
    assert (lesson.is_small, lesson.submissions < FEW) == (True, True)


def test_cases_of_several_versions_count_where_they_occur() -> None:
    """A case that came later counts in the submissions that were judged with it."""
    lesson = analyzed(planted("a", "p"), planted("b", "pf", course_version="2"))

    assert [case.counted for case in lesson.cases] == [2, 1]
    assert lesson.versions == 2
