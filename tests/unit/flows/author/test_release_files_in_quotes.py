"""Code in comments and quotes of a text is read as the code that it is."""

import json

import pytest

from grader.flows.author.release_files import quoted_texts

CODE = 'def say(name):\n    """Greet."""\n    return f"hello {name}"'


@pytest.mark.parametrize(
    "text",
    [
        "# " + CODE.replace("\n", "\n# "),
        f"x = 1\n'''\n{CODE}\n'''\ny = 2\n",
        f"'''\n{CODE}",  # it never ends
        f"x = {CODE!r}\n",
        json.dumps({"cell": CODE}),
        f"# {json.dumps(CODE)}",
        f"x = 'don\\'t'  # {CODE!r}",
    ],
)
def test_quoted_code_is_found(text: str) -> None:
    """In comments, texts of any kind, JSON, and in one of these in another."""
    found = [" ".join(each.split()) for each in quoted_texts(text)]

    assert any(" ".join(CODE.split()) in each for each in found)


def test_code_itself_is_not_repeated() -> None:
    """What stands outside of comments and quotes is left to whoever reads the text itself."""
    assert "".join(quoted_texts("x = y + 1\n")).strip() == ""
