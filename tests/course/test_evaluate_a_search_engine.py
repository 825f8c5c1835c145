"""Claims about what the text of the lesson evaluate_a_search_engine teaches."""

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.course.lesson_material import LESSON_IDS, exercise, load, metric_of, reference, text

LESSON = "evaluate_a_search_engine"
MEASURES = ["P@5", "R@10", "RR", "AP", "NDCG@10"]
ROW = re.compile(r"^\| (\w+) \|" + r" (\d\.\d{6}) \|" * 5 + "$", re.MULTILINE)


def blocks(kind: str) -> list[str]:
    """Return the blocks of code of one kind that the text prints."""
    return re.findall(rf"```{kind}\n(.*?)```", text(LESSON), re.DOTALL)


def read() -> tuple[Any, Any]:
    """Read both files of the lesson by the reference."""
    functions = reference(LESSON)
    folder = exercise(LESSON)
    return functions.read_qrels(folder / "qrels.txt"), functions.read_run(folder / "run.txt")


def report() -> tuple[Any, Any]:
    """Evaluate both files of the lesson by the reference."""
    found: tuple[Any, Any] = reference(LESSON).evaluate(*read())
    return found


def test_the_files_are_those_of_the_text() -> None:
    """The text prints both files that students receive, line by line."""
    files = [(exercise(LESSON) / name).read_text("utf-8") for name in ("qrels.txt", "run.txt")]

    assert blocks("text") == files


def test_the_dictionaries_are_what_the_readers_return() -> None:
    """The text prints what the reference makes of both files."""
    printed = [ast.literal_eval(block) for block in blocks("python") if block.startswith("{")]

    assert printed == list(read())
    assert [list(one) for one in printed] == [list(one) for one in read()]


def test_every_row_of_the_report_is_right() -> None:
    """The table holds the five measures of each query of the qrels, and their means."""
    rows = {name: values for name, *values in ROW.findall(text(LESSON))}
    per_query, overall = report()

    assert list(rows) == [*per_query, "mean"]
    for query, scores in per_query.items():
        assert rows[query] == [f"{scores[name]:.6f}" for name in MEASURES]
    assert rows["mean"] == [f"{value:.6f}" for value in overall.values()]


def test_the_measures_are_those_of_the_lessons() -> None:
    """For the worked query the reference agrees with the references of the lessons before."""
    scores = report()[0]["tea"]
    rels, grades = [1, 1, 0, 1], [4, 2, 0, 3]
    lesson = reference("ndcg_over_queries")
    qrels, run = read()

    assert f"the grades `{grades}`, which is `{rels}` in yes or no" in text(LESSON)
    assert scores["P@5"] == metric_of("P", rels, 5)
    assert scores["R@10"] == metric_of("R", rels, 10, 4)
    assert scores["RR"] == metric_of("RR", rels)
    assert scores["AP"] == pytest.approx(metric_of("AP", rels, 4, 4))
    judged = {"tea": qrels["tea"]}
    assert scores["NDCG@10"] == pytest.approx(lesson.ndcg_all_judged({"tea": run["tea"]}, judged))


def test_the_table_of_measures_names_lessons_of_the_course() -> None:
    """Each measure is taught by a lesson that stands before this one."""
    named = re.findall(r"^\| [\w@]+ \| .* \| `(\w+)` \|$", text(LESSON), re.MULTILINE)

    assert len(named) == len(MEASURES)
    assert set(named) <= set(LESSON_IDS[: LESSON_IDS.index(LESSON)])


def test_the_worked_numbers_are_right() -> None:
    """The DCG, the ideal and the quotients that are worked out for the first query hold."""
    grades = sorted(read()[0]["tea"].values(), reverse=True)

    assert grades == [4, 3, 3, 2, 0]
    assert f"{metric_of('DCG', grades, 10):.6f}" == "8.254142"
    assert f"{metric_of('DCG', [4, 2, 0, 3], 10):.6f}" == "6.553889"
    assert r"\frac{6.553889}{8.254142} = 0.794012" in text(LESSON)
    assert f"{report()[0]['tea']['NDCG@10']:.6f}" == "0.794012"


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a checked table or block or is computed above."""
    prose = re.sub(r"```.*?```", "", ROW.sub("", text(LESSON)), flags=re.DOTALL)
    scores = {"10.5", "9.75", "7.25"}

    assert set(re.findall(r"\d+\.\d+", prose)) <= scores | {
        *("0.6", "0.75", "0.6875", "6.553889", "8.254142", "0.794012", "0.0")
    }
    assert all(score in blocks("text")[1] for score in scores)


def test_run_takes_files_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With two files named, Run evaluates these and says how many queries it does not show."""
    qrels, run = tmp_path / "q.txt", tmp_path / "r.txt"
    qrels.write_text("".join(f"q{number} 0 a 1\n" for number in range(11)), "utf-8")
    run.write_text("q3 Q0 a 1 1.0 own\n", "utf-8")

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, LESSON, reference(LESSON))
        load(exercise(LESSON) / "run.py").main([qrels, run])

    printed = capsys.readouterr().out
    assert "and 3 more queries" in printed
    assert "The means of 11 queries" in printed
    assert f"{1 / 11:.4f}" in printed
