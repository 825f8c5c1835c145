"""The table of an analysis has the planted numbers and no cell that a spreadsheet would run."""

import csv
import io
from fractions import Fraction

import msgspec

from grader.exchange.review_csv import analysis_csv
from grader.model.analysis import AttemptsNeeded, HintStep, LessonClass, analyze_lesson
from tests.unit.model.planted_class import diagnosed, in_part, planted, sample

PART = (in_part("slip", 1),)


def rows(known: LessonClass) -> list[dict[str, str]]:
    """Write and read a table."""
    return list(csv.DictReader(io.StringIO(analysis_csv([analyze_lesson(known)]))))


def test_every_kind_of_row() -> None:
    """Cases, mistakes, groups, attempts and hints stand below each other with their numbers."""
    samples = (
        sample(planted("ann", "ppf", group="a" * 16), {"test_sums.py::test_1": 0.25}),
        sample(planted("ben", "pft", group="a" * 16)),
        sample(planted("cem", "pfp", diagnosis=diagnosed("slip"))),
    )
    attempts = AttemptsNeeded(((1, 9), (2, 4)), 3, Fraction(3, 2))

    table = rows(LessonClass("sums", "Sums", samples, attempts, (HintStep(1, 5),)))

    found = [(row["kind"], row["id"], row["count"], row["passed"]) for row in table]
    assert found == [
        ("lesson", "", "3", "0"),
        ("case", "test_sums.py::test_1", "3", "3"),
        ("case", "test_sums.py::test_2", "3", "1"),
        ("case", "test_sums.py::test_3", "3", "1"),
        ("known_mistake", "slip", "1", ""),
        ("unknown_group", "aaaaaa", "2", ""),
        ("passed_on_attempt", "1", "9", ""),
        ("passed_on_attempt", "2", "4", ""),
        ("not_passed_yet", "", "3", ""),
        ("median_attempts", "", "1.5", ""),
        ("hint", "1", "5", ""),
    ]
    assert (table[1]["pass_rate"], table[1]["discrimination"], table[1]["mark"]) == (
        *("1", ""),
        "no student fails",
    )
    assert (table[2]["pass_rate"], table[2]["discrimination"]) == ("0.333333", "-0.5")
    assert (table[1]["timed"], table[1]["median_seconds"]) == ("1", "0.25")
    assert (table[2]["timed"], table[2]["median_seconds"]) == ("", "")
    assert (table[3]["timeouts"], table[5]["students"]) == ("1", "ann; ben")
    assert table[5]["representative"] == "ann"


def test_a_mistake_in_part_has_a_row_of_its_own() -> None:
    """Nobody who makes a mistake beside something else is in the row of those who make just it."""
    known = LessonClass("sums", "Sums", (sample(planted("a", "f", mistakes_in_part=PART)),))

    told = [(row["kind"], row["id"], row["students"]) for row in rows(known)[2:]]

    assert told == [("known_mistake_in_part", "slip", "a")]


def test_what_is_not_known_has_no_row() -> None:
    """Without a record there is no row for attempts and hints, so that nobody reads a zero."""
    table = rows(LessonClass("sums", "Sums", (sample(planted("ann", "p")),)))

    assert {row["kind"] for row in table} == {"lesson", "case"}


def test_no_cell_is_a_formula() -> None:
    """Names, sentences and ids that would be run are guarded, each on its own."""
    report = planted("=cmd()", "f", group="a" * 16, diagnosis=diagnosed("@x"))
    other = planted("+1;=2", "f", group="+" * 16, lesson="-x")
    odd = msgspec.structs.replace(report.cases[0], id="=id", sentence="\t=1")

    samples = (sample(msgspec.structs.replace(report, cases=(odd,))), sample(other))
    table = rows(LessonClass("=lesson", "Sums", samples))

    cells = [cell for row in table for cell in row.values()]
    assert [cell for cell in cells if cell[:1] in {"=", "+", "@", "\t", "-"}] == []
    assert {"'=cmd()", "'+1;'=2", "'=id", "'=lesson"} <= set(cells)
