"""What an author says of a lesson's functions becomes headers that a stub can have."""

import ast

import pytest

from grader.authoring.function_headers import headers_of, read_headers
from grader.errors import UsageError


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("dcg(rels)", ["dcg(rels)"]),
        ("dcg(rels), ndcg(rels, k)", ["dcg(rels)", "ndcg(rels, k)"]),
        ("f()", ["f()"]),
        (" def f(a,b) : , g( *rest , key = 'x,y' ) ", ["f(a, b)", "g(*rest, key='x,y')"]),
        (
            "f(a: list[int], b: dict[str, int] = {1: (2, 3)}) -> tuple[int, str]",
            ["f(a: list[int], b: dict[str, int]={1: (2, 3)}) -> tuple[int, str]"],
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


def test_classes_are_read() -> None:
    """What stands behind a class are its methods; one that makes it comes first."""
    text = "load(path); class Ledger(path, sep=';:'): add(name, *, amount=(1, 2)), __len__(); f()"

    load, ledger, last = read_headers(text)
    bare = read_headers("class Box: grow( by )")[0]

    assert (load.header, load.methods, last.header) == ("load(path)", None, "f()")
    assert ledger.header == "Ledger(path, sep=';:')"
    assert [one.header for one in ledger.methods or ()] == [
        "__init__(self, path, sep=';:')",
        "add(self, name, *, amount=(1, 2))",
        "__len__(self)",
    ]
    assert [one.header for one in bare.methods or ()] == ["__init__(self)", "grow(self, by)"]


def test_headers_of_a_solution() -> None:
    """They are those that a student writes: nothing behind an underscore."""
    solution = (
        "LIMIT = 3\ndef _own(x): ...\ndef f(a: int, *rest): ...\n"
        "class Box:\n    def __init__(self, n=1): ...\n    def _look(self): ...\n"
        "    def grow(self, by): ...\nclass Bare:\n    size = 1\n"
    )

    found = headers_of(solution)

    assert [one.header for one in found] == ["f(a: int, *rest)", "Box(n=1)", "Bare()"]
    assert [one.header for one in found[1].methods or ()] == ["grow(self, by)"]


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "dcg", "dcg(", "dcg(rels))", "1st(x)", "class(x)", "f(x) g(y)", ";",
        "f(x): pass\nimport os", "f(x): import os #", "f(a, a)", "f(\0)", "class", "class 1st(x)",
        "class A(x): 1", "(x)", "lambda x: x", "f" + "(" * 500,
    ],
)  # fmt: skip
def test_others_are_refused(text: str) -> None:
    """What no stub could have is refused in a sentence."""
    with pytest.raises(UsageError, match=r"\.$"):
        read_headers(text)
