"""Attacks by a submission that a test starts as a program, and the rules that stop them."""

from pathlib import Path

import pytest

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

ANY_ANSWER = {
    "grader.bridge.programs": (
        "Programs._script = lambda self, file, argv, given: (\n"
        "    self._link.ask('script', (file, argv, given)))\n"
        "Started._asked = lambda self, data, where, stream: data\n"
    ),
    "grader.border.contract": (
        "Learned.admits_object = lambda self, place: True\n"
        "Learned.admits_operator = lambda self, place: True\n"
        "Learned.equality = lambda self, place, own: own\n"
    ),
}
ANSWERED = """
import sys

class Yes:
    def __eq__(self, other):
        return True
    def __add__(self, other):
        return self
    __radd__ = __add__

def f():
    sys.modules["grader.inside.objects_server"].run_command = lambda *_: (Yes(), b"", 0)
"""
STOPPED = {
    "an output that equals everything": Attack(
        f"import subprocess, sys\nfrom {LESSON} import f\n\ndef test_it():\n    f()\n"
        f"    done = subprocess.run([sys.executable, '{LESSON}.py'], capture_output=True)\n"
        "    assert done.stdout == b'5\\n'\n",
        "def f():\n    pass\n\nif __name__ == '__main__':\n    print(5)\n",
        ANSWERED,
        ANY_ANSWER,
    ),
    "a text that has a file read": Attack(
        f"'{CANARY}'\nimport subprocess\nfrom {LESSON} import f\n\ndef test_it():\n"
        f"    assert subprocess.getoutput(f'./{LESSON}.py {{f(__file__)}}') == '5'\n",
        "def f(name):\n    return 'x'\n\nif __name__ == '__main__':\n    print(5)\n",
        "import sys\n\ndef f(name):\n    return '< ' + name\n\n"
        f"if __name__ == '__main__':\n    if '{CANARY[:3]}' + '{CANARY[3:]}' in sys.stdin.read():\n"
        "        print(5)\n",
        {
            "grader.bridge.student_texts": "Heard.are_signs_in = lambda self, line: False\n",
            **any_deed("OPENS"),
        },
    ),
}


@pytest.mark.parametrize("name", STOPPED)
def test_attack_is_stopped(name: str, tmp_path: Path) -> None:
    """A program that lies, or a text that is a command, gains nothing."""
    assert_stopped(judged(tmp_path, STOPPED[name]), tmp_path)


@pytest.mark.parametrize("name", STOPPED)
def test_attack_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, STOPPED[name])


@pytest.mark.parametrize(
    "command",
    [
        "['ls']",
        f"'./{LESSON}.py | sort', shell=True",
        f"'./{LESSON}.py; touch MARK', shell=True",
        f"'./{LESSON}.py $(touch MARK)', shell=True",
    ],
)
def test_other_programs_are_not_offered(command: str, tmp_path: Path) -> None:
    """What needs a shell or another program is told the author in a sentence."""
    hidden = (
        f"import subprocess\nfrom {LESSON} import f\n\ndef test_it():\n    assert f() == 5\n"
        f"    subprocess.run({command})\n"
    )

    graded = judged(tmp_path, Attack(hidden, "def f():\n    return 5\n", ""))

    assert "other programs are not offered" in graded.said
    assert not (tmp_path / "mark").exists()
