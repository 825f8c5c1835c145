"""What an author says of a lesson's functions becomes headers that a stub can have."""

import ast

import pytest

from grader.errors import UsageError
from grader.flows.author.function_headers import read_headers


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("dcg(rels)", ["dcg(rels)"]),
        ("dcg(rels), ndcg(rels, k)", ["dcg(rels)", "ndcg(rels, k)"]),
        ("f()", ["f()"]),
        (" def f(a,b) : , g( *rest , key = 'x,y)' ) ", ["f(a,b)", "g( *rest , key = 'x,y)' )"]),
        (
            "f(a: list[int], b: dict[str, int] = {1: (2, 3)}) -> tuple[int, str]",
            ["f(a: list[int], b: dict[str, int] = {1: (2, 3)}) -> tuple[int, str]"],
        ),
        ("f(x): pass  #", ["f(x)"]),
        ("f(a, /, b, *, c=None), ", ["f(a, /, b, *, c=None)"]),
        ("größe(höhe)", ["größe(höhe)"]),
    ],
)
def test_headers_are_read(text: str, headers: list[str]) -> None:
    """Functions are split where no bracket and no quote is open, and each can be a stub's."""
    found = read_headers(text)

    assert [one.header for one in found] == headers
    for one in found:
        ast.parse(f"def {one.header}:\n    pass\n")


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "dcg", "dcg(", "dcg(rels))", "1st(x)", "class(x)", "f(x) g(y)", "f(x);g(y)",
        "f(x): pass\nimport os", "f(x): import os #", "f(a), f(b)", "test_it(x)", "_own(x)",
        "main()", "pytest()", "f(a: List)", "f(a=OTHER)", "f() -> Array", "f(a, a)", "f(\0)",
        "f(x), , g(x)", "(x)", "lambda x: x", "f" + "(" * 500,
    ],
)  # fmt: skip
def test_others_are_refused(text: str) -> None:
    """What no stub could have is refused in a sentence."""
    with pytest.raises(UsageError, match=r"\.$"):
        read_headers(text)


@pytest.mark.parametrize(
    ("header", "guessed"),
    [
        ("f()", []),
        ("f(rels, k)", ["st.lists(st.integers(0, 9), max_size=5)", "st.integers(0, 9)"]),
        ("f(text: str, p=0.5)", ['st.text("abc", max_size=5)', "st.sampled_from([0.0, 0.5, 1.0])"]),
        ("f(is_on=True, /, *more, key=1)", ["st.booleans()"]),
    ],
)
def test_a_first_input_is_guessed(header: str, guessed: list[str]) -> None:
    """Annotation, default and name say, in this order, what an argument may be."""
    assert list(read_headers(header)[0].strategies) == guessed
