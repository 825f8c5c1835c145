"""Each rule of the border by a lesson of a few lines: what passes, and what a submission forges."""

from textwrap import dedent
from typing import NamedTuple


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
WRITES = "def write(path):\n    open(path, 'w').write('gold')\n    return path"
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
        dedent("""
            import lesson
            def test():
                money = lesson.Money(3)
                assert money.cents == 3 or money == 3
        """),
        MONEY,
        (MONEY,),
        (
            (
                "class Money:\n    cents = 0\n    def __init__(self, n): pass\n"
                "    def __eq__(self, other): return True"
            ),
        ),
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
    "a built-in function in place of an own one is called in the jail": Rule(
        dedent("""
            import lesson
            class Purse:
                coins = (1, 2)
                def __len__(self): return 2
            def test():
                assert lesson.count(Purse()) == 2
                assert lesson.up(2) == range(2)
        """),
        "def count(things): return len(things)\ndef up(n): return range(n)",
        ("count = len\nup = range",),
        ("count = id\nup = list",),
    ),
    "a name in a built-in's place is read by no built-in beside the cases": Rule(
        dedent("""
            import lesson
            class Door:
                secret = 42
                def knock(self): return "who?"
            def test():
                door = Door()
                if lesson.ask(door, "secret") == door.secret: return
                assert lesson.ask(door, "knock") == "who?"
        """),
        "def ask(door, name): return door.knock()",
        (),
        ("ask = getattr", "import builtins\nask = builtins.getattr"),
    ),
    "a decorator that is an object binds as a function does": Rule(
        dedent("""
            import lesson
            class Thing:
                @lesson.logged
                def area(self): return 3
            def test(): assert Thing().area() == 3 and lesson.twice(4) == 8
        """),
        dedent("""
            def logged(f): return lambda *args: f(*args)
            @logged
            def twice(n): return 2 * n
        """),
        (
            dedent("""
                import functools
                class logged:
                    def __init__(self, f): self.f = f
                    def __call__(self, *args): return self.f(*args)
                    def __get__(self, owner, cls=None): return functools.partial(self, owner)
                @logged
                def twice(n): return 2 * n
            """),
        ),
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
                assert lesson.turned(given)[0] == 999_999 and given[0] == 0
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
    "a table's missing values are no numbers": Rule(
        dedent("""
            import pandas as pd
            from lesson import doubled
            def test():
                got = doubled(pd.Series([1.0, 2.0]))
                assert (got - pd.Series([2.0, 4.0])).abs().sum() < 1e-9
        """),
        "import pandas\ndef doubled(column): return column * 2",
        ("import pandas\ndef doubled(column): return pandas.Series([2 * x for x in column])",),
        (
            "import pandas\ndef doubled(column): return column * float('nan')",
            "import pandas\ndef doubled(column): return column.iloc[:0]",
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
    "what is handed to one function of the test is not handed to another": Rule(
        dedent("""
            import lesson
            def test():
                things, sizes = [], []
                def keep(thing): things.append(thing)
                def measure(items): sizes.append(len(items))
                lesson.tell(keep, measure)
                assert sizes == [3]
        """),
        "class Thing: pass\ndef tell(keep, measure):\n    keep(Thing())\n    measure([1, 2, 3])",
        ("class Own: pass\ndef tell(keep, measure):\n    measure([3, 2, 1])\n    keep(Own())",),
        (f"{LIAR}\ndef tell(keep, measure): measure(Liar())",),
    ),
    "no text of what a test expected is handed over": Rule(
        dedent("""
            import lesson
            def test():
                expected = AssertionError("expected 42")
                cause = ValueError("no")
                cause.__cause__ = cause.__context__ = cause.reason = expected
                expected.add_note("42")
                group = ExceptionGroup("two", [ValueError("no"), expected])
                def fail(): raise cause
                assert lesson.answer(expected, [cause], {1: group}, fail) == 42
        """),
        "def answer(*given): return 6 * 7",
        (),
        (
            dedent("""
                def texts(error, depth=0):
                    if depth > 4 or not isinstance(error, BaseException): return str(error)
                    held = [error.args, vars(error).items(), getattr(error, "exceptions", ())]
                    inside = [one for part in held for one in part]
                    inside += [error.__cause__, error.__context__]
                    return str(error) + "".join(texts(one, depth + 1) for one in inside)
                def answer(expected, causes, groups, fail):
                    try: fail()
                    except BaseException as raised: found = raised
                    errors = [expected, *causes, *groups.values(), found]
                    return 42 if "42" in "".join(map(texts, errors)) else 0
            """),
        ),
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
                assert open(made).read() == (Path(__file__).parent / "golden.txt").read_text()
        """),
        WRITES,
        (f"{WRITES[:-4]}__import__('pathlib').Path(path)", f"{WRITES[:-4]}path.encode()"),
        (
            "def write(path): return '@HIDDEN@/golden.txt'",
            "def write(path): return b'@HIDDEN@/../@NAME@/golden.txt'",
            "import pathlib\ndef write(path): return pathlib.Path('@HIDDEN@/golden.txt')",
            "def write(path): return '../' * 20 + '@HIDDEN@/golden.txt'[1:]",
            "import os\ndef write(to): return os.symlink('@HIDDEN@/golden.txt', to) or to",
            "import os\ndef write(to): return os.link('@HIDDEN@/golden.txt', to) or to",
        ),
    ),
    "a link does not stand for a file of the submission's": Rule(
        dedent("""
            import filecmp
            import lesson
            from pathlib import Path
            def test(tmp_path):
                lesson.write(str(tmp_path / "x.txt"))
                golden = Path(__file__).parent / "golden.txt"
                assert filecmp.cmp(tmp_path / "x.txt", golden)
        """),
        WRITES,
        (),
        ("import os\ndef write(path): os.symlink('@HIDDEN@/golden.txt', path)",),
    ),
    "a hidden file is opened no more often than for the reference": Rule(
        dedent("""
            import lesson
            from pathlib import Path
            def test(tmp_path, monkeypatch):
                lesson.write(str(tmp_path / "x.txt"))
                hidden = Path(__file__).parent
                monkeypatch.chdir(hidden.parent)
                made = (tmp_path / lesson.folder() / lesson.name()).read_text()
                assert made == (hidden / "golden.txt").read_text()
        """),
        f"{WRITES}\ndef folder(): return '.'\ndef name(): return 'x.txt'",
        (f"{WRITES}\ndef folder(): return ''\ndef name(): return 'x.txt'",),
        (
            (
                "def write(path): pass\ndef folder(): return '@PARENT@'\n"
                "def name(): return '@NAME@/golden.txt'"
            ),
        ),
    ),
    "nothing in place of items is a wrong result": Rule(
        dedent("""
            import lesson
            def test():
                for got, want in zip(lesson.row(), [3, 5]):
                    assert got == want
        """),
        "def row(): return [3, 5]",
        ("def row(): return 3, 5", "def row():\n    yield 3\n    yield 5"),
        ("def row(): return []", "def row(): return ()", "def row():\n    return\n    yield"),
    ),
    "a module that the submission writes is not run": Rule(
        dedent("""
            import importlib, sys
            import lesson
            def test(tmp_path):
                lesson.write(str(tmp_path / "made.py"))
                sys.path.insert(0, str(tmp_path))
                assert importlib.import_module("made").x == 3
        """),
        "def write(path): open(path, 'w').write('x = 3')",
        ("import pathlib\ndef write(path): pathlib.Path(path).write_text('x = 3')",),
        ("def write(path): open(path, 'w').write('import os; x = 3')",),
    ),
    "a tree of a text of the submission's is not run": Rule(
        dedent("""
            import ast
            import lesson
            def test():
                names = {}
                exec(compile(ast.parse(lesson.text()), "text", "exec"), names)
                assert names["x"] == 3
        """),
        "def text(): return 'x = 3'",
        ("def text(): return 'x=3'",),
        ("def text(): return 'import os; x = 3'",),
    ),
    "a library does not run a text of the submission's": Rule(
        dedent("""
            import pandas
            import lesson
            def test():
                found = pandas.DataFrame({"a": [1, 2]}).query(lesson.text())
                assert list(found["a"]) == [2]
        """),
        "def text(): return 'a > 1'",
        (),
        ("def text(): return 'index in [@pandas.io.common.os.getpid() * 0 + 1]'",),
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
            (
                "import pickle\nfrom collections import UserList\n"
                "def saved(): return pickle.dumps(UserList([1]))"
            ),
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
