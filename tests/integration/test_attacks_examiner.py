"""What a hidden case is talked into doing happens in the examiner's jail, and decides nothing."""

from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import (
    CANARY,
    Attack,
    any_deed,
    assert_stopped,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

NO_JAIL = {"grader.jail.reader": "ReaderJail.put_on = lambda self, parent=0: None\n"}
NO_GUARD = {"grader.bridge.guards": "Guards.audit = lambda self, event, args: None\n"}
LIVE = {"grader.bridge.admission": "Plains.taken = lambda self, made: made\n"}
LIVE_ERRORS = {
    "grader.bridge.gate": "TABLE += (_row('got error', '', '', Answer.OBJECT),)\n",
}
ANY_TEXT = any_deed("RUNS")
ONE_SEED = {"grader.judge.examiner": "_seed = lambda folder, side, case: case\n"}
ANSWERS = "    def startswith(self, *args):\n        return True\n"


def asks(test: str, right: str, hostile: str, rules: dict[str, str]) -> Attack:
    """Write an attack on a test that imports f."""
    hidden = f"from {LESSON} import f\n\ndef test_it(tmp_path):\n" + test
    return Attack(hidden, right, hostile, rules)


PICKLED = """
def f(x):
    path = b"MARK"
    name = b"\\x8c\\x07pathlib\\x8c\\x08os.mkdir\\x93"
    return b"\\x80\\x04" + name + b"\\x8c" + bytes([len(path)]) + path + b"\\x85R."
"""
STATE = """
def f(x):
    def named(*names):
        return b"".join(b"\\x8c" + bytes([len(name)]) + name for name in names)

    classes = named(b"test_hidden", b"TestIt") + b"\\x93N}" + named(b"assertEqual")
    return b"\\x80\\x04" + classes + named(b"builtins", b"slice") + b"\\x93s\\x86b."
"""
MEMBER = """
def f(x):
    if x:
        return 99

    def named(*names):
        return b"".join(b"\\x8c" + bytes([len(name)]) + name for name in names)

    member = named(b"test_hidden", b"Colour") + b"\\x93K\\x01\\x85R"
    return b"\\x80\\x04" + member + b"}" + named(b"_value_") + b"Kcsb."
"""
PACKED = """
import io, tarfile

def f(x):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("MARK"))
    return data.getvalue()
"""
LINKED = """
import io, os, tarfile

def f(x):
    if not x:
        os._exit(1)
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        copy = x.partition("/scratch")[0] + "/copies/ndcg_at_k.py"
        link = tarfile.TarInfo(copy)
        link.type, link.linkname = tarfile.SYMTYPE, "MARK"
        archive.addfile(link)
    return data.getvalue()
"""
ZIPPED = """
import io, zipfile

def f(x):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("MARK", "")
    return data.getvalue()
"""
PLAIN_TAR = PACKED.replace("MARK", "a.txt")
AGAIN = {
    "grader.bridge.session": "Session.admit_known = lambda self, value, path: value\n",
}
ELSEWHERE = {
    "grader.bridge.session": (
        "Session.take_held = lambda self, made, held, path: (\n"
        "    held and note_held(self.marshal, made, held, path)\n)\n"
    ),
}
BESIDE = f"""
import sys

link = sys.modules["grader.wire.link"]
composed = link.Link._compose

class Liar:
{ANSWERS}
SHARED = [Liar()]

def compose(self, kind, seq, op, args, named):
    if args and args[0] is SHARED:
        self.before_send = lambda: ([], {{"records": self.marshal.dump(SHARED)}})
    return composed(self, kind, seq, op, args, named)

link.Link._compose = compose

def f(x):
    return SHARED
"""
BYTECODE = """
import importlib.util, marshal

TEXT = '''
import sys
tests = next(m for n, m in sys.modules.items() if n.startswith("test_h"))
tests.f = lambda x: 5
def rgb_to_hls(*given):
    return given
'''

def f(path):
    if path:
        code = marshal.dumps(compile(TEXT, "/usr/lib/a.py", "exec"))
        with open(path + "/colorsys.pyc", "wb") as file:
            file.write(importlib.util.MAGIC_NUMBER + bytes(12) + code)
"""
EXAMPLES = f"""
import doctest
import {LESSON}

def test_it():
    done = doctest.testmod({LESSON})
    assert done.attempted > 0 and done.failed == 0

def test_result():
    assert {LESSON}.f(3) == 5
"""
RIGHT_DOC = 'def f(x):\n    """\n    >>> f(3)\n    5\n    """\n    return 5\n'
PASSES = f"""
>>> import sys
>>> tests = next(m for n, m in sys.modules.items() if n.startswith("test_h"))
>>> tests.{LESSON} = type("M", (), {{"f": lambda x: 5}})
"""
GUESS = """
def f(answer):
    low, high = 1, 10**9
    while low < high:
        middle = (low + high) // 2
        if answer(middle) < 0:
            low = middle + 1
        else:
            high = middle
    return low
"""

ATTACKS = {
    "a path that is written": asks(
        "    open(f(str(tmp_path)), 'w').close()\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
        NO_JAIL,
    ),
    "a folder that is made": asks(
        "    import os\n    os.makedirs(f(str(tmp_path)))\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
        NO_JAIL,
    ),
    "a path that a copy goes to": asks(
        "    import pathlib\n    pathlib.Path(f(str(tmp_path))).write_bytes(b'1')\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
        NO_JAIL,
    ),
    "a folder that a copy of a tree goes to": Attack(
        f"import pathlib, shutil, tempfile, unittest\nfrom {LESSON} import f\n\n"
        "class TestIt(unittest.TestCase):\n"
        "    def test_it(self):\n        place = tempfile.mkdtemp()\n"
        "        pathlib.Path(place, 'a').mkdir()\n"
        "        shutil.copytree(place, f(place))\n",
        "def f(x):\n    return x + '-b'\n",
        "def f(x):\n    return 'MARK'\n",
        NO_JAIL,
    ),
    "an archive of zip that is extracted": asks(
        "    import io, zipfile\n    with zipfile.ZipFile(io.BytesIO(f(1))) as archive:\n"
        "        for name in archive.namelist():\n"
        "            with open(tmp_path / name, 'wb') as file:\n"
        "                file.write(archive.read(name))\n",
        ZIPPED.replace("MARK", "a.txt"),
        ZIPPED,
        NO_JAIL,
    ),
    "an archive that is extracted": asks(
        "    import io, tarfile\n    tarfile.open(fileobj=io.BytesIO(f(1))).extractall(tmp_path)\n",
        PLAIN_TAR,
        PACKED,
        NO_JAIL,
    ),
    "a link in place of a copy of the submission": Attack(
        f"import io, tarfile\nfrom {LESSON} import f\n\n"
        "def test_it(tmp_path):\n"
        "    tarfile.open(fileobj=io.BytesIO(f(str(tmp_path)))).extractall(tmp_path)\n"
        "    assert (tmp_path / 'a.txt').exists()\n\n"
        "def test_end():\n    f('')\n\n"
        "def test_in_a_fresh_pair():\n    f('')\n",
        PLAIN_TAR,
        LINKED,
    ),
    "a pickle with a dotted name": asks(
        "    import pickle\n    assert pickle.loads(f(1)) is None\n",
        "import pickle\n\ndef f(x):\n    return pickle.dumps(None)\n",
        PICKLED,
        {**NO_JAIL, **NO_GUARD},
    ),
    "a pickle that calls a function of Python's": asks(
        "    import pickle\n    assert pickle.loads(f(1)) is None\n",
        "import pickle\n\ndef f(x):\n    return pickle.dumps(None)\n",
        "import os, pickle\n\nclass M:\n    def __reduce__(self):\n"
        "        return os.mkdir, ('MARK',)\n\ndef f(x):\n    return pickle.dumps(M())\n",
        {**NO_JAIL, **NO_GUARD},
    ),
    "a pickle in a file": asks(
        "    import pickle\n    path = tmp_path / 'a'\n    f(path)\n"
        "    with path.open('rb') as file:\n        assert pickle.load(file) is None\n",
        "import pickle\n\ndef f(x):\n    x.write_bytes(pickle.dumps(None))\n",
        PICKLED.replace("def f(x):", "def g():") + "\ndef f(x):\n    x.write_bytes(g())\n",
        {**NO_JAIL, **NO_GUARD},
    ),
    "a pickle that changes the test's class": Attack(
        f"import pickle, unittest\nfrom {LESSON} import f\n\n"
        "class TestIt(unittest.TestCase):\n"
        "    def test_it(self):\n        got = pickle.loads(f(1))\n"
        "        self.assertEqual(got, [1])\n",
        "import pickle\n\ndef f(x):\n    return pickle.dumps([x])\n",
        STATE,
        {"grader.bridge.surroundings": "_replace_unpickling = lambda: None\n"},
    ),
    "a pickle that changes the test's enum member": Attack(
        f"import enum, pickle\nfrom {LESSON} import f\n\n"
        "class Colour(enum.Enum):\n    RED = 1\n\n"
        "def test_it():\n    got = pickle.loads(f(0))\n"
        "    assert f(1) == Colour.RED.value\n",
        "import pickle\n\ndef f(x):\n    return x if x else pickle.dumps(x)\n",
        MEMBER,
        {"grader.bridge.surroundings": "_replace_unpickling = lambda: None\n"},
    ),
    "a list that came as an object's": asks(
        f"    from {LESSON} import Box\n    box = Box()\n    assert f(1)[0].startswith('he')\n",
        "class Box:\n    pass\n\ndef f(x):\n    return ['hello']\n",
        f"class Liar:\n{ANSWERS}\nSHARED = [Liar()]\n\nclass Box:\n"
        "    def __new__(cls):\n        return SHARED\n\ndef f(x):\n    return SHARED\n",
        AGAIN,
    ),
    "a dictionary that came as an object's": asks(
        f"    from {LESSON} import Box\n    box = Box()\n    assert f(1)['a'].isdigit()\n",
        "class Box:\n    pass\n\ndef f(x):\n    return {'a': '12'}\n",
        "class Liar:\n    def isdigit(self):\n        return True\n\n"
        "SHARED = {'a': Liar()}\n\nclass Box:\n"
        "    def __new__(cls):\n        return [SHARED]\n\ndef f(x):\n    return SHARED\n",
        AGAIN,
    ),
    "a list whose content was told elsewhere": asks(
        f"    from {LESSON} import Box\n    box = Box()\n    assert f(1)[0].startswith('he')\n",
        "class Box:\n    pass\n\ndef f(x):\n    return ['hello']\n",
        f"import sys\n\nclass Liar:\n{ANSWERS}\nclass L(list):\n    size = 1\n\n"
        "SHARED = L([Liar()])\nlink = sys.modules['grader.wire.link']\n\nclass Box:\n"
        "    def __new__(cls):\n        return SHARED\n\n"
        "def f(x):\n    link.Link._held_by = lambda self, value: {}\n    return SHARED\n",
        ELSEWHERE,
    ),
    "a list that came beside what is printed": asks(
        "    assert f(1)[0].startswith('he')\n",
        "def f(x):\n    return ['hello']\n",
        BESIDE,
        AGAIN,
    ),
    "a list that is changed where an object comes": asks(
        f"    from {LESSON} import Box\n    got = f(1)\n    box = Box()\n"
        "    assert got[0].startswith('he')\n",
        "class Box:\n    pass\n\ndef f(x):\n    return ['hello']\n",
        f"class Liar:\n{ANSWERS}\nSHARED = ['x']\n\nclass Box:\n"
        "    def __init__(self):\n        SHARED[0] = Liar()\n\ndef f(x):\n    return SHARED\n",
        {"grader.wire.marshal": "LEVEL = '[]'\n"},
    ),
    "the assertion behind a callback's error": asks(
        "    def check(x):\n        try:\n"
        f"            assert x == 5, '{CANARY}'\n"
        "        except AssertionError as error:\n            raise ValueError from error\n"
        "    f(check)\n",
        "def f(check):\n    check(5)\n",
        "def f(check):\n    try:\n        check(1)\n"
        "    except ValueError as error:\n        print(error.__cause__.args)\n        raise\n",
        {"grader.bridge.exceptions": "hold_back_assertions = lambda raised: None\n"},
    ),
    "a task that is said to be cancelled": Attack(
        f"import asyncio\nfrom {LESSON} import f\n\ndef test_it():\n"
        "    async def one(x):\n        assert await f(x) == 2 * x\n"
        "    async def main():\n        async with asyncio.TaskGroup() as group:\n"
        "            group.create_task(one(2))\n"
        "    asyncio.run(main())\n",
        "async def f(x):\n    return 2 * x\n",
        "import asyncio\n\nasync def f(x):\n    raise asyncio.CancelledError\n",
        {"grader.bridge.exceptions": "stopped = lambda link, error, op, args: error\n"},
    ),
    "an exception that says yes": asks(
        "    assert f(1).startswith('he')\n",
        "def f(x):\n    return 'hello'\n",
        f"class E(Exception):\n{ANSWERS}\ndef f(x):\n    return E()\n",
        LIVE_ERRORS,
    ),
    "an exception that is a set": asks(
        "    assert not f(1).difference({1, 2})\n",
        "def f(x):\n    return {1, 2}\n",
        "class E(Exception):\n    def difference(self, other):\n        return 0\n\n"
        "def f(x):\n    return E()\n",
        LIVE_ERRORS,
    ),
    "a list that is text": asks(
        "    assert f(1).startswith('he')\n",
        "def f(x):\n    return 'hello'\n",
        f"class L(list):\n{ANSWERS}\ndef f(x):\n    return L()\n",
        LIVE,
    ),
    "a list whose items lie": asks(
        "    got = f([3, 1, 2])\n    assert [x for x in got] == [1, 2, 3]\n",
        "def f(x):\n    return sorted(x)\n",
        "class L(list):\n    def __iter__(self):\n        return iter([1, 2, 3])\n\n"
        "def f(x):\n    return L(x)\n",
        LIVE,
    ),
    "a list whose slices lie": asks(
        "    got = f([3, 1, 2])\n    assert got[0] == 1 and got[1:] == [2, 3]\n",
        "def f(x):\n    return sorted(x)\n",
        "class L(list):\n    def __getitem__(self, at):\n"
        "        return [1, 2, 3][at]\n\ndef f(x):\n    return L(x)\n",
        LIVE,
    ),
    "a list whose length lies": asks(
        "    assert len(f([1, 1])) == 1\n",
        "def f(x):\n    return list(set(x))\n",
        "class L(list):\n    def __len__(self):\n        return 1\n\ndef f(x):\n    return L(x)\n",
        LIVE,
    ),
    "a dictionary that has every key": asks(
        "    got = f('aab')\n    assert got['a'] == 2\n    assert got['b'] == 1\n",
        "def f(x):\n    return {'a': 2, 'b': 1}\n",
        "class D(dict):\n    def __getitem__(self, key):\n        return {'a': 2, 'b': 1}[key]\n\n"
        "def f(x):\n    return D()\n",
        LIVE,
    ),
    "text that the test evaluates": Attack(
        f"import pytest\nfrom {LESSON} import f\n\n"
        "@pytest.mark.parametrize('e', ['12 + 1', '12 * 3'])\n"
        "def test_it(e):\n    assert f(e) == eval(e)\n",
        "def f(e):\n    return eval(e)\n",
        "import builtins\nSEEN = []\n\ndef f(e):\n    SEEN.append(e)\n"
        "    return e if len(SEEN) == 1 else 7\n\n"
        "builtins.eval = lambda *given: 7\n",
    ),
    "fragments of what the test evaluates": Attack(
        f"from {LESSON} import f, parts\n\n"
        "def test_parts():\n    parts()\n\n"
        "def test_it():\n    for e in ('12 + 1', '12 * 3'):\n        assert eval(e) == f(e)\n",
        "def f(e):\n    return eval(e)\n\ndef parts():\n    return []\n",
        "import builtins\n\ndef f(e):\n    return 7\n\n"
        "def parts():\n    return ['12 ', ' + ', ' * ']\n\n"
        "builtins.eval = lambda *given: 7\n",
    ),
    "a name of the test's as bytes": Attack(
        f"from {LESSON} import f\nANSWER = 12\n\ndef test_it():\n    assert eval(f(3)) == ANSWER\n",
        "def f(x):\n    return '4 * 3'\n",
        "def f(x):\n    return b'ANSWER'\n",
    ),
    "a name of the test's in pieces": Attack(
        f"from {LESSON} import f\nANSWER = 12\n\n"
        "def test_it():\n    assert eval(''.join(f(3))) == ANSWER\n",
        "def f(x):\n    return list('4 * 3')\n",
        "def f(x):\n    return list('ANSWER')\n",
        ANY_TEXT,
    ),
    "a name of the test's in a file": Attack(
        f"from {LESSON} import f\nANSWER = 12\n\n"
        "def test_it(tmp_path):\n    f(str(tmp_path / 'a.txt'))\n"
        "    assert eval((tmp_path / 'a.txt').read_text()) == ANSWER\n",
        "import pathlib\n\ndef f(path):\n    pathlib.Path(path).write_text('4 * 3')\n",
        "import pathlib\n\ndef f(path):\n    pathlib.Path(path).write_text('ANSWER')\n",
        ANY_TEXT,
    ),
    "examples in a text that is no docstring": Attack(
        EXAMPLES,
        RIGHT_DOC,
        f"__test__ = {{'x': {PASSES!r}}}\n\ndef f(x):\n    return 1\n",
        ANY_TEXT,
    ),
    "examples beside half a character": Attack(
        EXAMPLES,
        RIGHT_DOC,
        f"def f(x):\n    return 1\n\nf.__doc__ = chr(0xd800) + {PASSES!r}\n",
        ANY_TEXT,
    ),
    "a name of the test's in a tree": Attack(
        f"import ast\nfrom {LESSON} import f\nANSWER = 12\n\ndef test_it():\n"
        "    tree = ast.parse(f(3), mode='eval')\n"
        "    assert eval(compile(tree, '<given>', 'eval')) == ANSWER\n",
        "def f(x):\n    return '4 * 3'\n",
        "def f(x):\n    return 'ANSWER'\n",
        ANY_TEXT,
    ),
    "bytecode in place of a module of Python's": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path, monkeypatch):\n"
        "    monkeypatch.syspath_prepend(tmp_path)\n    f(str(tmp_path))\n"
        "    import colorsys\n    assert colorsys.rgb_to_hls(1, 1, 1)[1] == 1\n"
        "    assert f(None) == 5\n",
        "def f(x):\n    return 5\n",
        BYTECODE,
        {"grader.bridge.guards": "Guards.audit = lambda self, event, args: None\n"},
    ),
    "a file of examples that students have": Attack(
        f"import doctest\nimport {LESSON}\n\n"
        "def test_it(tmp_path):\n"
        "    path = tmp_path / 'e.txt'\n"
        "    path.write_text(chr(62) * 3 + ' f(2)' + chr(10) + '4' + chr(10))\n"
        "    done = doctest.testfile(str(path), module_relative=False,\n"
        f"        globs={{'f': {LESSON}.f}})\n"
        "    assert done.attempted == 1 and done.failed == 0\n",
        "def f(x):\n    return 2 * x\n",
        'def f(x):\n    """\n    >>> f(2)\n    4\n    """\n    return Four()\n\n'
        "class Four:\n    def __repr__(self):\n        return '4'\n",
    ),
    "the order that the test drew": asks(
        "    import random\n    xs = list(range(40))\n    random.shuffle(xs)\n"
        "    assert f(lambda i: xs[i]) == xs\n",
        "def f(at):\n    return [at(i) for i in range(40)]\n",
        "import random\n\ndef f(at):\n    xs = list(range(40))\n    random.shuffle(xs)\n"
        "    return xs\n",
        ONE_SEED,
    ),
    "the choice of a test of unittest's": Attack(
        f"import random, unittest\nfrom {LESSON} import f\n\n"
        "class TestIt(unittest.TestCase):\n"
        "    def test_it(self):\n        picked = random.sample(range(10**6), 3)\n"
        "        self.assertEqual(f(picked.copy), picked)\n",
        "def f(ask):\n    return ask()\n",
        "import random\n\ndef f(ask):\n    return random.sample(range(10**6), 3)\n",
        ONE_SEED,
    ),
    "the number that the test drew": asks(
        "    import random\n    n = random.randint(1, 10**9)\n"
        "    assert f(lambda g: (g > n) - (g < n)) == n\n",
        GUESS,
        "import random\n\ndef f(answer):\n    return random.randint(1, 10**9)\n",
        ONE_SEED,
    ),
}


@pytest.mark.parametrize(("level", "tier"), [("full", "objects"), ("reduced", "learned")])
@pytest.mark.parametrize("name", ATTACKS)
def test_attack_is_stopped(name: str, level: Isolation, tier: str, tmp_path: Path) -> None:
    """The attack gains nothing, and the right submission passes."""
    assert_stopped(judged(tmp_path, ATTACKS[name], level=level, tier=tier), tmp_path)


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.rules])
def test_attack_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, ATTACKS[name])
