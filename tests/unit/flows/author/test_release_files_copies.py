"""What a program has beside what was given is told line by line."""

from grader.flows.author.release_files import own_lines

STUB = '''import math


def given(x):
    return x + 1


def asked(x, y=2):
    """Return it."""
    raise NotImplementedError


class Pair:
    def one(self):
        pass
'''
REFERENCE = '''import math


def given(x):
    return x + 1


def asked(x, y=2):
    """Return it."""
    z = given(x)
    return math.sqrt(z + y)


class Pair:
    def one(self):
        return 1

    def two(self):
        return 2
'''


def test_what_the_stub_has_is_not_counted() -> None:
    """Imports, whole functions, headers and docstrings that the stub has are left out."""
    assert own_lines(REFERENCE, [STUB]) == {10, 11, 16, 18, 19}


def test_a_program_that_is_given_whole_has_nothing() -> None:
    """It has no line of its own."""
    assert own_lines(REFERENCE, [STUB, REFERENCE]) == set()


def test_another_header_is_another_function() -> None:
    """Of a function with other parameters the header counts too."""
    assert 8 in own_lines(REFERENCE.replace("y=2", "y=3"), [STUB])


def test_what_is_shown_is_not_counted() -> None:
    """A statement that begins on a line that is shown is left out, in a class too."""
    assert own_lines(REFERENCE, [], {4, 8, 15}) == {18, 19}


def test_what_is_no_python_counts_whole() -> None:
    """Every line of it."""
    assert own_lines("a b\nc d\n", []) == {1, 2, 3}
