"""How much of a text stands in another is told by runs of tokens."""

import pytest

from grader.model.similarity.near_copies import A_COPY, Kept, kept_source, shares, spell

LONG = """def mean(values, weights):
    total = 0.0
    for value, weight in zip(values, weights):
        if weight < 0:
            raise ValueError("below zero")
        total += value * weight
    return total / sum(weights)
"""
SHORT = "def mean(values):\n    return sum(values) / len(values)\n"


def kept(source: str, *, is_exact: bool = False) -> Kept:
    """Keep all of a program."""
    lines = range(1, source.count("\n") + 2)
    return kept_source("kept", source, lines, is_exact=is_exact)


def share(source: str, held: str, *, is_python: bool = True, is_exact: bool = False) -> float:
    """Say how much of a program is held."""
    told = shares([kept(source, is_exact=is_exact)], spell(held, is_python=is_python))
    return told["kept"]


@pytest.mark.parametrize("is_python", [True, False])
def test_layout_and_comments_do_not_count(is_python: bool) -> None:
    """A copy with other blanks, comments and a text at its head is the whole."""
    held = '"""Words."""\n\n' + LONG.replace("    ", "  ").replace(":\n", ":  # so\n")

    assert share(LONG, held, is_python=is_python) == 1.0


def test_names_do_not_count_in_a_long_text() -> None:
    """A long program with other names is a copy; a short one is another program."""
    assert share(LONG, LONG.replace("value", "x").replace("weight", "w")) == 1.0
    assert share(SHORT, SHORT.replace("values", "x")) < A_COPY
    assert share(SHORT, SHORT) == 1.0


def test_what_is_put_between_takes_little_away() -> None:
    """A statement more leaves a copy one; half of the program is none."""
    more = LONG.replace("    for", "    print(total)\n    for")
    half = LONG[: LONG.index("        if")]

    assert share(LONG, more) > A_COPY
    assert share(LONG, half) < A_COPY


def test_cases_differ_by_their_numbers() -> None:
    """Compared exactly, a text of the same build with other values is another."""
    cases = "".join(f"def test_{n}():\n    assert mean([{n}, {n}]) == {n}\n" for n in (1, 2, 3))
    other = cases.replace("1", "7").replace("2", "8").replace("3", "9")

    assert share(cases, other, is_exact=True) < A_COPY
    assert share(cases, other) == 1.0


def test_only_what_is_own_counts() -> None:
    """What everybody was given does not make a copy, and what has nothing of its own is none."""
    head = LONG.splitlines(keepends=True)[0]
    body = kept_source("body", LONG, range(2, 8))
    nothing = kept_source("nothing", LONG, [])

    told = shares([body, nothing], spell(f"{head}    raise NotImplementedError\n", is_python=True))

    assert told == {"body": 0.0, "nothing": 0.0}


@pytest.mark.parametrize("size", [1 << 20, (1 << 20) - 60, 3 << 20])
def test_a_text_of_any_size(size: int) -> None:
    """Behind millions of signs, and where a block ends within it, a copy is found."""
    filler = f"# {'words ' * 100}\n"
    held = filler * (size // len(filler)) + " " * (size % len(filler)) + "\n" + LONG

    assert share(LONG, held, is_python=False) >= A_COPY


def test_a_few_tokens_are_found_as_a_whole() -> None:
    """A text shorter than a run is held where it is all that is held."""
    assert share("x = 41\n", "x = 41  # so\n") == 1.0
    assert share("x = 41\n", "x = 42\n") == 0.0
