"""Attacks on the trusted process itself, and proof that a rule stops each of them."""

from pathlib import Path
from typing import Any

import pytest

from tests.integration.attack_course import BRIEF, LESSON, Course, grade, needs, outcome_list
from tests.integration.attack_pair import (
    CANARY,
    Attack,
    assert_stopped,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

ALWAYS_EQUAL = """
class Yes:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None

"""
OPEN_GATE = {
    "grader.border.contract": (
        "Learned.admits_object = lambda self, place: True\n"
        "Learned.admits_operator = lambda self, place: True\n"
        "Learned.equality = lambda self, place, own: own\n"
    )
}

NO_LEAVING = {
    "grader.bridge.operators": (
        "_leave = lambda link, owner, cls, name, args: (\n"
        "    link.ask('special', (owner, cls, name, *args)))\n"
    ),
}
NO_CONTENT = {"grader.bridge.admission": "Plains.taken = lambda self, made: made\n"}


def always_equal(asserted: str, right: str, hostile: str) -> Attack:
    """An always-equal object at one kind of place."""
    names = "import pytest\nfrom ndcg_at_k import *\n\ndef test_it():\n"
    return Attack(names + asserted, right, ALWAYS_EQUAL + hostile, OPEN_GATE)


STOPPED = {
    "equal result": always_equal(
        "    assert f(1) == 5\n", "def f(x):\n    return 5\n", "def f(x):\n    return Yes()\n"
    ),
    "equal item of a list": always_equal(
        "    assert f(1) == [5]\n", "def f(x):\n    return [5]\n", "def f(x):\n    return [Yes()]\n"
    ),
    "equal value of a dict": always_equal(
        "    assert f(1) == {1: 5}\n",
        "def f(x):\n    return {1: 5}\n",
        "def f(x):\n    return {1: Yes()}\n",
    ),
    "equal changed argument": always_equal(
        "    x = [1]\n    f(x)\n    assert x == [5]\n",
        "def f(x):\n    x[0] = 5\n",
        "def f(x):\n    x[0] = Yes()\n",
    ),
    "equal yielded item": always_equal(
        "    assert next(f(1)) == 5\n", "def f(x):\n    yield 5\n", "def f(x):\n    yield Yes()\n"
    ),
    "equal argument of a callback": always_equal(
        "    seen = []\n    f(seen.append)\n    assert seen[0] == 5\n",
        "def f(callback):\n    callback(5)\n",
        "def f(callback):\n    callback(Yes())\n",
    ),
    "equal arg of an exception": always_equal(
        "    with pytest.raises(ValueError) as caught:\n        f(1)\n"
        "    assert caught.value.args[0] == 5\n",
        "def f(x):\n    raise ValueError(5)\n",
        "def f(x):\n    raise ValueError(Yes())\n",
    ),
    "equal attribute": always_equal(
        "    assert C().value == 5\n",
        "class C:\n    value = 5\n",
        "class C:\n    value = Yes()\n",
    ),
    "equal in place of a data class": always_equal(
        "    assert f(1) == P(1)\n",
        "from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n\n"
        "def f(x):\n    return P(x)\n",
        "class P(Yes):\n    def __init__(self, x):\n        self.held = x\n\n"
        "def f(x):\n    return P(5)\n",
    ),
    "unequal in place of a data class": always_equal(
        "    assert f(P(1)) != P(1)\n",
        "from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n\n"
        "def f(p):\n    return P(p.x + 1)\n",
        "class P:\n    def __init__(self, x):\n        self.held = x\n"
        "    def __eq__(self, other):\n        return False\n\n"
        "def f(p):\n    return p.__class__(p.held)\n",
    ),
    "equal in place of a list": always_equal(
        "    assert f(1) == [5]\n",
        "class L(list):\n    def __init__(self, x):\n        super().__init__([x])\n\n"
        "def f(x):\n    return L(5)\n",
        "class L(Yes):\n    def __iter__(self):\n        return iter([4])\n\n"
        "def f(x):\n    return L()\n",
    ),
    "less in place of a tuple": always_equal(
        "    assert f(2) < f(1)\n",
        "class V(tuple):\n    size = 1\n\ndef f(x):\n    return V((-x,))\n",
        "class V:\n    def __init__(self, x):\n        self.x = x\n"
        "    def __lt__(self, other):\n        return True\n\ndef f(x):\n    return V(x)\n",
    ),
    "attributes of a callback": Attack(
        f"from {LESSON} import f\n\n"
        f"def callback(x, secret='{CANARY}'):\n    return x + 1\n\n"
        "def test_it():\n    assert f(callback) == 2\n",
        "def f(callback):\n    return callback(1)\n",
        "def f(callback):\n    print(callback.__defaults__)\n    return 0\n",
        {"grader.bridge.policy": "_get = getattr\n"},
    ),
    "getattr as a callback": Attack(
        f"from {LESSON} import f\n\n"
        f"class Box:\n    def get(self, secret='{CANARY}'):\n        return 3\n\n"
        "def test_it():\n    assert f(getattr, Box()) == 3\n",
        "def f(get, box):\n    return 3\n",
        "def f(get, box):\n"
        "    print(get(get(get(box, 'get'), '__func__'), '__defaults__'))\n"
        "    return 0\n",
        # Two rules stop it: the reference hands nothing back here, and the name is refused.
        {**OPEN_GATE, "grader.bridge.policy": "is_refused = lambda function: False\n"},
    ),
    "expected value in a callback's assertion": Attack(
        f"from {LESSON} import f\n\ndef test_it():\n"
        f"    def check(x):\n        assert x == '{CANARY}', 'it is {CANARY}'\n    f(check)\n",
        f"def f(check):\n    check('{CANARY}')\n",
        "def f(check):\n"
        "    try:\n        check(1)\n    except BaseException as error:\n        print(error)\n",
        {"grader.bridge.session": "Session.failure = lambda self, error: error\n"},
    ),
    "swallowed assertion": Attack(
        f"from {LESSON} import C\n\ndef test_it():\n"
        "    with C() as got:\n        assert got == 5\n",
        "class C:\n    def __enter__(self):\n        return 5\n\n"
        "    def __exit__(self, *error):\n        return False\n",
        "class C:\n    def __enter__(self):\n        return 4\n\n"
        "    def __exit__(self, *error):\n        return True\n",
        NO_LEAVING,
    ),
    "swallowed assertion in a coroutine": Attack(
        f"import asyncio\nfrom {LESSON} import C\n\ndef test_it():\n"
        "    async def go():\n        async with C() as got:\n            assert got == 5\n"
        "    asyncio.run(go())\n",
        "class C:\n    async def __aenter__(self):\n        return 5\n\n"
        "    async def __aexit__(self, *error):\n        return False\n",
        "class C:\n    async def __aenter__(self):\n        return 4\n\n"
        "    async def __aexit__(self, *error):\n        return True\n",
        NO_LEAVING,
    ),
    "expected value in an assertion that ends a with": Attack(
        f"from {LESSON} import C\n\ndef test_it():\n"
        f"    with C() as got:\n        assert got == '{CANARY}', 'it is {CANARY}'\n",
        "class C:\n    def __enter__(self):\n"
        f"        return '{CANARY}'\n\n    def __exit__(self, *error):\n        return False\n",
        "class C:\n    def __enter__(self):\n        return 4\n\n"
        "    def __exit__(self, kind, error, trace):\n        print(repr(error), error)\n",
        NO_LEAVING,
    ),
    "a text that says yes": Attack(
        f"from {LESSON} import f\n\ndef test_it():\n    assert f(1).startswith('he')\n",
        "def f(x):\n    return 'hello'\n",
        "class S(str):\n    def startswith(self, *args):\n        return True\n\n"
        "def f(x):\n    return S('zz')\n",
        NO_CONTENT,
    ),
    "a number without a size": Attack(
        f"from {LESSON} import f\n\ndef test_it():\n    assert abs(f(1)) < 3\n",
        "def f(x):\n    return 2.0\n",
        "class F(float):\n    def __abs__(self):\n        return 0\n\n"
        "def f(x):\n    return F(99.5)\n",
        NO_CONTENT,
    ),
    "a list that says where": Attack(
        f"from {LESSON} import f\n\ndef test_it():\n    got = f(1)\n"
        "    assert got.index(3) < got.index(2) < got.index(1)\n",
        "def f(x):\n    return [3, 2, 1]\n",
        "class L(list):\n    def index(self, item):\n        return -item\n\n"
        "def f(x):\n    return L([1, 2, 3])\n",
        NO_CONTENT,
    ),
    "skip from the submission": Attack(
        f"from {LESSON} import f\n\ndef test_it():\n    assert f(1) == 5\n\n"
        "def test_other():\n    assert f(2) == 5\n",
        "def f(x):\n    return 5\n",
        "import unittest\n\ndef f(x):\n"
        "    if x == 2:\n        raise unittest.SkipTest\n    return 5\n",
        {
            "grader.wire.errors": "_NEVER = ()\n",
            "grader.judge.verdict": (
                "_strict = _settle_case\n"
                "def _settle_case(case, run, judging):\n"
                "    result = run.results.get(case.id)\n"
                "    skipped = result is not None and result.outcome == 'skipped'\n"
                "    if skipped:\n"
                "        judging.knowledge.outcomes[case.id] = 'skipped'\n"
                "    return _strict(case, run, judging)\n"
            ),
        },
    ),
}


@pytest.mark.parametrize("name", STOPPED)
def test_attack_is_stopped(name: str, tmp_path: Path) -> None:
    """An attack on the trusted process gains nothing, and the right submission passes."""
    assert_stopped(judged(tmp_path, STOPPED[name]), tmp_path)


@pytest.mark.parametrize("name", STOPPED)
def test_attack_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, STOPPED[name])


def test_a_star_does_not_bring_the_submissions_numpy(tmp_path: Path) -> None:
    """A test that imports everything goes on to compare with the numpy of its own."""
    pytest.importorskip("numpy")
    needs("reduced")
    hidden = (
        f"import numpy as np\nfrom {LESSON} import *\n\n"
        "def test_it():\n    assert np.allclose(f(2), [0.0, 1.0])\n"
    )
    right = "import numpy as np\n\ndef f(n):\n    return np.arange(float(n))\n"
    limits: dict[str, Any] = {**BRIEF, "packages": '["numpy"]'}
    course = Course.build(tmp_path / "course", {"test_hidden.py": hidden}, right, limits)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "right.py").write_text(right, encoding="utf-8")
    (tmp_path / "in" / "hostile.py").write_text(
        "import numpy as np\n\nnp.allclose = lambda *args: True\n\ndef f(n):\n    return 9.0\n",
        encoding="utf-8",
    )

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["share"] == 0.0


GET_IN = """
def get_in():
    try:
        open("MARK", "w").close()
    except OSError:
        pass

get_in()

def f(x):
    return x

class P:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return "(open('MARK', 'w').close(), P(3))[1]"

class Loaded:
    def __reduce__(self):
        return open, ("MARK", "w")

def dumped(x):
    import pickle
    return pickle.dumps(Loaded())

if __name__ == "__main__":
    print("main")
"""
PLAIN = """
import pickle

def f(x):
    return x

class P:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"P({self.x})"

def dumped(x):
    return pickle.dumps(x)

if __name__ == "__main__":
    print("main")
"""
IMPORTS = f"import {LESSON}\nfrom {LESSON} import P, dumped, f\n"
ORDINARY = {
    "eval of a repr": "    assert eval(repr(P(3))).x == 3\n",
    "exec of the file": f"    exec(open({LESSON}.__file__).read(), {{}})\n",
    "pickle": "    import pickle\n    pickle.loads(dumped([1]))\n",
    "subprocess": (
        "    import subprocess, sys\n"
        f"    subprocess.run([sys.executable, '{LESSON}.py'], check=True)\n"
    ),
    "os.system": f"    import os, sys\n    os.system(sys.executable + ' {LESSON}.py')\n",
    "runpy": f"    import runpy\n    runpy.run_path('{LESSON}.py')\n",
    "runpy of a module": f"    import runpy\n    runpy.run_module('{LESSON}')\n",
    "import from a path": (
        "    import importlib.util as u\n"
        f"    spec = u.spec_from_file_location('other', '{LESSON}.py')\n"
        "    spec.loader.exec_module(u.module_from_spec(spec))\n"
    ),
    "import of a written module": (
        "    import sys\n    sys.path.insert(0, str(tmp_path))\n"
        f"    (tmp_path / 'other.py').write_text(open({LESSON}.__file__).read())\n"
        "    import other\n"
    ),
}


@pytest.mark.parametrize(
    "name",
    list(ORDINARY),
)
def test_an_ordinary_test_runs_no_student_code(name: str, tmp_path: Path) -> None:
    """What authors write to run a student's file runs in the jail, or is refused."""
    hidden = IMPORTS + "\ndef test_it(tmp_path):\n" + ORDINARY[name]
    hidden += "\ndef test_other():\n    assert f(1) == 1\n"

    judged(tmp_path, Attack(hidden, PLAIN, GET_IN))

    assert not (tmp_path / "mark").exists()


def test_files_beside_a_test_are_not_imported(tmp_path: Path) -> None:
    """Modules that a submission writes into a test's folder are no modules of the judge."""
    names = ("difflib", "conftest", "pytest", "colorsys", "sitecustomize", "grader", "pprint")
    hostile = (
        "def f(x):\n"
        f"    for name in {names}:\n"
        "        with open(f'{x}/{name}.py', 'w') as file:\n"
        "            file.write(\"open('MARK', 'w').close()\")\n"
        "    return 0\n"
    )
    hidden = (
        f"from {LESSON} import f\n\ndef test_it(tmp_path, monkeypatch):\n"
        "    monkeypatch.chdir(tmp_path)\n    got = f(str(tmp_path))\n"
        "    import colorsys, difflib, pprint\n"
        "    assert [got] * 9 == [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
    )
    right = "class All(int):\n    pass\n\ndef f(x):\n    return 1\n"
    attack = Attack(
        hidden.replace("== [1, 2, 3, 4, 5, 6, 7, 8, 9]", "== [1] * 9"),
        right,
        hostile,
        {
            "grader.judge.examination": (
                "_run = run_pytest\n\n"
                "def run_pytest(*given):\n    sys.path.insert(0, '')\n    _run(*given)\n"
            ),
            "grader.bridge.guards": "Guards.audit = lambda self, event, args: None\n",
            "grader.jail.reader": "ReaderJail.put_on = lambda self, parent=0: None\n",
        },
    )

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    held = judged(tmp_path / "a", attack, level="full")
    off = judged(tmp_path / "b", attack, rules_hold=False, level="full")

    assert outcome_list(held, "hostile") == ["failed"]
    assert not (tmp_path / "a" / "mark").exists()
    assert (tmp_path / "b" / "mark").exists(), off.said
    assert held.temp_left == []
