"""The hidden cases of evaluate_a_search_engine, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import math
import random
from statistics import fmean

import pytest
from evaluate_a_search_engine import evaluate, read_qrels, read_run


def written(folder, *lines):
    """Write lines into a file of a folder and return its path."""
    path = folder / "given.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def expected_dcg(gains):
    """Compute the DCG of the first ten gains from natural logarithms."""
    top = enumerate(gains[:10])
    return math.fsum(gain * math.log(2) / math.log(index + 2) for index, gain in top)


def expected_scores(gains, judged):
    """Compute the five measures from the gains in ranked order and from all judged grades."""
    worth = sorted((grade for grade in judged if grade > 0), reverse=True)
    places = [index + 1 for index, gain in enumerate(gains) if gain > 0]
    found = [count / place for count, place in enumerate(places, 1)]
    if not worth:
        return {"P@5": 0.0, "R@10": 0.0, "RR": 0.0, "AP": 0.0, "NDCG@10": 0.0}
    return {
        "P@5": len([place for place in places if place <= 5]) / 5,
        "R@10": len([place for place in places if place <= 10]) / len(worth),
        "RR": 1 / places[0] if places else 0.0,
        "AP": math.fsum(found) / len(worth),
        "NDCG@10": expected_dcg([max(gain, 0) for gain in gains]) / expected_dcg(worth),
    }


def one_query(*gains, missed=()):
    """Make judgments and a run of one query, from grades in ranked order and of missed ones."""
    found = [f"n{number}" for number in range(len(gains))]
    lost = [f"m{number}" for number in range(len(missed))]
    grades = dict(zip(found + lost, [*gains, *missed], strict=True))
    return {"q": dict(sorted(grades.items()))}, {"q": found}


@pytest.mark.hint("What does a file give you, text or numbers?")
def test_grades_are_whole_numbers(tmp_path):
    """read_qrels returns a dictionary of dictionaries with whole numbers."""
    path = written(tmp_path, "one 0 a 3", "one 0 b 0")
    found = read_qrels(path)
    assert found == {"one": {"a": 3, "b": 0}}
    assert type(found["one"]["a"]) is int


@pytest.mark.reveal("values")
def test_ranking_of_the_lesson(tmp_path):
    """The query "tea" of the lesson is ranked by its scores."""
    path = written(
        tmp_path,
        "tea Q0 doc_X 1 9.5 mine",
        "tea Q0 doc_Y 2 7.25 mine",
        "tea Q0 doc_Z 3 7.0 mine",
        "tea Q0 doc_W 4 3.5 mine",
    )
    assert read_run(path) == {"tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"]}


@pytest.mark.hint("What happens in your code to what a query has collected so far?")
def test_scattered_judgments(tmp_path):
    """The judgments of a query need not stand together."""
    path = written(tmp_path, "one 0 a 1", "two 0 a 2", "one 0 b 3", "two 0 c 0", "one 0 A 1")
    found = read_qrels(path)
    assert found == {"one": {"a": 1, "b": 3, "A": 1}, "two": {"a": 2, "c": 0}}


def test_scattered_results(tmp_path):
    """The results of a query need not stand together."""
    path = written(tmp_path, "one Q0 a 1 2 x", "two Q0 b 1 4 x", "one Q0 c 2 1 x", "two Q0 a 2 5 x")
    assert read_run(path) == {"one": ["a", "c"], "two": ["a", "b"]}


def test_order_of_the_queries(tmp_path):
    """read_qrels keeps the queries in the order in which they first turn up."""
    path = written(tmp_path, "late 0 a 1", "early 0 a 1", "late 0 b 1", "7 0 a 1", "Late 0 a 1")
    assert list(read_qrels(path)) == ["late", "early", "7", "Late"]


def test_order_of_the_queries_in_a_run(tmp_path):
    """read_run keeps the queries in the order in which they first turn up."""
    path = written(
        tmp_path, "late Q0 a 1 1 x", "early Q0 a 1 9 x", "late Q0 b 2 2 x", "Late Q0 a 1 3 x"
    )
    assert list(read_run(path)) == ["late", "early", "Late"]


@pytest.mark.points(2)
@pytest.mark.hint("What does split do without an argument, and what with one?")
def test_any_stretch_of_space(tmp_path):
    """Columns of the qrels may be separated by tabs and by several spaces."""
    path = written(tmp_path, "one\t0\ta\t2", "  one   0 b  1  ")
    assert read_qrels(path) == {"one": {"a": 2, "b": 1}}


@pytest.mark.hint("What does split do without an argument, and what with one?")
def test_any_stretch_of_space_in_a_run(tmp_path):
    """Columns of a run may be separated by tabs and by several spaces."""
    path = written(tmp_path, "one\tQ0\ta\t1\t0.5\tx", " one  Q0 b 2   0.75 x ")
    assert read_run(path) == {"one": ["b", "a"]}


@pytest.mark.hint("Into how many columns does an empty line fall?")
def test_empty_lines(tmp_path):
    """Empty lines of the qrels are skipped, also those with nothing but spaces."""
    path = written(tmp_path, "", "one 0 a 2", "   ", "one 0 b 1", "")
    assert read_qrels(path) == {"one": {"a": 2, "b": 1}}


def test_empty_lines_in_a_run(tmp_path):
    """Empty lines of a run are skipped, also those with nothing but a tab."""
    path = written(tmp_path, "one Q0 a 1 3 x", "\t", "", "one Q0 b 2 1 x")
    assert read_run(path) == {"one": ["a", "b"]}


def test_empty_file(tmp_path):
    """Qrels without any line give an empty dictionary."""
    assert read_qrels(written(tmp_path)) == {}


def test_empty_run(tmp_path):
    """A run without any line gives an empty dictionary."""
    assert read_run(written(tmp_path)) == {}


def test_negative_grades_are_read(tmp_path):
    """A negative grade is read as it is."""
    assert read_qrels(written(tmp_path, "one 0 a -2", "one 0 b 1")) == {"one": {"a": -2, "b": 1}}


@pytest.mark.hint("A line with the wrong number of columns is no judgment.")
def test_judgment_with_wrong_columns(tmp_path):
    """A line of the qrels with too few or too many columns raises a ValueError."""
    for bad in ("one a 3", "one 0 a 3 x", "one"):
        path = written(tmp_path, "one 0 b 1", bad)
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            read_qrels(path)


@pytest.mark.hint("Which grades does the lesson allow?")
def test_grade_that_is_no_whole_number(tmp_path):
    """A grade that is no whole number raises a ValueError."""
    for bad in ("good", "1.5", "-"):
        path = written(tmp_path, "one 0 b 1", f"one 0 a {bad}")
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            read_qrels(path)


@pytest.mark.hint("A line with the wrong number of columns is no result.")
def test_result_with_wrong_columns(tmp_path):
    """A line of a run with too few or too many columns raises a ValueError."""
    for bad in ("one Q0 a 1 0.5", "one Q0 a 1 0.5 my engine", "one"):
        path = written(tmp_path, "one Q0 b 1 2 x", bad)
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            read_run(path)


def test_score_that_is_no_number(tmp_path):
    """A score that is no number raises a ValueError."""
    path = written(tmp_path, "one Q0 b 1 2 x", "one Q0 a 2 high x")
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        read_run(path)


@pytest.mark.points(2)
@pytest.mark.hint("Which of the columns decides the order of the results?")
def test_scores_decide(tmp_path):
    """Neither the rank nor the order of the lines counts, only the score."""
    path = written(tmp_path, "one Q0 a 1 0.25 x", "one Q0 b 2 0.75 x", "one Q0 c 3 0.5 x")
    assert read_run(path) == {"one": ["b", "c", "a"]}
    path = written(tmp_path, "one Q0 a 3 0.75 x", "one Q0 b 1 0.5 x", "one Q0 c 2 0.25 x")
    assert read_run(path) == {"one": ["a", "b", "c"]}


@pytest.mark.points(2)
@pytest.mark.hint('As text, "10" comes before "9".')
def test_scores_are_numbers(tmp_path):
    """Scores are compared as numbers, with and without places, negative ones too."""
    path = written(
        tmp_path,
        "one Q0 a 1 9 x",
        "one Q0 b 2 10 x",
        "one Q0 c 3 -1 x",
        "one Q0 d 4 -20.5 x",
        "one Q0 e 5 1e2 x",
        "one Q0 f 6 .5 x",
    )
    assert read_run(path) == {"one": ["e", "b", "a", "f", "c", "d"]}


@pytest.mark.hint("Is a score rounded on its way from the file into your list?")
def test_nearly_equal_scores(tmp_path):
    """Scores that differ in their last digit are not equal: the higher one comes first."""
    path = written(tmp_path, "one Q0 a 1 0.3000000001 x", "one Q0 b 2 0.3 x")
    assert read_run(path) == {"one": ["a", "b"]}


@pytest.mark.points(2)
@pytest.mark.hint("In which order does the lesson put equal scores?")
def test_equal_scores(tmp_path):
    """Results with equal scores are in the order of their ids, last one first."""
    path = written(
        tmp_path, "one Q0 b 1 4 x", "one Q0 d 2 4.0 x", "one Q0 a 3 4 x", "one Q0 c 4 5 x"
    )
    assert read_run(path) == {"one": ["c", "d", "b", "a"]}
    path = written(
        tmp_path, "one Q0 d9 1 4 x", "one Q0 D8 2 4 x", "one Q0 d10 3 4 x", "one Q0 c 4 4 x"
    )
    assert read_run(path) == {"one": ["d9", "d10", "c", "D8"]}


@pytest.mark.hint("Compare the keys with those in the task, letter by letter.")
def test_report_has_its_names():
    """The report is a pair of dictionaries with the names that the lesson gives."""
    qrels, run = one_query(1, 0, 2)
    per_query, overall = evaluate(qrels, run)
    assert set(per_query) == {"q"}
    assert set(per_query["q"]) == {"P@5", "R@10", "RR", "AP", "NDCG@10"}
    assert set(overall) == {"P@5", "R@10", "MRR", "MAP", "NDCG@10"}


def test_precision():
    """P@5 divides the relevant results among the first five by five, in a short list too."""
    for gains in ([2], [0, 1, 1], [1, 0, 3, 0, 1, 1, 1], [0, 0, 0, 0, 0, 1]):
        expected = expected_scores(gains, gains)["P@5"]
        assert evaluate(*one_query(*gains))[0]["q"]["P@5"] == pytest.approx(expected)


@pytest.mark.hint("Where is the number of relevant documents counted?")
def test_recall():
    """R@10 divides the relevant results among the first ten by all that were judged relevant."""
    for gains, missed in (
        ([1, 0, 2], [3] * 298),
        ([0] * 9 + [1, 1, 1], []),
        ([1], [1, 0, 2, 0]),
        ([1] * 9, [2] * 4),
    ):
        expected = expected_scores(gains, [*gains, *missed])["R@10"]
        found = evaluate(*one_query(*gains, missed=missed))[0]["q"]["R@10"]
        assert found == pytest.approx(expected)


def test_reciprocal_rank():
    """RR looks for the first relevant result in the whole list."""
    for above in (0, 1, 4, 12, 299):
        expected = 1 / (above + 1)
        found = evaluate(*one_query(*[0] * above, 2, 1))[0]["q"]["RR"]
        assert found == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Over how many documents is the average taken, and how far does it look?")
def test_average_precision():
    """AP takes in the whole list, and what was missed."""
    for gains, missed in (([0, 2, 0, 1], []), ([1, 0, 1], [1, 1]), ([1, *[0] * 298, 2], [3])):
        expected = expected_scores(gains, [*gains, *missed])["AP"]
        found = evaluate(*one_query(*gains, missed=missed))[0]["q"]["AP"]
        assert found == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which gain, which cut and which ideal does the lesson name for NDCG@10?")
def test_ndcg():
    """NDCG@10 takes grades, and its ideal from all judged documents."""
    for gains, missed in (
        ([1, 3, 2], []),
        ([2, 1], [0] * 299 + [4, 1]),
        ([1] * 4 + [0] * 6 + [3, 2], [2]),
    ):
        expected = expected_scores(gains, [*gains, *missed])["NDCG@10"]
        found = evaluate(*one_query(*gains, missed=missed))[0]["q"]["NDCG@10"]
        assert found == pytest.approx(expected)


@pytest.mark.hint("An unjudged document still takes up a position.")
def test_unjudged_documents():
    """An unjudged document is irrelevant and keeps its position."""
    expected = expected_scores([0, 2, 0, 1], [2, 1, 3])
    qrels, run = {"q": {"a": 2, "b": 1, "c": 3}}, {"q": ["A", "a", "new", "b"]}
    assert evaluate(qrels, run)[0]["q"] == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What is such a document worth in the ranking, and what in the ideal?")
def test_negative_grades():
    """A document with a negative grade is worth the same as an irrelevant one."""
    for gains, missed in (([-2, 1, 3], []), ([1, -1, 2], [-2, -2]), ([-1, -1], [2]), ([0, -1], [])):
        expected = expected_scores(gains, [*gains, *missed])
        found = evaluate(*one_query(*gains, missed=missed))[0]["q"]
        assert found == pytest.approx(expected)


def test_nothing_found():
    """A query with an empty list scores 0.0 in every measure."""
    expected = expected_scores([], [2])
    qrels, run = one_query(missed=[2])
    assert evaluate(qrels, run)[0]["q"] == pytest.approx(dict.fromkeys(expected, 0.0))


@pytest.mark.hint("What may you not divide by, and which queries are counted?")
def test_nothing_relevant_judged():
    """A query without relevant documents scores 0.0 and stays in the mean."""
    qrels = {"empty": {"a": 0, "b": 0}, "none": {}, "good": {"c": 1}}
    per_query, overall = evaluate(qrels, {"good": ["c"], "empty": ["a", "b"], "none": ["a"]})
    for query in ("empty", "none"):
        assert set(per_query[query].values()) == {0.0}
    assert overall["MAP"] == pytest.approx(1 / 3)


@pytest.mark.points(2)
@pytest.mark.hint("Whose queries are counted?")
def test_query_that_was_not_answered():
    """A judged query that is missing in the run scores 0.0 and stays in the mean."""
    qrels = {"gone": {"a": 2}, "there": {"a": 2}}
    per_query, overall = evaluate(qrels, {"there": ["a"]})
    assert list(per_query) == ["gone", "there"]
    assert overall == pytest.approx(
        {"P@5": 0.1, "R@10": 0.5, "MRR": 0.5, "MAP": 0.5, "NDCG@10": 0.5}
    )
    qrels = {f"gone{number}": {"a": 2} for number in range(299)} | {"there": {"a": 2}}
    assert evaluate(qrels, {"there": ["a"]})[1]["MAP"] == pytest.approx(1 / 300)


def test_query_that_was_not_judged():
    """A query of the run without judgments is left out."""
    qrels = {"there": {"a": 1}}
    per_query, overall = evaluate(qrels, {"new": ["b"], "there": ["a"], "There": []})
    assert list(per_query) == ["there"]
    assert overall["MRR"] == pytest.approx(1.0)


def test_order_of_the_report():
    """The report keeps the order of the qrels, and queries are found by their names."""
    qrels = {"z": {"a": 1, "b": 0}, "m": {"b": 1, "a": 0}}
    per_query, _ = evaluate(qrels, {"m": ["b", "a"], "z": ["b", "a"]})
    assert list(per_query) == ["z", "m"]
    assert per_query["z"]["RR"] == pytest.approx(0.5)
    assert per_query["m"]["RR"] == pytest.approx(1.0)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """No measure and no mean is rounded, and another run gets a report of its own."""
    qrels = {"q": {"a": 1, "b": 3, "c": 2}, "r": {"a": 1}, "s": {"b": 2}}
    for found in (["new", "b", "a", "c"], ["new", "a", "newer", "c"]):
        run = {"q": found, "r": ["new", "newer", "a"], "s": ["b"]}
        expected = expected_scores([qrels["q"].get(one, 0) for one in found], [1, 3, 2])
        per_query, overall = evaluate(qrels, run)
        assert per_query["q"] == pytest.approx(expected, abs=1e-12)
        assert overall["MRR"] == pytest.approx((1 / 2 + 1 / 3 + 1) / 3, abs=1e-12)


@pytest.mark.hint("There is no mean of no numbers: which error does the lesson ask for?")
def test_no_queries():
    """Without any judged query evaluate raises a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        evaluate({}, {"there": ["a"]})


def test_input_stays_as_it_was():
    """Judgments and rankings stay as they were."""
    qrels, run = {"q": {"a": 1, "b": -1, "c": 3}, "r": {"a": 1}}, {"q": ["b", "new", "c", "a"]}
    before = copy.deepcopy((qrels, run))
    first = evaluate(qrels, run)
    assert evaluate(qrels, run) == first
    assert first[1]["MRR"] == pytest.approx(1 / 6)
    assert (qrels, run) == before
    assert list(qrels["q"]) == ["a", "b", "c"]


@pytest.mark.points(2)
@pytest.mark.hint("Make a small file with two queries, and print what your reader returns.")
def test_many_judgments(tmp_path):
    """read_qrels finds all judgments of a large file whose lines are shuffled."""
    draw = random.Random(16)
    topics = {f"topic-{number}": draw.sample(range(90), 30) for number in range(5)}
    judged = {topic: {f"n{one}": one % 5 - 1 for one in found} for topic, found in topics.items()}
    lines = [f"{query} 0 {one} {judged[query][one]}" for query in judged for one in judged[query]]
    draw.shuffle(lines)
    assert read_qrels(written(tmp_path, *lines)) == judged


@pytest.mark.points(2)
@pytest.mark.hint("Make a small file with two queries, and print what your reader returns.")
def test_many_results(tmp_path):
    """read_run finds all rankings of a large file whose lines are shuffled."""
    draw = random.Random(17)
    documents = [f"n{number}" for number in range(150)]
    ranked = {f"topic-{number}": draw.sample(documents, 120) for number in range(5)}
    lines = [
        f"{query} Q0 {one} {rank} {12.5 - place} x"
        for query, found in ranked.items()
        for place, (one, rank) in enumerate(zip(found, draw.sample(range(120), 120), strict=True))
    ]
    draw.shuffle(lines)
    assert read_run(written(tmp_path, *lines)) == ranked


@pytest.mark.points(2)
@pytest.mark.hint("Compare one query after the other with a report that you made by hand.")
def test_many_queries():
    """The report on many queries holds the measures of the definitions, and their means."""
    draw = random.Random(18)
    documents = [f"n{number}" for number in range(40)]
    qrels, run, expected = {}, {}, {}
    for query in (f"topic-{number}" for number in range(6)):
        qrels[query] = {one: draw.randint(-1, 3) for one in draw.sample(documents, 20)}
        run[query] = draw.sample(documents, 25)
        gains = [qrels[query].get(one, 0) for one in run[query]]
        expected[query] = expected_scores(gains, list(qrels[query].values()))
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    means = {
        mean: fmean(scores[name] for scores in expected.values()) for name, mean in names.items()
    }
    per_query, overall = evaluate(qrels, run)
    assert list(per_query) == list(expected)
    for query, scores in expected.items():
        assert per_query[query] == pytest.approx(scores)
    assert overall == pytest.approx(means)
