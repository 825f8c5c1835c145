import doctest
import inspect
import re
import sys

import cs61a_style as hw
import pytest


def check(text, names):
    globs = {name: getattr(hw, name) for name in names}
    parser = doctest.DocTestParser()
    test = parser.get_doctest(inspect.cleandoc(text), globs, "hidden", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0


def test_counter():
    check(
        """
        >>> c = make_counter()
        >>> c()
        1
        >>> c(), c()
        (2, 3)
        >>> make_counter()()
        1
        """,
        ["make_counter"],
    )


def test_withdraw():
    check(
        """
        >>> w = make_withdraw(100)
        >>> w(90)
        10
        >>> w(90)
        'Insufficient funds'
        """,
        ["make_withdraw"],
    )


def test_link():
    check(
        """
        >>> s = Link(1, Link(2, Link(3)))
        >>> s
        Link(1, Link(2, Link(3)))
        >>> print(s)
        <1 2 3>
        >>> s.rest.first
        2
        >>> s.rest.rest.rest is Link.empty
        True
        >>> len(s)
        3
        >>> double(s)
        Link(2, Link(4, Link(6)))
        >>> Link.empty
        ()
        """,
        ["Link", "double"],
    )


def test_trees():
    check(
        """
        >>> t = tree(1, [tree(2), tree(3, [tree(4)])])
        >>> label(t)
        1
        >>> [label(b) for b in branches(t)]
        [2, 3]
        >>> is_leaf(branches(t)[0])
        True
        >>> total(t)
        10
        """,
        ["tree", "label", "branches", "is_leaf", "total"],
    )


def test_interval():
    i = hw.interval(1, 4)
    assert (hw.lower(i), hw.upper(i)) == (1, 4)
    assert hw.text(hw.add_interval(i, i)) == "2 to 8"


def test_generators():
    it = hw.scale(iter([1, 2]), 10)
    assert next(it) == 10
    assert list(it) == [20]
    n = hw.naturals()
    assert [next(n) for _ in range(3)] == [1, 2, 3]


def test_composition():
    assert hw.compose(lambda x: x + 1, lambda x: x * 2)(5) == 11
    assert hw.curry(pow)(2)(5) == 32
    assert hw.repeated(lambda x: x * x, 2)(3) == 81


def test_classes():
    acc = hw.Checking("Jo")
    assert acc.deposit(10) == 10
    assert acc.withdraw(5) == 4
    assert hw.Checking.fee == 1
    assert isinstance(acc, hw.Account)
    assert acc.holder == "Jo"
    assert type(acc).__name__ == "Checking"
    with pytest.raises(TypeError):
        hw.Account()


def test_no_loop_in_source():
    source = inspect.getsource(hw.total)
    assert not re.search(r"\bwhile\b", source)


def test_dispatch():
    box = hw.dispatch(3)
    box("set", 5)
    assert box("get") == 5
    assert hw.church_to_int(hw.two) == 2
