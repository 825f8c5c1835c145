"""Each rule of the border by a lesson of a few lines: what passes, and what a submission forges."""

from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from .driver import Lesson, run_over_border

pytestmark = pytest.mark.process


class Rule(NamedTuple):
    """Hidden cases with a reference; right programs, and programs that must not pass."""

    hidden: str
    reference: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


LIAR = """
class Liar:
    def __eq__(self, other): return True
    def __hash__(self): return 3
    def __len__(self): return 3
    def __iter__(self): return iter([1, 2, 3])
"""
MONEY = """
class Money:
    def __init__(self, cents): self.cents = cents
    def __eq__(self, other): return isinstance(other, Money) and self.cents == other.cents
    def __add__(self, other): return Money(self.cents + other.cents)
"""
RULES = {
    "an object in place of data is a wrong result": Rule(
        "import lesson\ndef test(): assert lesson.f() == [1, 2, 3]",
        "def f(): return [1, 2, 3]",
        ("def f(): return sorted([3, 2, 1])", "class L(list): pass\ndef f(): return L([1, 2, 3])"),
        (
            f"{LIAR}\ndef f(): return Liar()",
            "class L(list):\n    def __eq__(self, other): return True\ndef f(): return L()",
        ),
    ),
    "not even the length of data that holds one is told": Rule(
        "import lesson\ndef test(): assert len(lesson.f()) == 3",
        "def f(): return [1, 2, 3]",
        (),
        (f"{LIAR}\ndef f(): return [Liar()] * 3",),
    ),
    "a refused object fails the case, whatever the test catches": Rule(
        dedent("""
            import lesson
            def test():
                try:
                    assert lesson.f() == 5
                except BaseException:
                    pass
        """),
        "def f(): return 5",
        ("def f(): return 6",),
        (f"{LIAR}\ndef f(): return Liar()",),
    ),
    "an operator is believed where the reference answered": Rule(
        "from lesson import Money\ndef test(): assert Money(3) + Money(4) == Money(7)",
        MONEY,
        (MONEY.replace("Money", "Cash") + "\nMoney = Cash",),
        (MONEY.replace("self.cents + other.cents", "0"),),
    ),
    "an object that is equal to data is not believed": Rule(
        "import lesson\ndef test(): assert lesson.Money(3).cents == 3 and lesson.Money(3) != 3",
        MONEY,
        (MONEY,),
        (MONEY.replace("return isinstance(other, Money) and", "return True or"),),
    ),
    "another operator of the same family gives the same": Rule(
        dedent("""
            from lesson import Total
            def test():
                total = Total(1)
                total += 2
                assert total.value == 3
        """),
        dedent("""
            class Total:
                def __init__(self, value): self.value = value
                def __iadd__(self, n):
                    self.value += n
                    return self
        """),
        (
            dedent("""
                class Total:
                    def __init__(self, value): self.value = value
                    def __add__(self, n): return Total(self.value + n)
            """),
        ),
    ),
    "a class with an iterator is as good as a generator": Rule(
        "from lesson import up\ndef test(): assert list(up(3)) == [0, 1, 2]",
        "def up(n):\n    yield from range(n)",
        (
            (
                "class up:\n    def __init__(self, n): self.n = n\n"
                "    def __iter__(self): return iter(range(self.n))"
            ),
            "def up(n): return map(int, range(n))",
        ),
        (f"{LIAR}\ndef up(n): return (Liar() for _ in range(3))",),
    ),
    "what is asked while an answer is read drops nothing of it": Rule(
        dedent("""
            from lesson import split
            def test():
                first, rest = split()
                assert list(first) == [1, 2] and rest == [3]
        """),
        "def split(): return iter([1, 2]), [3]",
        (
            (
                "class Own:\n    def __iter__(self): return iter([1, 2])\n"
                "def split(): return Own(), [3]"
            ),
            "class Own(list): pass\ndef split(): return Own([1, 2]), Own([3])",
        ),
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
    "NaN that the reference never gives is a wrong result": Rule(
        "import lesson\ndef test():\n    if abs(lesson.area(2) - 12) > 1e-9: raise ValueError",
        "def area(r): return 3.0 * r * r",
        ("def area(r): return 3.0 * r ** 2",),
        ("def area(r): return float('nan')", "import decimal\ndef area(r): return float('-nan')"),
    ),
    "a list of a million numbers crosses both ways": Rule(
        dedent("""
            import lesson
            def test():
                given = list(range(1_000_000))
                assert lesson.turned(given)[0] == 999_999 and given == list(range(1_000_000))
        """),
        "def turned(values): return values[::-1]",
        ("def turned(values): return list(reversed(values))",),
        ("def turned(values):\n    values.reverse()\n    return values",),
    ),
    "numbers that are missing are no numbers": Rule(
        dedent("""
            import numpy as np
            from lesson import row
            def test(): assert not np.any(np.abs(np.array(row()) - [3, 5]) > 1e-9)
        """),
        "import numpy\ndef row(): return numpy.array([3.0, 5.0])",
        ("def row(): return [3, 5]", "import numpy\ndef row(): return numpy.float32([3, 5])"),
        (
            "def row(): return [float('nan')] * 2",
            "import numpy\ndef row(): return numpy.array([3, numpy.nan])",
            "import numpy\ndef row(): return numpy.zeros((0, 1))",
            "import numpy\ndef row(): return numpy.ma.masked_all(2, int)",
        ),
    ),
    "a text of the submission's is not evaluated": Rule(
        "import lesson\ndef test(): assert eval(lesson.term()) == 3",
        "def term(): return '1 + 2'",
        (),
        ("def term(): return '3 or __import__(\"os\")'",),
    ),
    "StopIteration does not end a loop of the test": Rule(
        "import lesson\ndef test(): assert list(map(lesson.f, [1, 2])) in ([1, 2], [])",
        "def f(x): return x",
        (),
        ("def f(x): raise StopIteration",),
    ),
    "an AssertionError of a callback ends the case here": Rule(
        dedent("""
            import lesson
            def test():
                def check(x): assert x == 5
                lesson.each(check)
        """),
        "def each(f): f(5)",
        (),
        ("def each(f):\n    try: f(6)\n    except BaseException: pass",),
    ),
    "of a test's object nothing is given that the reference did not use": Rule(
        dedent("""
            import lesson
            class Door:
                secret = 42
                def open(self): return 7
            def test(): assert lesson.use(Door()) == 7
        """),
        "def use(door): return door.open()",
        ("def use(door):\n    opened = door.open\n    return opened()",),
        (
            "def use(door): return door.secret - 35",
            "def use(door): return 7 if door.open.__globals__ else 7",
        ),
    ),
    "no path leads into the hidden folder": Rule(
        dedent("""
            import lesson
            from pathlib import Path
            def test(tmp_path):
                made = lesson.write(str(tmp_path / "x.txt"))
                assert Path(made).read_text() == (Path(__file__).parent / "golden.txt").read_text()
        """),
        "def write(path):\n    open(path, 'w').write('gold')\n    return path",
        (
            (
                "import pathlib\ndef write(path):\n    pathlib.Path(path).write_text('gold')\n"
                "    return pathlib.Path(path)"
            ),
        ),
        ("def write(path): return '@HIDDEN@/golden.txt'",),
    ),
    "a file of the test is not the submission's to change": Rule(
        dedent("""
            import lesson
            def test(tmp_path):
                path = tmp_path / "in.txt"
                path.write_text("1 2")
                assert lesson.total(path) == sum(map(int, path.read_text().split()))
        """),
        "def total(path): return sum(map(int, open(path).read().split()))",
        (),
        ("def total(path):\n    open(path, 'w').write('0')\n    return 0",),
    ),
    "a pickle names nothing but built-in data": Rule(
        "import lesson, pickle\ndef test(): assert pickle.loads(lesson.saved()) == [1]",
        "import pickle\ndef saved(): return pickle.dumps([1])",
        (),
        (
            "import pickle, fractions\ndef saved(): return pickle.dumps(fractions.Fraction(1))",
            "def saved(): return b'cos\\nsystem\\n(S\"true\"\\ntR.'",
        ),
    ),
    "a skip of the submission's is none": Rule(
        "import lesson\ndef test(): assert lesson.f() == 1",
        "def f(): return 1",
        (),
        (
            "import unittest\ndef f(): raise unittest.SkipTest('no')",
            "import pytest\ndef f(): pytest.skip('no')",
        ),
    ),
}


def outcomes(lesson: Lesson, source: str, rule: Rule) -> set[str]:
    """Judge a submission by what the reference does."""
    reference = run_over_border(lesson, {"lesson.py": rule.reference.encode()})
    assert set(reference.outcomes.values()) == {"passed"}, reference.reasons
    source = source.replace("@HIDDEN@", str(lesson.hidden))
    judged = run_over_border(lesson, {"lesson.py": source.encode()}, reference.contract)
    return set(judged.outcomes.values())


def rows(part: str) -> list[Any]:
    return [
        pytest.param(name, source, id=f"{name}-{number}")
        for name, rule in RULES.items()
        for number, source in enumerate(getattr(rule, part))
    ]


def lesson_of(name: str, folder: Path) -> Lesson:
    (folder / "test_lesson.py").write_text(RULES[name].hidden, encoding="utf-8")
    (folder / "golden.txt").write_text("gold", encoding="utf-8")
    return Lesson(folder)


@pytest.mark.parametrize(("name", "source"), rows("right"))
def test_a_right_program_passes(name: str, source: str, tmp_path: Path) -> None:
    """A right program in another style passes."""
    assert outcomes(lesson_of(name, tmp_path), source, RULES[name]) == {"passed"}


@pytest.mark.parametrize(("name", "source"), rows("wrong"))
def test_a_forgery_gains_nothing(name: str, source: str, tmp_path: Path) -> None:
    """A program that would pass beside the test by what it says does not pass."""
    assert outcomes(lesson_of(name, tmp_path), source, RULES[name]) == {"not passed"}
