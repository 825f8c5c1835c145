"""What a submission gives is followed to whatever evaluates it, and to nothing else."""

import ast
from textwrap import dedent

import pytest

from grader.proof.hidden_files import handed_over


def found(source: str) -> list[str]:
    """Name the evaluators that a hidden file hands something of a submission's to."""
    tree = ast.parse(f"from lesson import give, Bank\nimport lesson\n{dedent(source)}")
    return [evaluator for _, evaluator in handed_over(tree, {"lesson"})]


@pytest.mark.parametrize(
    ("source", "evaluator"),
    [
        ("def test(people):\n    assert list(people.query(give()))", "DataFrame.query"),
        ("def test(people):\n    assert people.eval(lesson.give())", "DataFrame.eval"),
        ("import pandas as pd\npd.eval(give())", "pd.eval"),
        ("import logging.config\nlogging.config.dictConfig(give())", "logging.config.dictConfig"),
        ("from logging.config import dictConfig\ndictConfig(give())", "dictConfig"),
        ("from sympy import sympify\nvalue = give()\nsympify(value['x'])", "sympify"),
        ("import jinja2\njinja2.Template(lesson.TEXT)", "jinja2.Template"),
        ("def test(env):\n    env.from_string(source=give())", "a template"),
        ("import pickle\nwith open(give()) as file:\n    pickle.load(file)", "pickle.load"),
        ("def test(connection):\n    connection.execute(give())", "SQL"),
        ("text = Bank().motto\ntext.format(name='Ann')", "str.format"),
        ("for line in give():\n    line.format_map({})", "str.format"),
        ("if (text := give()):\n    text.format(1)", "str.format"),
        (
            """
            import pytest

            @pytest.fixture
            def settings():
                return give()

            def test(settings, people):
                people.query(settings)
            """,
            "DataFrame.query",
        ),
        (
            """
            def asked():
                given = [part for part in give()]
                yield given[0]

            def test(people):
                people.query(next(asked()))
            """,
            "DataFrame.query",
        ),
    ],
)
def test_what_is_handed_over_is_found(source: str, evaluator: str) -> None:
    """By whatever name, variable, loop, fixture or function it comes."""
    assert found(source) == [evaluator]


@pytest.mark.parametrize(
    "source",
    [
        "def test(people):\n    people.query('age > 30')\n    assert give() == 3",
        "import pickle\npickle.loads(pickle.dumps([1]))",
        "from string import Template\nTemplate(give())",
        "'{}'.format(give())",
        "def test(connection):\n    connection.execute('insert into t values (?)', (give(),))",
        "import json\njson.loads(give())",
        "def query(text):\n    return text\nquery(give())",
    ],
)
def test_what_is_harmless_is_not(source: str) -> None:
    """An own text, parameters of SQL, and what evaluates nothing."""
    assert found(source) == []


def test_methods_of_a_submission_are_run_with_it() -> None:
    """They may have any name, and evaluate what they like."""
    assert found("Bank().execute(give())") == []


def test_the_line_is_named() -> None:
    """An author is to find it."""
    tree = ast.parse("from lesson import give\n\nframe.query(\n    give()\n)\n")

    assert list(handed_over(tree, {"lesson"})) == [(3, "DataFrame.query")]
