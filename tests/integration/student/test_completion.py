"""A shell completes commands, options and lessons with what `grader completion` prints."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.integration.student.terminal import Terminal

pytestmark = pytest.mark.jail

ASKED = {
    "st": "start",
    "submit la": "late",
    "unlock on": "once",
    "submit --js": "--json",
    "history plain --at": "--attempt",
}


@pytest.fixture
def on_path(terminal: Terminal, tmp_path: Path) -> Terminal:
    """A terminal that finds the command by its name, as a student's does."""
    command = tmp_path / "bin" / "grader"
    command.parent.mkdir()
    words = shlex.join([sys.executable, "-P", "-m", "grader.cli"])
    command.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    path = f"{command.parent}:{terminal.environment()['PATH']}"
    return terminal.with_settings(PATH=path)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("begun", ASKED)
def test_bash_completes(begun: str, on_path: Terminal) -> None:
    """In a bash that has taken the script in, what is begun is completed."""
    words = ["grader", *begun.split()]
    script = (
        'eval "$(grader completion bash)"; '
        f"COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; "
        '_grader_completion grader; echo "${COMPREPLY[@]}"'
    )

    process = on_path.start(["bash", "--norc", "-c", script])
    out, errors = process.communicate(timeout=60)

    assert out.split() == [ASKED[begun]], errors


@pytest.mark.parametrize(("shell", "line"), [("zsh", "#compdef grader"), ("fish", "complete")])
def test_other_shells_have_theirs(shell: str, line: str, terminal: Terminal) -> None:
    """Each gets a script in its own language."""
    said = terminal.type("completion", shell)

    assert said.code == 0
    assert line in said.out
    assert "_GRADER_COMPLETE" in said.out


def test_a_course_that_cannot_be_read_completes_nothing(on_path: Terminal) -> None:
    """A shell that completes shows no errors."""
    asked = on_path.with_settings(
        GRADER_COURSE="/nowhere", _GRADER_COMPLETE="bash_complete", COMP_WORDS="grader submit ",
        COMP_CWORD="2",
    )  # fmt: skip

    said = asked.type()

    assert (said.code, said.out.strip(), said.err) == (0, "", "")
