"""A text is read whatever its encoding; what is none is not taken for one."""

import pytest

from grader.flows.proof.file_contents import any_text

WORDS = "print('Grüße', 1)\n"


@pytest.mark.parametrize(
    "encoding",
    [
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"),
        *("utf-32-be", "latin-1", "cp1252"),
    ],
)
def test_encodings(encoding: str) -> None:
    """With and without a mark."""
    assert any_text(WORDS.encode(encoding)) == WORDS


@pytest.mark.parametrize("encoding", ["utf-7", "cp1251", "koi8-r", "shift-jis"])
def test_declared_encodings(encoding: str) -> None:
    """As Python would read it."""
    text = f"# coding: {encoding}\nprint('ok')\n"

    assert any_text(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "data",
    [b"\0", b"a\0b", b"\x01\x02", bytes(range(32, 256)) + b"\x08", b"\x10\x27\x11\x27" * 40],
)
def test_what_is_no_text(data: bytes) -> None:
    """Bytes with signs that no text has, and numbers that could be letters."""
    assert any_text(data) is None


def test_ends_of_lines() -> None:
    """However lines end, they are lines."""
    assert any_text(b"a\r\nb\rc\n") == "a\nb\nc\n"
