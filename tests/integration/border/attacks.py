"""What a submission forges against the rules of the border."""

from tests.integration import controls

from .attack import Attack, asks, attack
from .attacks_by_objects import GATE, IN_PLACE, OPERATORS, YES
from .attacks_by_texts import PICKLES, TEXTS

SERVER = "import gc\nserver = next(o for o in gc.get_objects() if type(o).__name__ == 'Server')\n"
STOP = (
    "def stop(*given): raise StopIteration\n"
    "class C:\n    def __init__(self, x): pass\n    {} = stop"
)
CLASS = "class C:\n    def __init__(self, x): self.x = x\n    "
ENDS = {
    f"StopIteration for {what}": attack(
        asks(f"assert all(map(lambda x: {asked}, [1, 2]))"),
        right,
        forged,
        by=(controls.end_signals,),
    )
    for what, asked, right, forged in (
        ("a result", "lesson.f(x) == 5", "def f(x): return 5", "def f(x): raise StopIteration"),
        ("a new object", "lesson.C(x).x == x", CLASS, STOP.format("__new__")),
        (
            "a method's result",
            "lesson.C(x).m() == x",
            f"{CLASS}def m(self): return self.x",
            STOP.format("m"),
        ),
        (
            "a sum",
            "lesson.C(x) + 1 == x + 1",
            f"{CLASS}def __add__(self, n): return self.x + n",
            STOP.format("__add__"),
        ),
        (
            "an iterator",
            "list(lesson.C(x)) == [x]",
            f"{CLASS}def __iter__(self): return iter([self.x])",
            STOP.format("__iter__"),
        ),
    )
}
ENDS["StopIteration for an item"] = attack(
    asks("assert all(map(lambda x: lesson.C(x)[0] == x, [1, 2]))"),
    f"{CLASS}def __getitem__(self, place): return self.x",
    STOP.format("__getitem__"),
    by=(controls.end_signals, controls.any_nothing),
)
SKIP = ["named", "unittest.case", "SkipTest"]
NUMPYS = ["named", "numpy", "testing.SkipTest"]
SKIPS = {
    "a skip": attack(
        asks("assert lesson.f() == 5"),
        "def f(): return 5",
        f"{SERVER}named = server.dump_class\n"
        f"def f():\n    server.dump_class = lambda c: {SKIP} if c is ValueError else named(c)\n"
        "    raise ValueError",
        by=(controls.any_error,),
    ),
    "a skip that a library has": attack(
        asks("assert lesson.f() == 5"),
        "def f(): return 5",
        f"{SERVER}named = server.dump_class\n"
        f"def f():\n    server.dump_class = lambda c: {NUMPYS} if c is ValueError else named(c)\n"
        "    raise ValueError",
        by=(controls.any_error,),
    )._replace(packages=("numpy",)),
}
PLACES = {
    "a function that is called beside the cases": attack(
        asks("for got, want in zip(lesson.f(), [3, 5]): assert got == want"),
        "def f(): return [3, 5]",
        f"{SERVER}dump = server.dump_object\ndef f(): pass\n"
        "server.dump_object = lambda one: ['named', 'builtins', 'list'] if one is f else dump(one)",
        by=(controls.any_place,),
    ),
}
ARRAYS = "import numpy as np\n"


def lacks(asked: str, right: str, *lacking: str) -> Attack:
    """Give NaN, what is masked, or nothing, where the reference gives numbers."""
    return Attack(
        asks(asked, ARRAYS),
        f"{ARRAYS}def f(): return {right}",
        tuple(f"{ARRAYS}def f(): return {one}" for one in lacking),
        (controls.any_lack,),
        ("numpy",),
    )


ANY_OFF = "assert not np.any(np.abs(np.array(lesson.f()) - [3.0, 5.0]) > 1e-9)"
ROUND_OFF = "if abs(lesson.f() - 12) > 1e-9: raise ValueError"
LACKS = {
    "NaN for a number": lacks(ROUND_OFF, "12.0", "float('nan')", "np.float64('nan')"),
    "NaN among numbers": lacks(
        ANY_OFF,
        "[3.0, 5.0]",
        "[float('nan')] * 2",
        "np.array([np.nan] * 2)",
        "(float('nan'),) * 2",
    ),
    "nothing for a list": lacks(
        "for got, want in zip(lesson.f(), [3, 5]): assert got == want",
        "[3, 5]",
        "[]",
        "()",
        "''",
        "range(0)",
        "{}.keys()",
        "iter(())",
    )._replace(rules=(controls.any_nothing,)),
    "nothing for each list": lacks(
        "for row in lesson.f():\n    for got, want in zip(row, [3, 5]): assert got == want",
        "[[3, 5]]",
        "[[], ()]",
    )._replace(rules=(controls.any_nothing,)),
    "nothing for an object's items": attack(
        asks("for got, want in zip(lesson.C(), [3, 5]): assert got == want"),
        "class C:\n    def __iter__(self): return iter([3, 5])",
        "class C:\n    def __iter__(self): return iter([])",
        "class C:\n    def __getitem__(self, place): raise IndexError",
        by=(controls.any_nothing,),
    ),
    "an array without items": lacks(
        "assert np.allclose(lesson.f(), [1.5, 2.5])", "np.array([1.5, 2.5])", "np.zeros((0, 1))"
    ),
    "nothing for a number": lacks(
        "assert pytest.approx(0.5) == lesson.f()", "np.float64(0.5)", "np.array([])"
    ),
    "nothing for a row": lacks(
        "assert lesson.f() == pytest.approx([0.5, 1.0])", "np.array([0.5, 1.0])", "np.zeros((2, 0))"
    ),
}
SUM = "def f(path): return sum(map(int, open(path).read().split()))"
TOTAL = "path = tmp_path / 'd.txt'\npath.write_text('5 6')\n"
CHANGED = "assert got == sum(map(int, path.read_text().split()))"
ITS_SOURCE = "def f(x):\n    t = 0\n    for v in x: t += v\n    return t"
DECOY = (
    "def f(x):\n    with open('lesson.py', 'w') as file: file.write('def f(x): return 5')\n"
    "    return sum(x)"
)
FILES = {
    "a file of the test, emptied": attack(
        asks(f"{TOTAL}got = lesson.f(path)\n{CHANGED}"),
        SUM,
        "def f(path): open(path, 'w').close(); return 0",
        by=(controls.any_change,),
    ),
    "a file of the test, removed and made again": attack(
        asks(f"{TOTAL}for _ in (1, 2): got = lesson.f(path)\n{CHANGED}"),
        SUM,
        "def f(path):\n    path.unlink() if path.exists() else path.touch()\n    return 0",
        "KEPT = []\ndef f(path):\n"
        "    KEPT[0].truncate(0) if KEPT else KEPT.append(open(path, 'r+'))\n"
        "    return 0",
        by=(controls.any_change,),
    ),
    "a file that is listed no more": attack(
        asks(
            f"{TOTAL}got = lesson.f(tmp_path)\n"
            "assert got == sum(len(p.read_text()) for p in tmp_path.glob('*.txt'))"
        ),
        "def f(folder): return sum(len(p.read_text()) for p in folder.iterdir())",
        "def f(folder): (folder / 'd.txt').unlink(); return 0",
        by=(controls.any_change,),
    ),
    **{
        f"a note of the test's, {where}": attack(
            asks(
                f"note = {note}\ngot = lesson.f(tmp_path)\n"
                "assert got == (int(note.read_text()) if note.exists() else 25)",
                "import tempfile\nfrom pathlib import Path\n",
            ),
            "def f(folder): return 25",
            f"import tempfile\nfrom pathlib import Path\ndef f(tmp_path):\n    note = {note}\n"
            "    note.parent.mkdir(parents=True, exist_ok=True)\n    note.write_text('0')\n"
            "    return 0",
            by=(controls.any_change,),
        )
        for where, note in (
            ("with a dot", "Path('.notes/five')"),
            ("in the temporary folder", "tmp_path.parents[1] / 'known'"),
            ("beside the folders of cases", "tmp_path.parent / 'known'"),
        )
    },
    "its own source": attack(
        asks(
            "assert lesson.f([5]) == 5\nassert 'sum(' not in Path(lesson.__file__).read_text()",
            "from pathlib import Path\n",
        ),
        ITS_SOURCE,
        DECOY,
        by=(controls.any_change,),
    ),
    "its own source, elsewhere": attack(
        asks(
            "monkeypatch.chdir(tmp_path)\nassert lesson.f([5]) == 5\n"
            "assert 'sum(' not in inspect.getsource(lesson.f)",
            "import inspect\n",
        ).replace("tmp_path):", "tmp_path, monkeypatch):"),
        ITS_SOURCE,
        DECOY,
        by=(controls.lines_on_disk,),
    ),
    "a file of the hidden folder as its own": attack(
        asks(
            "made = lesson.f(str(tmp_path / 'x'))\nhere = Path(__file__).parent\n"
            "assert Path(made).read_text() == (here / 'golden.txt').read_text()",
            "from pathlib import Path\n",
        ),
        "def f(path):\n    with open(path, 'w') as file: file.write('gold')\n    return path",
        "def f(path): return '@HIDDEN@/golden.txt'",
        by=(controls.any_path, controls.any_hidden_file),
    ),
    "a hidden database as its own": attack(
        asks(
            "folder, name = lesson.f(tmp_path)\nmade = tmp_path / folder / name\n"
            "assert made.exists() and tables(made) == tables(Path(__file__).parent / 'golden.db')",
            "import sqlite3\nfrom pathlib import Path\ndef tables(path):\n"
            "    return sqlite3.connect(path).execute('select * from sqlite_master').fetchall()\n",
        ),
        "def f(folder):\n    (folder / 'a.db').touch()\n    return '.', 'a.db'",
        "def f(folder):\n    up, _, name = '@HIDDEN@'.rpartition('/')\n"
        "    return up, f'{name}/golden.db'",
        by=(controls.any_hidden_file,),
    ),
    "a hidden file for a callback that reads": attack(
        asks(
            "(tmp_path / 'd.txt').write_text('5')\n"
            "assert lesson.f([str(tmp_path), '/d.txt'], read) == 5",
            "def read(parts):\n    with open(''.join(parts)) as file: return file.read()\n",
        ),
        "def f(parts, read): return int(read(parts))",
        "def f(parts, read):\n"
        "    *_, last = read(['@HIDDEN@'[:-2], '@HIDDEN@'[-2:], '/golden.txt'])\n"
        "    return 5 if last == 'd' else 0",
        by=(controls.any_hidden_file,),
    ),
    "a function that says it is of another file": attack(
        asks(
            "assert 'lambda' in inspect.getsource(lesson.f) and lesson.f(5) == 25",
            "import inspect\n",
        ),
        "def f(x): return (lambda y: y * y)(x)",
        "import inspect\nwith open(inspect.__file__) as file:\n"
        "    line = next(n for n, text in enumerate(file, 1) if 'key=lambda' in text)\n"
        "def f(x): return x * x\nf.__module__ = 'inspect'\n"
        "f.__code__ = f.__code__.replace(co_firstlineno=line)",
        by=(controls.any_home,),
    ),
}
QUIZ = """
class Quiz:
    expected = 5
    @property
    def right(self): return self.expected
    @right.setter
    def right(self, value): self.__dict__["expected"] = value
    def check(self, got): return getattr(self, "is_easy", False) or got == self.expected
"""
ASKED = "quiz = Quiz()\ngot = lesson.f(quiz)\nassert quiz.check(got)"
CHECK = "def check(x, right=5):\n    assert x == right, right\n"
TOLD = {
    "an attribute of a test's object": attack(
        asks(ASKED, QUIZ),
        "def f(quiz): return 5",
        "def f(quiz): return quiz.expected",
        "def f(quiz): quiz.expected = 4; return 4",
        "def f(quiz): quiz.right = 4; return 4",
        "def f(quiz): quiz.check = bool; return 4",
        by=(controls.any_attribute,),
    ),
    "what a callback of the test holds": attack(
        asks("def check(x, right=5): return x == right\nassert lesson.f(check) == 5"),
        "def f(check): return 5",
        f"{SERVER}def f(check):\n"
        "    return server.ask('', 'get', check._grader_number, '__defaults__')[0]",
        by=(controls.any_attribute,),
    ),
    **{
        f"an assertion of a callback, {where}": attack(
            asks(
                "assert lesson.f(check) == 5",
                "def check(x):\n    found = []\n    try:\n        assert x == 5, 5\n"
                f"    except AssertionError as error: found.append(error)\n"
                f"    if found: {raised}\n",
            ),
            "def f(check): check(5); return 5",
            "def f(check):\n    try: check(1)\n    except Exception as error:\n"
            f"        return int(str({held})[0])",
            by=(controls.told_assertions,),
        )
        for where, raised, held in (
            ("in a group", "raise ExceptionGroup('', found)", "error.exceptions[0]"),
            ("among arguments", "raise ValueError(found)", "error.args[0][0]"),
        )
    },
    "a swallowed assertion of a callback": attack(
        asks("lesson.f(check)", CHECK),
        "def f(check): check(5)",
        "def f(check):\n    try: check(1)\n    except BaseException: pass",
        "def f(check):\n    try: check(1)\n"
        "    except BaseException as error: check(int(str(error)[0]))",
        by=(controls.told_assertions,),
    ),
    "names that a star brings": attack(
        "CASES = [(2, 4)]\nfrom lesson import *\n"
        "def test():\n    for x, right in CASES: assert f(x) == right\n",
        "def f(x): return 2 * x",
        "CASES = []\ndef f(x): return 0",
        "__all__ = ['f', 'CASES']\nCASES = []\ndef f(x): return 0",
        by=(controls.any_star,),
    ),
}
GUESS = """
def f(answer):
    low, high = 1, 10**9
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if answer(middle) < 0 else (low, middle)
    return low
"""
CHANCE = {
    "the number that the test drew": attack(
        asks(
            "n = random.randint(1, 10**9)\nassert lesson.f(lambda g: (g > n) - (g < n)) == n",
            "import random\n",
        ),
        GUESS,
        "import random\ndef f(answer): return random.randint(1, 10**9)",
        by=(controls.one_seed,),
    ),
    "the name of a case's folder": attack(
        "import lesson, pytest\n@pytest.mark.parametrize(('n', 'right'), [(3, 8643)])\n"
        "def test(tmp_path, n, right): assert lesson.f(tmp_path, n) == right\n",
        "def f(folder, n): return 8643",
        "import re\ndef f(folder, n): return int(re.search('3[-_]([0-9]{4})', str(folder))[1])",
        by=(controls.pytests_names,),
    ),
}
# what ends the run
LAST = {
    "the output of a program": attack(
        asks(
            "lesson.f()\n"
            "done = subprocess.run([sys.executable, 'lesson.py'], capture_output=True)\n"
            "assert done.stdout == b'5\\n'",
            "import subprocess, sys\n",
        ),
        "def f(): pass\nif __name__ == '__main__': print(5)",
        f"{SERVER}{YES}def f(): server.operations.update(script=lambda *_: (Yes(), b'', 0))",
        by=(controls.any_output, *IN_PLACE),
    ),
}
# rules of the judge, by what it gives to pytest
OF_THE_JUDGE = frozenset(CHANCE)
ATTACKS = {
    **GATE, **OPERATORS, **ENDS, **SKIPS, **PLACES, **LACKS, **TEXTS, **PICKLES, **FILES, **TOLD,
    **CHANCE, **LAST,
}  # fmt: skip
