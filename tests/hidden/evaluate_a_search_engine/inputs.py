"""Fair inputs of evaluate_a_search_engine."""

import tempfile
from pathlib import Path

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

names = [f"d{number}" for number in range(1, 15)]
documents = st.sampled_from(names)
queries = st.sampled_from(["q1", "q2", "q3"])
few = st.lists(documents, unique=True, max_size=4)
many = st.permutations(names).flatmap(lambda order: st.sampled_from([order[:6], order]))
spaces = st.sampled_from([" ", "\t", "  "])


def read_qrels():
    """Give files of judgments; some have empty lines, or a line that is none."""
    columns = st.tuples(queries, st.just("0"), documents, st.integers(-1, 4).map(str))
    bad = st.sampled_from([("q1", "d1", "2"), ("q1", "0", "d1", "2", "x"), ("q2", "0", "d2", "ok")])
    return st.tuples(_files("judged.txt", columns) | _files("judged.txt", columns | bad))


def read_run():
    """Give files of rankings, of which the ranks do not agree with the scores."""
    scores = st.sampled_from(["0.5", "1", "2", "3.25", "10"])
    ranks = st.integers(1, 9).map(str)
    columns = st.tuples(queries, st.just("Q0"), documents, ranks, scores, st.just("mine"))
    bad = st.sampled_from([("q1", "Q0", "d1", "1", "2"), ("q1", "Q0", "d1", "1", "top", "mine")])
    return st.tuples(_files("ranked.txt", columns) | _files("ranked.txt", columns | bad))


def evaluate():
    """Give judgments and rankings of a few queries."""
    judged = st.dictionaries(documents, st.integers(-1, 4), max_size=4)
    wide = st.lists(st.integers(-1, 4), min_size=14, max_size=14).map(
        lambda grades: dict(zip(names, grades, strict=True))
    )
    return st.tuples(
        st.dictionaries(queries, judged | wide, max_size=3),
        st.dictionaries(queries, few | many, max_size=3),
    )


def _files(name, columns):
    line = st.builds(lambda space, found: space.join(found), spaces, columns)
    return st.lists(line | st.just(""), max_size=5).map(lambda lines: _written(name, lines))


def _written(name, lines):
    path = Path(tempfile.mkdtemp()) / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
