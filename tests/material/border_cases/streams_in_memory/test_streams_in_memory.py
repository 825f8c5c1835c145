import io

import pytest
from streams_in_memory import is_text, joined, keep_first


def test_kinds():
    assert is_text(io.StringIO("a"))
    assert not is_text(io.BytesIO(b"a"))


def test_joined_text():
    assert joined(io.StringIO("ab"), io.StringIO("c")) == "abc"


def test_joined_bytes():
    assert joined(io.BytesIO(b"ab"), io.BytesIO(b"c")) == b"abc"


def test_not_mixed():
    with pytest.raises(ValueError):
        joined(io.BytesIO(b"ab"), io.StringIO("c"))


def test_cut_short():
    stream = io.StringIO("abcd")
    assert keep_first(stream, 2) == "ab"
    assert stream.getvalue() == "ab"
