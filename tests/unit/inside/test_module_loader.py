"""What is run of a handed-in file: the text that a test which looks into it reads."""

import ast

import pytest

from grader.inside.module_loader import StagedFinder


@pytest.mark.parametrize(
    "data",
    [
        b"\r# coding: utf-7\rx = 's+AHU-m'\r",
        b"\x0c\r# coding: unicode_escape\rx = 's\\x75m'\r",
        b"\r# coding: latin-1\rx = '\xc3\xa4'\r",
        b"# coding: latin-1\nx = '\xc3\xa4'\n",
        b"\xef\xbb\xbfx = '\xc3\xa4'\r\n",
    ],
)
def test_what_is_read_is_run(data: bytes) -> None:
    """Of two ways to find an encoding the same is taken for reading and running."""
    finder = StagedFinder({"m.py": data})
    names: dict[str, object] = {}

    exec(finder.get_code("m"), names)  # a line of this test's

    read = ast.parse(finder.get_source("m")).body[0]
    assert isinstance(read, ast.Assign)
    assert names["x"] == ast.literal_eval(read.value)


@pytest.mark.parametrize("data", [b"# coding: ascii\nx = '\xc3'\n", b"# coding: none\nx = 1\n"])
def test_what_cannot_be_read_is_a_syntax_error(data: bytes) -> None:
    """An encoding that does not fit, or that nobody knows, is told as Python tells it."""
    with pytest.raises(SyntaxError):
        StagedFinder({"m.py": data}).get_code("m")
