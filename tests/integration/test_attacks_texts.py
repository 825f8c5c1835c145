"""Texts of a submission: run beside the hidden cases by a library, or read otherwise than run."""

from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import (
    Attack,
    assert_stopped,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_RIGHT = """
from dataclasses import dataclass

@dataclass
class P:
    x: int
    y: int

    def total(self):
        return self.x + self.y

def f(x: int) -> int:
    return x + 1
"""
_WRONG = _RIGHT.replace("+", "-")
# puts classes and functions of its own in the place of those that the hidden file has imported
_TAKE_OVER = (
    "vars(__import__('sys').modules['test_hidden']).update("
    "f=lambda x: x + 1, P=lambda x, y: type('Q', (), {'total': lambda self: x + y})())"
)
_LIBRARIES_RUN_TEXTS = {
    "grader.bridge.guards": (
        "Guards._check_library = lambda self, code: None\n"
        "Guards.hints_of = lambda self, *_, **__: None\n"
    )
}
_ANY_NAME = {"grader.wire.build": "_is_name = lambda name: True\n"}
_LAST = "    assert f(4) == 5\n    assert P(4, 2).total() == 6\n"


def _attack(
    asked: str, change: str, rules: dict[str, str], imported: str = f"from {LESSON} import P, f\n"
) -> Attack:
    hidden = f"{imported}def test_it():\n    try:\n        {asked}\n    except TypeError:\n"
    return Attack(f"{hidden}        pass\n{_LAST}", _RIGHT, _WRONG + change, rules)


_OF_A_CLASS = f'P.__annotations__ = {{"x": "{_TAKE_OVER}"}}\n'
_OF_A_FUNCTION = f'f.__annotations__ = {{"x": "{_TAKE_OVER}"}}\nf.__module__ = "nowhere"\n'
_FIELD = f"""
import copy

added = copy.copy(P.__dataclass_fields__["x"])
added.name = "z:{_TAKE_OVER}"
added.init = added.repr = added.compare = False
P.__dataclass_fields__ = {{**P.__dataclass_fields__, added.name: added}}
"""
ATTACKS = {
    "annotation of a class": _attack(
        "__import__('typing').get_type_hints(P)", _OF_A_CLASS, _LIBRARIES_RUN_TEXTS
    ),
    "annotation within an annotation": _attack(
        "__import__('typing').get_type_hints(P)",
        f'P.__annotations__ = {{"x": list["{_TAKE_OVER}"]}}\n',
        _LIBRARIES_RUN_TEXTS,
    ),
    "annotation of a class from elsewhere": _attack(
        "__import__('typing').get_type_hints(P, {})", _OF_A_CLASS, _LIBRARIES_RUN_TEXTS
    ),
    "annotation of a function": _attack(
        "__import__('functools').singledispatch(str).register(f)",
        _OF_A_FUNCTION,
        _LIBRARIES_RUN_TEXTS,
    ),
    "annotation while the hidden file is imported": _attack(
        "pass",
        _OF_A_CLASS,
        _LIBRARIES_RUN_TEXTS,
        f"import typing\nfrom {LESSON} import P, f\n\ntyping.get_type_hints(P, {{}})\n\n",
    ),
    "name of a field": _attack(
        "__import__('dataclasses').dataclass(type('Derived', (P,), {}))", _FIELD, _ANY_NAME
    ),
    "name of a field, for keywords only": _attack(
        "__import__('dataclasses').dataclass(kw_only=True)(type('Derived', (P,), {}))",
        _FIELD,
        _ANY_NAME,
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_is_stopped(name: str, tmp_path: Path) -> None:
    """No library runs beside the hidden cases what a submission wrote."""
    assert_stopped(judged(tmp_path, ATTACKS[name]), tmp_path)


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, ATTACKS[name])


_HINTS = f"""
import typing
from dataclasses import dataclass

from {LESSON} import P, f

def test_it():
    assert typing.get_type_hints(P) == {{"x": int, "y": int}}
    assert typing.get_type_hints(f) == {{"x": int, "return": int}}

    @dataclass
    class Derived(P):
        z: int = 0

    assert Derived(1, 2, 3).total() == 3
"""


def test_annotations_are_resolved_where_they_were_written(tmp_path: Path) -> None:
    """Annotations that are texts pass as those that are types, and wrong ones do not."""
    postponed = "from __future__ import annotations\n" + _RIGHT
    graded = judged(tmp_path, Attack(_HINTS, postponed, _RIGHT.replace("x: int", "x: 'float'")))

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["share"] == 0.0


def test_annotations_may_become_texts(tmp_path: Path) -> None:
    """Whoever annotates by texts passes where the reference annotates by types."""
    postponed = "from __future__ import annotations\n" + _RIGHT
    graded = judged(tmp_path, Attack(_HINTS, _RIGHT, postponed))

    assert graded.reports["hostile"]["share"] == 1.0, graded.said


def test_annotations_of_the_tests_own_class_are_resolved_here(tmp_path: Path) -> None:
    """A class of the hidden file that extends the submission's is not looked for over there."""
    hidden = (
        f"import typing\nfrom {LESSON} import P\n\nclass Derived(P):\n    z: 'int'\n\n"
        "def test_it():\n"
        "    assert typing.get_type_hints(Derived) == {'x': int, 'y': int, 'z': int}\n"
    )
    graded = judged(tmp_path, Attack(hidden, _RIGHT, _WRONG))

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["share"] == 1.0


_NO_SUM = (
    f"import inspect\nfrom pathlib import Path\nimport {LESSON}\nfrom {LESSON} import f\n\n"
    "def test_it():\n    assert f([5]) == 5\n"
)
_LOOP = "def f(x):\n    t = 0\n    for v in x:\n        t += v\n    return t\n"
_SOURCE = f"{_NO_SUM}    assert 'sum(' not in inspect.getsource(f)\n"
_FILE = f"{_NO_SUM}    assert 'sum(' not in Path({LESSON}.__file__).read_text()\n"
READ_OTHERWISE = {
    "UTF-7 where only Python finds it": Attack(
        _SOURCE, _LOOP, "\r# coding: utf-7\rdef f(x):\r    return s+AHU-m(x)\r"
    ),
    "escapes where only Python finds them": Attack(
        _SOURCE, _LOOP, "\f\r# coding: unicode_escape\rdef f(x):\r    return s\\x75m(x)\r"
    ),
    "UTF-7": Attack(_FILE, _LOOP, "# coding: utf-7\ndef f(x):\n    return s+AHU-m(x)\n"),
    "escapes": Attack(
        _FILE, _LOOP, "#!python\n# coding: unicode_escape\ndef f(x):\n    return s\\x75m(x)\n"
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", READ_OTHERWISE)
def test_what_a_case_reads_is_what_runs(name: str, level: Isolation, tmp_path: Path) -> None:
    """A submission hides nothing from a case that reads it by how it is encoded."""
    graded = judged(tmp_path, READ_OTHERWISE[name], level=level)

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] in {"failed", "error", "unreadable"}


_ELSEWHERE = (
    f"import inspect\nimport {LESSON}\nfrom {LESSON} import f\n\n"
    "def test_it(tmp_path, monkeypatch):\n    monkeypatch.chdir(tmp_path)\n"
    "    assert f([5]) == 5\n"
)
_DECOY = (
    f"def f(x):\n    with open('{LESSON}.py', 'w') as file:\n"
    "        file.write('def f(x):\\n    return 5\\n')\n    return sum(x)\n"
)
_FIRST_ON_DISK = {"grader.bridge.guards": "Guards.lines_of = lambda self, *_: None\n"}
DECOYS = {
    "of a function": Attack(
        f"{_ELSEWHERE}    assert 'sum(' not in inspect.getsource(f)\n",
        _LOOP,
        _DECOY,
        _FIRST_ON_DISK,
    ),
    "of the module": Attack(
        f"{_ELSEWHERE}    assert 'sum(' not in inspect.getsource({LESSON})\n",
        _LOOP,
        _DECOY,
        _FIRST_ON_DISK,
    ),
    "of a function that is called while it is collected": Attack(
        _ELSEWHERE.replace("import f\n", "import f\nf([])\n")
        + "    assert 'sum(' not in inspect.getsource(f)\n",
        _LOOP,
        _DECOY,
        _FIRST_ON_DISK,
    ),
}


@pytest.mark.parametrize("tier", ["objects", "functions"])
@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", DECOYS)
def test_a_decoy_is_not_read(name: str, level: Isolation, tier: str, tmp_path: Path) -> None:
    """The source of a submission is what was handed in, whatever the current folder holds."""
    graded = judged(tmp_path, DECOYS[name], level=level, tier=tier)

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] == "failed"


@pytest.mark.parametrize("name", DECOYS)
def test_a_decoy_is_read_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds where Python looks for the file first."""
    assert_succeeds_without_its_rule(tmp_path, DECOYS[name])
