"""A module prints otherwise, and is otherwise what it was."""

import pytest

from grader.proof.printed import print_otherwise


@pytest.mark.parametrize(
    "source",
    [
        "print(3)",
        '"""Its docstring."""\nprint(3)\n',
        '"""Its docstring."""\nfrom __future__ import annotations\n\nimport os\nprint(3)\n',
        "@staticmethod\ndef f(): ...\nprint(3)\n",
        "# a comment\n\nx = 1; print(3)\n",
    ],
)
def test_the_top_stays(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A docstring and what must be imported first stand where they stood."""
    names: dict[str, object] = {}

    exec(compile(print_otherwise(source.encode(), "nothing"), "sums.py", "exec"), names)

    assert capsys.readouterr().out == ""
    assert names.get("__doc__") == ("Its docstring." if source.startswith('"') else None)
