"""Attacks by way of the objects that a test hands over, and the rules that stop them."""

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

QUIZ = f"""
from {LESSON} import f


class Quiz:
    expected = 5

    @property
    def right(self):
        return self.expected

    @right.setter
    def right(self, value):
        self.__dict__["expected"] = value

    def check(self, got):
        return got == self.expected


def test_it():
    quiz = Quiz()
    got = f(quiz)
    assert quiz.check(got)
"""
SETTING_ANYTHING = (
    "_strict = Session.perform\n"
    "Session.perform = lambda self, op, args, named: (\n"
    "    setattr(*args[:3]) if op == 'set' else _strict(self, op, args, named))\n"
)
STOPPED = {
    "expected value of a test's class overwritten": Attack(
        QUIZ,
        "def f(quiz):\n    return 5\n",
        "def f(quiz):\n    quiz.expected = 4\n    return 4\n",
        any_deed("SETS"),
    ),
    "expected value of a test's class overwritten in the class": Attack(
        QUIZ,
        "def f(quiz):\n    return 5\n",
        "def f(quiz):\n    quiz.__class__.expected = 4\n    return 4\n",
        {"grader.bridge.session": SETTING_ANYTHING},
    ),
    "class of the test's given a name that its method asks for": Attack(
        QUIZ.replace("return got ==", "return getattr(self, 'is_easy', False) or got =="),
        "def f(quiz):\n    return 5\n",
        "def f(quiz):\n    quiz.__class__.is_easy = True\n    return 4\n",
        any_deed("SETS"),
    ),
    "assertion in a test's coroutine swallowed": Attack(
        f"import asyncio\nfrom {LESSON} import f\n\ndef test_it():\n"
        "    async def check(x):\n        await asyncio.sleep(0)\n        assert x == 5\n"
        "    asyncio.run(f(check))\n",
        "async def f(check):\n    await check(5)\n",
        "async def f(check):\n    try:\n        await check(4)\n"
        "    except AssertionError:\n        pass\n",
        {"grader.bridge.session": "Session.failure = lambda self, error: error\n"},
    ),
    "time to wait that is no number": Attack(
        f"import asyncio\nimport pytest\nfrom {LESSON} import f\n\ndef test_it():\n"
        "    with pytest.raises((TypeError, ValueError)):\n        asyncio.run(f())\n",
        "async def f():\n    raise ValueError\n",
        "import sys\n\nasync def f():\n    pass\n\n"
        "step = sys.modules['grader.wire.coroutines'].step\n"
        "step.__code__ = (lambda *_: 'soon').__code__\n",
        {
            "grader.wire.link": (
                "def _any_wait(self, owner, loop, is_cancelled):\n"
                "    wait = self.ask('step', (owner, 1, 1, is_cancelled))\n"
                "    return None if wait == -1.0 else wait\n"
                "Link.step = _any_wait\n"
            )
        },
    ),
    "property of a test's object set": Attack(
        QUIZ,
        "def f(quiz):\n    return 5\n",
        "def f(quiz):\n    quiz.right = 4\n    return 4\n",
        any_deed("SETS"),
    ),
    "method of a test's object replaced": Attack(
        QUIZ,
        "def f(quiz):\n    return 5\n",
        "def f(quiz):\n    quiz.check = bool\n    return 4\n",
        {"grader.bridge.session": SETTING_ANYTHING},
    ),
}


def _failing(raised: str, held: str) -> Attack:
    """A callback whose own failure is told with another error."""
    return Attack(
        f"from {LESSON} import f\n\ndef check(x):\n    found = []\n    try:\n"
        f"        assert x == 5, '{CANARY}'\n"
        "    except AssertionError as error:\n        found.append(error)\n"
        f"    if found:\n        raise {raised}\n\n"
        "def test_it():\n    f(check)\n",
        "def f(check):\n    check(5)\n",
        "def f(check):\n    try:\n        check(1)\n    except Exception as error:\n"
        f"        print({held}.args)\n        raise\n",
        {"grader.bridge.exceptions": "hold_back_assertions = lambda raised: None\n"},
    )


STOPPED |= {
    "assertion in a group": _failing("ExceptionGroup('wrong', found)", "error.exceptions[0]"),
    "assertion in a group in a group": _failing(
        "ExceptionGroup('wrong', [ExceptionGroup('deep', found)])",
        "error.exceptions[0].exceptions[0]",
    ),
    "assertions among arguments": _failing("ValueError('wrong', found)", "error.args[1][0]"),
    "assertion behind one in a group": _failing(
        "ExceptionGroup('wrong', [KeyError()]) from found[0]", "error.__cause__"
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", STOPPED)
def test_attack_is_stopped(name: str, level: Isolation, tmp_path: Path) -> None:
    """What a test's objects say is neither set nor told, and the right submission passes."""
    assert_stopped(judged(tmp_path, STOPPED[name], level=level), tmp_path)


@pytest.mark.parametrize("name", STOPPED)
def test_attack_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, STOPPED[name])


# what a test hands over, what the reference does with it, what a submission does
HANDED_OVER = {
    "sqlite connection": (
        "    import sqlite3\n    assert f(sqlite3.connect(':memory:')) == 1\n",
        "def f(x):\n    return x.execute('select 1').fetchone()[0]\n",
        "def f(x):\n    x.execute(\"attach 'MARK' as m\")\n    x.execute('create table m.t (a)')\n",
    ),
    "config parser": (
        (
            "    import configparser\n    x = configparser.ConfigParser()\n"
            "    x.read_string('[a]\\nb = 1')\n    assert f(x) == '1'\n"
        ),
        "def f(x):\n    return x.get('a', 'b')\n",
        (
            "def f(x):\n    try:\n        x.read('COURSE')\n"
            "    except BaseException as error:\n        print(error)\n"
        ),
    ),
    "zip file": (
        (
            "    import io, zipfile\n    x = zipfile.ZipFile(io.BytesIO(), 'w')\n    f(x)\n"
            "    assert x.namelist() == ['a']\n"
        ),
        "def f(x):\n    x.writestr('a', b'1')\n",
        "def f(x):\n    x.writestr('mark', b'1')\n    x.extractall('FOLDER')\n",
    ),
    "logger": (
        "    import logging\n    f(logging.getLogger('x'))\n",
        "def f(x):\n    x.warning('careful')\n",
        (
            "def f(x):\n    import logging\n    print(x.findCaller())\n"
            "    x.manager.getLogger('y').handlers\n"
        ),
    ),
}


@pytest.mark.parametrize(
    "name",
    list(HANDED_OVER),
)
def test_only_the_tests_own_classes_are_offered(name: str, tmp_path: Path) -> None:
    """An object of the standard library that a test hands over opens no file for the jail."""
    asserted, right, hostile = HANDED_OVER[name]
    course = tmp_path / "course" / "tests" / "hidden" / LESSON / "test_hidden.py"
    hostile = hostile.replace("COURSE", str(course)).replace("FOLDER", str(tmp_path))
    hidden = f"'{CANARY}'\nfrom {LESSON} import f\n\ndef test_it():\n{asserted}"

    graded = judged(tmp_path, Attack(hidden, right, hostile))

    if name == "logger":
        assert graded.reports["right"]["share"] == 1.0, graded.said
        assert CANARY not in str(graded.reports["hostile"]["printed"])
    else:  # the author is told that such an object cannot be handed over
        assert graded.reports == {}
        assert "left out" in graded.said
    assert not (tmp_path / "mark").exists()
