"""Claims about parsing in threads."""

import ast
import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from grader.model.parsing import parse_source


def test_threads_parse_side_by_side() -> None:
    """Sources of any depth are parsed by several threads, none of which meets another's depth."""
    sources = [f"x = {'(' * depth}1{' + 1)' * depth}\n" for depth in range(1, 40)]
    thresholds = gc.get_threshold()
    gc.set_threshold(1)  # a collection is where one thread gives way to another
    try:
        with ThreadPoolExecutor(4) as threads:
            parsed = list(threads.map(parse_source, sources))
    finally:
        gc.set_threshold(*thresholds)

    assert [ast.dump(one) for one in parsed] == [ast.dump(ast.parse(s)) for s in sources]


def test_what_is_no_python_is_told() -> None:
    """A source that cannot be parsed raises as `ast.parse` does."""
    with pytest.raises(SyntaxError):
        parse_source("def f(:")
