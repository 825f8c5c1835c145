"""Attacks by the name of a place: a module or a file of this side, whose lines would be shown."""

import json
from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import CANARY, Attack, any_deed, judged

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_HIDDEN = (
    f"import contextlib, inspect, io, pytest\nfrom {LESSON} import f\n\n"
    f"@pytest.mark.reveal('values')\ndef test_it():\n    secret = '{CANARY}'\n"
)
_SOURCE = f"{_HIDDEN}    assert 'lambda' in inspect.getsource(f) and f(5) == 25\n"
_SQUARE = "def f(x):\n    return (lambda y: y * y)(x)\n"
ANY_HOME = {
    **any_deed("IS_OF"),
    "grader.wire.link": "Link.file_of = lambda self, module: f'{module}.py'\n",
}
_CLASS = (
    f"import inspect, pytest\nfrom {LESSON} import C\n\n"
    f"@pytest.mark.reveal('values')\ndef test_it():\n    secret = '{CANARY}'\n"
    "    assert 'lambda' in inspect.getsource(C)\n\nclass TestOther:\n"
    f"    secret = '{CANARY}'\n"
)
_SHOWN = (
    f"{_HIDDEN}    with contextlib.redirect_stderr(io.StringIO()) as said:\n        f(5)\n"
    "    assert said.getvalue() == '25'\n"
)
_SAYS = "import sys\n\ndef f(x):\n    sys.stderr.write(str(x * x))\n"
ANY_FILE = {
    "grader.bridge.session": (
        "_pass_on = pass_on\n"
        "def pass_on(told, files):\n"
        "    class Any:\n"
        "        def __contains__(self, name):\n            return True\n"
        "    _pass_on(told, Any())\n"
    )
}
PLACES = {
    "a function of the hidden file": Attack(
        _SOURCE,
        _SQUARE,
        "def f(x):\n    return x * x\n\nf.__module__ = 'test_hidden'\n"
        "f.__code__ = f.__code__.replace(co_firstlineno=5)\n",
        ANY_HOME,
    ),
    "a module that holds what is looked for": Attack(
        _SOURCE,
        _SQUARE,
        "import inspect\n\nwith open(inspect.__file__) as file:\n"
        "    line = next(n for n, text in enumerate(file, 1) if 'key=lambda' in text)\n\n"
        "def f(x):\n    return x * x\n\nf.__module__ = 'inspect'\n"
        "f.__code__ = f.__code__.replace(co_firstlineno=line)\n",
        ANY_HOME,
    ),
    "a class of the hidden file": Attack(
        _CLASS,
        "class C:\n    square = lambda self, x: x * x\n",
        "class C:\n    pass\n\nC.__module__ = 'test_hidden'\n"
        "C.__name__ = C.__qualname__ = 'TestOther'\n",
        ANY_HOME,
    ),
    "a line of the hidden file": Attack(
        _SHOWN,
        _SAYS,
        "import warnings\n\ndef f(x):\n"
        "    warnings.warn_explicit('', UserWarning, 'test_hidden.py', 6)\n",
        ANY_FILE,
    ),
    "a line of code that says it is of the hidden file": Attack(
        _SHOWN,
        _SAYS,
        "CODE = compile('\\n' * 5 + 'warnings.warn(str())', 'test_hidden.py', 'exec')\n\n"
        "def f(x):\n    import warnings\n    exec(CODE, {'warnings': warnings})\n",
        ANY_FILE,
    ),
}


def _gains(place: Path, attack: Attack, **options: str | bool) -> bool:
    """Tell whether a hidden line is shown, or the wrong submission passes; the right one must."""
    graded = judged(place, attack, **options)  # type: ignore[arg-type] # as each test names them
    assert graded.reports["right"]["share"] == 1.0, graded.said
    report = graded.reports["hostile"]
    return CANARY in json.dumps(report) or report["share"] == 1.0


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", PLACES)
def test_a_place_of_this_side_is_not_named(name: str, level: Isolation, tmp_path: Path) -> None:
    """What a submission says it is from leads to no file but its own."""
    assert not _gains(tmp_path, PLACES[name], level=level)


@pytest.mark.parametrize("name", PLACES)
def test_in_the_tier_without_objects_too(name: str, tmp_path: Path) -> None:
    """The same holds where functions and data cross alone."""
    assert not _gains(tmp_path, PLACES[name], tier="functions")


@pytest.mark.parametrize("name", PLACES)
def test_a_place_is_named_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert _gains(tmp_path, PLACES[name], rules_hold=False)
