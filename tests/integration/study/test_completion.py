"""A shell completes commands, options and lessons with the script that click prints."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.integration.study.terminal import Terminal

pytestmark = pytest.mark.jail

ASKED = {
    "st": "start",
    "submit la": "late",
    "unlock on": "once",
    "submit --js": "--json",
    "history plain --at": "--attempt",
}
# What takes the script in and prints what a word is completed to.
SCRIPT = (
    'eval "$(_GRADER_COMPLETE=bash_source grader)";'
    " COMP_WORDS=({words}); COMP_CWORD=$(({at} - 1));"
    ' _grader_completion grader; echo "${{COMPREPLY[@]}}"'
)


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


@pytest.mark.parametrize("begun", ASKED)
def test_bash_completes(begun: str, on_path: Terminal) -> None:
    """In a shell that has taken the script in, what is begun is completed."""
    words = ["grader", *begun.split()]
    script = SCRIPT.format(words=shlex.join(words), at=len(words))

    process = on_path.start(["bash", "--norc", "-c", script])
    out, errors = process.communicate(timeout=60)

    assert (out.split(), errors) == ([ASKED[begun]], "")
