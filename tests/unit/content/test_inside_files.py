"""All text in a file is found, whatever the file is; what cannot be looked into is named."""

import json

import pytest

from grader.content.inside_files import look_inside
from tests.unit.content.handed_in import notebook, tarred, zipped


def texts(name: str, data: bytes) -> dict[str, str]:
    """Find the texts in a file, by place."""
    return {one.place: one.text for one in look_inside(name, data).texts}


def test_entries_are_named_behind_their_archive() -> None:
    """A text in an archive in an archive bears the names of both, and the names are text too."""
    inner = tarred({"b/c.py": b"x = 1\n"})

    found = texts("a.zip", zipped({"inner.tgz": inner}))

    assert found["a.zip/inner.tgz/inner/b/c.py"] == "x = 1\n"
    assert "b/c.py" in [one.text for one in look_inside("t.tgz", inner).texts]


@pytest.mark.parametrize("links", [{}, {"a.py": "/etc/passwd"}])
def test_what_an_archive_holds_besides_files_is_named(links: dict[str, str]) -> None:
    """A link is no file, and what would lie outside is not passed over either."""
    found = look_inside("a.zip", zipped({"../b.py": b"x = 1\n"}, links))

    expected = {"a.zip/../b.py": "it would lie outside its archive"}
    if links:
        expected["a.zip/a.py"] = "a.py is a link, not a regular file. Hand in the file itself"
    assert found.unread == expected


def test_a_notebooks_cells_are_programs() -> None:
    """A code cell is Python; what other cells and the outputs say is text."""
    cells = look_inside("n.ipynb", notebook(("markdown", "Hi\nthere"), "x = 1\ny = 2")).texts

    assert [(one.text, one.is_python) for one in cells[:1]] == [("x = 1\ny = 2", True)]
    assert "Hi\nthere" in cells[1].text
    assert not cells[1].is_python


def test_lines_of_a_notebook_without_ends() -> None:
    """A list of lines that lack their ends is lines all the same; numbers are kept as a list."""
    cell = {"cell_type": "code", "source": ["x = 1", "y = 2"], "outputs": [{"data": [1, 2, 3]}]}

    code, rest = look_inside("n.ipynb", json.dumps({"cells": [cell]}).encode()).texts

    assert code.text == "x = 1\ny = 2"
    assert "[1, 2, 3]" in rest.text


@pytest.mark.parametrize(
    "data",
    [b"\0" * 2048 + "x = 1\n".encode("utf-16"), bytes(range(256)), b"\x80\x04\x95\x0b\0\0\0\0\0"],
)
def test_bytes_that_are_no_text_are_named(data: bytes) -> None:
    """Nothing is taken for a text, or for an empty archive, that is none."""
    found = look_inside("data", data)

    assert (found.texts, list(found.unread)) == ([], ["data"])


def test_what_is_behind_an_archive_is_found() -> None:
    """Text beside the entries of an archive is text in the file."""
    found = look_inside("a.zip", zipped({"b": b"x"}) + b"print('behind it')\n")

    assert any("behind it" in one.text for one in found.texts)


def test_nothing_is_found_in_nothing() -> None:
    """An empty file holds no text, and is not unread either."""
    found = look_inside("empty.csv", b"")

    assert (found.texts, found.unread) == ([], {})
