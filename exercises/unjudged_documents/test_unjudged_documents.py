"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from unjudged_documents import bpref, condensed, pool

RUNS = [["d3", "d1", "d7", "d4"], ["d1", "d5", "d3", "d8"], ["d6", "d3", "d2", "d1"]]
JUDGED = {"d1": 2, "d2": 0, "d3": 1, "d5": 0, "d6": 1, "d7": 0}
NEW = ["d9", "d5", "d3", "d4", "d1"]


def test_pool_of_the_lesson():
    """The pool of depth 3 holds six names, sorted."""
    assert pool(RUNS, 3) == ["d1", "d2", "d3", "d5", "d6", "d7"]


def test_pool_of_depth_one():
    """With a depth of 1 only the first name of each run is judged."""
    assert pool(RUNS, 1) == ["d1", "d3", "d6"]


def test_condensed_list():
    """The unjudged d9 and d4 are left out, and d5 with its 0 stays."""
    assert condensed(NEW, JUDGED) == [0, 1, 2]


def test_bpref_of_the_lesson():
    """The new engine has a bpref of 0.444444."""
    assert bpref(NEW, JUDGED) == pytest.approx(0.444444, abs=1e-6)


def test_worst_order():
    """With the only bad document at the top, bpref is 0."""
    assert bpref(["x", "y", "z"], {"x": 0, "y": 1, "z": 1}) == 0


def test_nothing_relevant():
    """If no document was judged as relevant, bpref is 0."""
    assert bpref(["x", "y"], {"x": 0}) == 0
