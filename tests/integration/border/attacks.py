"""What a submission forges against the rules of the border."""

from textwrap import indent
from typing import NamedTuple

from tests.integration import controls
from tests.integration.controls import Control


class Attack(NamedTuple):
    """One lesson; with all of its `rules` off, each of the forgeries gains."""

    hidden: str
    reference: str
    forged: tuple[str, ...]
    rules: tuple[Control, ...]
    packages: tuple[str, ...] = ()


def attack(hidden: str, reference: str, *forged: str, by: tuple[Control, ...]) -> Attack:
    """Write an attack that some rules stop."""
    return Attack(hidden, reference, forged, by)


def asks(body: str, head: str = "") -> str:
    """Write a hidden file of one case."""
    return f"import lesson, pytest\n{head}\ndef test(tmp_path):\n{indent(body, '    ')}\n"


def lies(asked: str, right: str, *forged: str) -> Attack:
    """Say yes to whatever is asked, in place of data."""
    return Attack(asks(asked), right, tuple(YES + one for one in forged), IN_PLACE)


IN_PLACE = (controls.any_object, controls.any_answer)
YES = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __len__(self): return 3
    def __iter__(self): return iter([1, 2, 3])
    def __contains__(self, item): return True
    def startswith(self, *given): return True
    __hash__ = None

"""
GATE = {
    "in place of data": lies(
        "assert lesson.f() == 5", "def f(): return 5", "def f(): return Yes()", "f = Yes"
    ),
    "in place of a text": lies(
        "assert lesson.f().startswith('he')", "def f(): return 'hello'", "def f(): return Yes()"
    ),
    "an error in place of a text": attack(
        asks("assert lesson.f().startswith('he')"),
        "def f(): return 'hello'",
        "class E(Exception):\n    def startswith(self, *given): return True\ndef f(): return E()",
        by=IN_PLACE,
    ),
    "in a list": lies("assert lesson.f() == [5]", "def f(): return [5]", "def f(): return [Yes()]"),
    "in a dictionary": lies(
        "assert lesson.f() == {1: 5}", "def f(): return {1: 5}", "def f(): return {1: Yes()}"
    ),
    "in an argument that is changed": lies(
        "x = [1]\nlesson.f(x)\nassert x == [5]",
        "def f(x): x[0] = 5",
        "def f(x): x[0] = Yes()",
    ),
    "yielded": lies("assert next(lesson.f()) == 5", "def f(): yield 5", "def f(): yield Yes()"),
    "handed to a callback": lies(
        "seen = []\nlesson.f(seen.append)\nassert seen[0] == 5",
        "def f(call): call(5)",
        "def f(call): call(Yes())",
    ),
    "in an error": lies(
        "with pytest.raises(ValueError) as caught: lesson.f()\nassert caught.value.args[0] == 5",
        "def f(): raise ValueError(5)",
        "def f(): raise ValueError(Yes())",
    ),
    "as an attribute": lies(
        "assert lesson.C().value == 5", "class C: value = 5", "class C: value = Yes()"
    ),
    "in a list that came as an object's": lies(
        "box = lesson.Box()\nassert lesson.f()[0].startswith('he')",
        "class Box: pass\ndef f(): return ['hello']",
        "SHARED = [Yes()]\nclass Box:\n    def __new__(cls): return SHARED\ndef f(): return SHARED",
    ),
    "in a list that is changed later": lies(
        "got = lesson.f()\nbox = lesson.Box()\nassert got[0].startswith('he')",
        "class Box: pass\ndef f(): return ['hello']",
        "SHARED = ['x']\nclass Box:\n    def __init__(self): SHARED[0] = Yes()\n"
        "def f(): return SHARED",
    ),
    "as one of three": attack(
        asks("assert len(lesson.f()) == 3"),
        "def f(): return [1, 2, 3]",
        f"{YES}def f(): return [Yes()] * 3",
        f"{YES}def f(): return dict.fromkeys('abc', Yes())",
        by=(controls.part_by_part,),
    ),
    "where the test catches everything": attack(
        asks("try:\n    assert lesson.f() == 5\nexcept BaseException: pass"),
        "def f(): return 5",
        f"{YES}def f(): return Yes()",
        by=(controls.forgiven,),
    ),
    "an object of the test, back again": attack(
        asks(
            "right = Right()\nlesson.show(right)\nassert lesson.f() == right",
            "class Right:\n    def use(self): pass\n"
            "    def __eq__(self, other): return other == 25 or type(other) is Right\n",
        ),
        "def show(right): right.use()\ndef f(): return 25",
        "def show(right): global f; f = lambda: right",
        by=(controls.any_object,),
    ),
}
VALUE = """
class V:
    def __init__(self, x=0): self.x = x
    def __eq__(self, other): return isinstance(other, V) and self.x == other.x
def make(x): return V(x)
"""
V_YES = VALUE.replace("return isinstance(other, V) and self.x == other.x", "return True")
BESIDE = {
    "a list": "assert [lesson.make(1), lesson.solve(5)] == [lesson.V(1), 25]",
    "a loop": (
        "for function, x, right in ((lesson.make, 1, lesson.V(1)), (lesson.solve, 5, 25)):\n"
        "    assert function(x) == right"
    ),
    "one list": "assert lesson.both() == [lesson.V(1), 25]",
}
OPERATORS = {
    **{
        f"an equal object beside one that may be, in {where}": attack(
            asks(asked),
            f"{VALUE}def solve(x): return x * x\ndef both(): return [V(1), 25]",
            f"{V_YES}def solve(x): return V()\ndef both(): return [V(1), V()]",
            by=IN_PLACE,
        )
        for where, asked in BESIDE.items()
    },
    "a text with an equality of its own": attack(
        asks("assert lesson.Name('bob') == 'bob'"),
        "class Name(str): pass",
        "class Name(str):\n    def __new__(cls, text): return str.__new__(cls, 'zz')\n"
        "    def __eq__(self, other): return True\n    __hash__ = str.__hash__",
        by=(controls.any_answer,),
    ),
    "a swallowed assertion": attack(
        asks("with lesson.C() as got:\n    assert got == 5"),
        "class C:\n    def __enter__(self): return 5\n    def __exit__(self, *error): return False",
        "class C:\n    def __enter__(self): return 4\n    def __exit__(self, *error): return 1",
        by=(controls.any_answer,),
    ),
}
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
SKIP = ["named", "unittest.case", "SkipTest"]
SKIPS = {
    "a skip": attack(
        asks("assert lesson.f() == 5"),
        "def f(): return 5",
        f"{SERVER}named = server.dump_class\n"
        f"def f():\n    server.dump_class = lambda c: {SKIP} if c is ValueError else named(c)\n"
        "    raise ValueError",
        by=(controls.any_error,),
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
        "iter(())",
    )._replace(rules=(controls.any_nothing,)),
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


def texts(asked: str, right: str, *forged: str, head: str = "ANSWER = 12\n") -> Attack:
    """Have a text evaluated beside the hidden cases."""
    return Attack(asks(asked, head), right, forged, (controls.any_text,))


TEXTS = {
    "a text": texts(
        "assert eval(lesson.f()) == ANSWER", "def f(): return '4 * 3'", "def f(): return 'ANSWER'"
    ),
    "a text as bytes": texts(
        "assert eval(lesson.f()) == ANSWER", "def f(): return '4 * 3'", "def f(): return b'ANSWER'"
    ),
    "a text in pieces": texts(
        "assert eval(''.join(lesson.f())) == ANSWER",
        "def f(): return list('4 * 3')",
        "def f(): return list('ANSWER')",
    ),
    "a text in a file": texts(
        "path = tmp_path / 'a.txt'\nlesson.f(path)\nassert eval(path.read_text()) == ANSWER",
        "def f(path): path.write_text('4 * 3')",
        "def f(path): path.write_text('ANSWER')",
    ),
    "a text as a tree": texts(
        "tree = ast.parse(lesson.f(), mode='eval')\n"
        "assert eval(compile(tree, '', 'eval')) == ANSWER",
        "def f(): return '4 * 3'",
        "def f(): return 'ANSWER'",
        head="import ast\nANSWER = 12\n",
    ),
    "an annotation": texts(
        "assert typing.get_type_hints(lesson.f)['x'] is RIGHT",
        "def f(x: int): pass",
        "def f(x: \"next(m.RIGHT for m in MODULES if hasattr(m, 'RIGHT'))\"): pass".replace(
            "MODULES", "[*__import__('sys').modules.values()]"
        ),
        head="import typing\nRIGHT = int\n",
    ),
    "a module that is written": texts(
        "(tmp_path / 'other.py').write_text(lesson.f())\nsys.path.insert(0, str(tmp_path))\n"
        "import other\nassert other.x == ANSWER",
        "def f(): return 'x = 4 * 3'",
        "def f(): return 'import sys; x = sys._getframe(0).f_back and 12'",
        head="import sys\nANSWER = 12\n",
    ),
    "a module that the submission writes": texts(
        "sys.path.insert(0, str(tmp_path))\nlesson.f(tmp_path)\nimport colorsys\n"
        "assert colorsys.rgb_to_hls(1, 1, 1)[1] == ANSWER / 12",
        "def f(path): pass",
        "def f(path): (path / 'colorsys.py').write_text('def rgb_to_hls(*given): return given')",
        head="import sys\nANSWER = 12\nsys.modules.pop('colorsys', None)\n",
    ),
}
ANY = "def f(): return b'cunittest.mock\\nANY\\n.'"
PICKLES = {
    "a pickle": attack(
        asks("assert pickle.loads(lesson.f()) == [1]", "import pickle\n"),
        "import pickle\ndef f(): return pickle.dumps([1])",
        ANY,
        by=(controls.any_pickle,),
    ),
    "a pickle in a file": attack(
        asks(
            "lesson.f(tmp_path / 'a')\n"
            "with open(tmp_path / 'a', 'rb') as file: assert pickle.load(file) == [1]",
            "import pickle\n",
        ),
        "import pickle\ndef f(path): path.write_bytes(pickle.dumps([1]))",
        f"{ANY}\nmade = f()\ndef f(path): path.write_bytes(made)",
        by=(controls.any_pickle,),
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
    **GATE, **OPERATORS, **ENDS, **SKIPS, **LACKS, **TEXTS, **PICKLES, **FILES, **TOLD, **CHANCE,
    **LAST,
}  # fmt: skip
