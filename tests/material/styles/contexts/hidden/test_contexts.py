import pytest
from contexts import ignoring, tag


def test_tag(capsys):
    with tag("p"):
        print("text")
    assert capsys.readouterr().out == "<p>\ntext\n</p>\n"


def test_tag_is_closed_after_an_error(capsys):
    with pytest.raises(ValueError):
        with tag("p"):
            raise ValueError("oh")
    assert capsys.readouterr().out.endswith("</p>\n")


def test_ignoring():
    with ignoring(ZeroDivisionError, KeyError):
        1 / 0
    with pytest.raises(TypeError):
        with ignoring(ValueError):
            "1" + 1
