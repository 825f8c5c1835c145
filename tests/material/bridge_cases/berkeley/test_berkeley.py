import inspect
import itertools
import operator
import re
from io import StringIO
from contextlib import redirect_stdout

import berkeley
import pytest
from berkeley import *
from berkeley import Link as L


def identity(x):
    return x


def square(x):
    return x * x


def test_terms():
    assert product(3, identity) == 6
    assert product(3, square) == 36
    assert accumulate(operator.mul, 2, 3, square) == 72
    assert accumulate(lambda a, b: a + b + 1, 2, 3, square) == 19
    assert summation_using_accumulate(5, square) == 55


def test_built_from_accumulate():
    source = inspect.getsource(berkeley.summation_using_accumulate)
    assert "accumulate(" in source
    assert not re.search(r"\b(for|while)\b", source)


def test_functions_that_give_functions():
    assert make_repeater(square, 3)(2) == 256
    assert make_repeater(make_repeater(lambda x: x + 1, 2), 3)(0) == 6
    assert church(3)(lambda x: x + 2)(1) == 7
    assert swap(operator.sub)(2, 10) == 8
    assert swap(swap(pow))(2, 3) == 8


def test_composer():
    f, add_one_more = composer()
    assert f(5) == 5
    g, more = add_one_more(lambda x: x + 1)
    h, _ = more(square)
    assert (g(4), h(4)) == (5, 17)


def test_withdraw():
    w = make_withdraw(100, "hax0r")
    assert w(25, "hax0r") == 75
    assert w(90, "hax0r") == "Insufficient funds"
    assert [w(1, p) for p in ("a", "b", "c")] == ["Incorrect password"] * 3
    assert w(1, "hax0r") == "Too many incorrect attempts. Attempts: ['a', 'b', 'c']"


class TestLinks:
    def test_text(self):
        s = L(3, L(4, L(5)))
        assert repr(s) == "Link(3, Link(4, Link(5)))"
        assert str(s) == "<3 4 5>"

    def test_nested_text(self):
        assert str(L(1, L(L(2, L(3)), L(4)))) == "<1 <2 3> 4>"

    def test_empty(self):
        assert L(1).rest is L.empty
        assert L.empty == ()
        assert store_digits(0) is Link.empty

    def test_parts(self):
        s = L(3, L(4))
        s.rest.first = 9
        assert (s.first, s[1], len(s)) == (3, 9, 2)
        s.rest.rest = L(7)
        assert str(s) == "<3 9 7>"
        with pytest.raises(AssertionError):
            L(1, 2)

    def test_digits(self):
        assert repr(store_digits(2345)) == "Link(2, Link(3, Link(4, Link(5))))"

    def test_mutated(self):
        s = L(1, L(L(2), L(3)))
        assert deep_map_mut(square, s) is None
        assert str(s) == "<1 <4> 9>"

    def test_cycle(self):
        s = L(1, L(2))
        assert not has_cycle(s)
        s.rest.rest = s
        assert has_cycle(s)


class TestTrees:
    def tree(self):
        return Tree(1, [Tree(2, [Tree(5)]), Tree(3), Tree(5, [Tree(5)])])

    def test_mutated(self):
        t = self.tree()
        label_squarer(t)
        assert repr(t) == "Tree(1, [Tree(4, [Tree(25)]), Tree(9), Tree(25, [Tree(25)])])"

    def test_order(self):
        assert preorder(self.tree()) == [1, 2, 5, 3, 5, 5]

    def test_paths(self):
        assert sorted(path_yielder(self.tree(), 5)) == [[1, 2, 5], [1, 5], [1, 5, 5]]
        first = next(path_yielder(self.tree(), 3))
        assert first == [1, 3]

    def test_leaf(self):
        assert Tree(1).is_leaf()
        assert not self.tree().is_leaf()
        assert [b.label for b in self.tree().branches] == [2, 3, 5]
        with pytest.raises(AssertionError):
            Tree(1, [2])


class TestObjects:
    def test_account(self):
        a = Account("Jim")
        assert a.deposit(100) == 100
        assert a.withdraw(30) == 70
        assert a.withdraw(300) == "Insufficient funds"
        assert a.log == [("deposit", 100)]
        assert a.holder == "Jim"

    def test_class_attribute(self):
        a, b = Account("A"), FreeChecking("B")
        assert (a.interest, b.interest) == (0.02, 0.02)
        a.interest = 0.5
        assert Account.interest == 0.02
        Account.interest = 0.03
        assert (a.interest, b.interest) == (0.5, 0.03)
        Account.interest = 0.02

    def test_method_through_the_class(self):
        a = Account("A")
        Account.deposit(a, 5)
        assert a.balance == 5
        assert type(a.deposit) is type(Account("B").deposit)

    def test_free_withdrawals(self):
        c = FreeChecking("Jack")
        c.deposit(20)
        assert [c.withdraw(1) for _ in range(3)] == [19, 18, 16]

    def test_mint(self):
        mint = Mint()
        dime = mint.create(Dime)
        assert dime.year == 2021
        Mint.present_year = 2101
        assert mint.year == 2021
        assert dime.worth() == 40
        mint.update()
        assert mint.create(Dime).year == 2101
        Mint.present_year = 2021

    def test_keyboard(self):
        b1, b2 = Button(0, "H"), Button(1, "I")
        k = Keyboard(b1, b2)
        assert k.buttons[0].key == "H"
        assert (k.press(1), k.press(2)) == ("I", "")
        assert b2.times_pressed == 1
        assert k.buttons[1] is b2


class TestGenerators:
    def test_exhausted(self):
        assert list(hailstone(10)) == [10, 5, 16, 8, 4, 2, 1]
        for n in hailstone(4):
            pass
        assert n == 1

    def test_endless(self):
        m = naturals()
        assert [next(m) for _ in range(3)] == [1, 2, 3]
        assert [next(m), *itertools.islice(m, 2)] == [4, 5, 6]

    def test_scaled(self):
        m = scale(iter([1, 5, 2]), 5)
        assert type(m) is type(naturals()) or inspect.isgenerator(m)
        assert list(m) == [5, 25, 10]

    def test_scaled_endless(self):
        assert list(itertools.islice(scale(naturals(), 2), 3)) == [2, 4, 6]

    def test_zip(self):
        assert list(zip(naturals(), "ab")) == [(1, "a"), (2, "b")]


def test_printed():
    out = StringIO()
    with redirect_stdout(out):
        assert print_up_to(3) is None
    assert out.getvalue().splitlines() == ["1", "2", "3"]


def test_constant_of_the_operator_module():
    assert multiply is operator.mul
    assert multiply(3, 4) == 12


def test_source_file():
    assert HW_SOURCE_FILE.endswith("berkeley.py")
