"""What a submission's own classes may be where the reference has Python's, and what they forge."""

from textwrap import dedent

from .rules import LIAR, Rule

NUMBER = "class F(float):\n    __format__ = __str__ = lambda self, *spec: '2.5'\n"
STYLES = {
    "an array carries no object": Rule(
        "import lesson\ndef test(): assert list(lesson.f()) == [5, 5] or 5 in lesson.f()",
        "import numpy\ndef f(): return numpy.array([5, 5])",
        ("import numpy\ndef f(): return numpy.full(2, 5)",),
        (
            f"import numpy\n{LIAR}\ndef f(): return numpy.array([Liar()], dtype=object)",
            f"import numpy\n{LIAR}\ndef f(): return (numpy.array([Liar()], dtype=object),)[0]",
        ),
    ),
    "a number is plain however it is given": Rule(
        "import lesson\ndef test(): assert [format(x) for x in lesson.f()] == ['2.5']",
        "def f():\n    yield 2.5",
        (f"{NUMBER}\ndef f(): return iter([F(2.5)])",),
        (f"{NUMBER}\ndef f():\n    yield F(9.75)", f"{NUMBER}\ndef f(): return iter([F(9.75)])"),
    ),
    "a number is plain for a callback": Rule(
        "import lesson\ndef test():\n    seen = []\n    lesson.f(lambda x: seen.append(str(x)))\n"
        "    assert seen == ['2.5']",
        "def f(give): give(2.5)",
        (f"{NUMBER}\ndef f(give): give(F(2.5))",),
        (f"{NUMBER}\ndef f(give): give(F(9.75))",),
    ),
    "a container of its own is compared by what it holds": Rule(
        "import lesson\ndef test(): assert lesson.f() == {1: 2}",
        "def f(): return {1: 2}",
        ("class D(dict):\n    def __eq__(self, other): return False\ndef f(): return D({1: 2})",),
        (
            "class D(dict):\n    def __eq__(self, other): return True\ndef f(): return D()",
            (
                "from collections import UserDict\nclass D(UserDict):\n"
                "    def __eq__(self, other): return True\ndef f(): return D()"
            ),
        ),
    ),
    "a matcher of the test's is no answer": Rule(
        "import lesson\nfrom unittest.mock import ANY\n"
        "class Any5:\n    def __eq__(self, other): return True\n    __hash__ = None\n"
        "def test(): assert lesson.f(Any5()) == 5",
        "def f(x): return 5",
        ("def f(x): return len([x] * 5)",),
        ("def f(x): return x", "from unittest.mock import ANY\ndef f(x): return ANY"),
    ),
    "what goes backwards is looped over": Rule(
        "from lesson import C\ndef test(): assert [*reversed(C([1, 2]))] == [2, 1]",
        "class C:\n    def __init__(self, items): self.items = items\n"
        "    def __reversed__(self): return iter(self.items[::-1])",
        (
            (
                "class C:\n    def __init__(self, items): self.items = items\n"
                "    def __reversed__(self):\n        yield from self.items[::-1]"
            ),
        ),
        (
            (
                f"{LIAR}\nclass C:\n    def __init__(self, items): ...\n"
                "    def __reversed__(self): return iter([Liar(), Liar()])"
            ),
        ),
    ),
    "objects are looped over by position": Rule(
        "from lesson import C\ndef test(): assert [one.value for one in C()] == [1]",
        "class N: value = 1\nclass C:\n    def __iter__(self):\n        yield N()",
        ("class N: value = 1\nclass C:\n    def __getitem__(self, i): return [N()][i]",),
        ("class N: value = 2\nclass C:\n    def __iter__(self):\n        yield N()",),
    ),
    "a class that cannot be called may refuse what is done next": Rule(
        dedent("""
            import lesson, pytest
            def test():
                with pytest.raises((TypeError, NotImplementedError)):
                    lesson.Shape().area()
        """),
        dedent("""
            from abc import ABC, abstractmethod
            class Shape(ABC):
                @abstractmethod
                def area(self): ...
        """),
        ("class Shape:\n    def area(self): raise NotImplementedError",),
        ("class Shape:\n    def area(self): return 1",),
    ),
    "objects may lie in what extends a container": Rule(
        dedent("""
            from lesson import Hand
            def test():
                hand = Hand()
                assert len(hand) == 2 and max(card.rank for card in hand) == 7
        """),
        dedent("""
            class Card:
                def __init__(self, rank): self.rank = rank
            class Hand:
                def __init__(self): self.cards = [Card(7), Card(2)]
                def __len__(self): return len(self.cards)
                def __iter__(self): return iter(self.cards)
        """),
        (
            dedent("""
                class Card:
                    def __init__(self, rank): self.rank = rank
                class Hand(list):
                    def __init__(self): super().__init__([Card(7), Card(2)])
            """),
        ),
        ("class Hand(list):\n    def __init__(self): super().__init__([7, 7])",),
    ),
    "what extends a container is itself when it comes back": Rule(
        dedent("""
            import lesson
            def test():
                rows = lesson.load()
                rows.append(3)
                assert rows == [1, 2, 3] and lesson.total(rows) == 6
        """),
        "def load(): return [1, 2]\ndef total(rows): return sum(rows)",
        (
            dedent("""
                class Table(list):
                    def total(self): return sum(self)
                def load(): return Table([1, 2])
                def total(rows): return rows.total()
            """),
        ),
        (
            dedent("""
                class Table(list):
                    def __iter__(self): return iter([1, 2, 3])
                    def append(self, n): pass
                def load(): return Table([2, 2])
                def total(rows): return sum(rows)
            """),
        ),
    ),
    "nothing in place of items is right where the reference gives none": Rule(
        dedent("""
            from lesson import factors, subsets
            def test():
                assert list(factors(6)) == [2, 3] and list(factors(1)) == []
                assert sorted(map(sorted, subsets({1}))) == [[], [1]]
        """),
        dedent("""
            def factors(n): yield from [2, 3] if n == 6 else []
            def subsets(items): return [set(), items]
        """),
        (
            dedent("""
                def factors(n): return (2, 3) if n == 6 else ()
                def subsets(items):
                    yield set()
                    yield items
            """),
        ),
        ("def factors(n): return (2, 3)\ndef subsets(items): return [set(), items]",),
    ),
}
