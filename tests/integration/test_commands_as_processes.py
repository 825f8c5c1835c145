"""What only a process of its own shows of a command: its output's end and what it loads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main

pytestmark = pytest.mark.process


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["doctor"]])
def test_output_that_nobody_reads(arguments: list[str]) -> None:
    """When a reader such as `head` has gone, the command ends and says nothing."""
    reading, writing = os.pipe()
    os.close(reading)

    ended = subprocess.run(
        [sys.executable, "-m", "grader.cli", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=Path(main.__file__).parents[2],
    )
    os.close(writing)

    assert (ended.returncode, ended.stderr) == (main.UNREAD, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written() -> None:
    """A full disk behind standard output is no success."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "grader.cli", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=Path(main.__file__).parents[2],
        )

    assert ended.returncode == main.OUR_FAULT
    assert ended.stderr.startswith("standard output cannot be written: No space left on device.")


@pytest.mark.parametrize("name", ["doctor", "grade", "new", "release", "run", "verify"])
def test_what_needs_no_record_loads_no_database(name: str) -> None:
    """A command that may do without a record begins without loading the database's library."""
    code = f"import sys, grader.cli.{name}; print('sqlalchemy' in sys.modules)"

    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )

    assert said.stdout == "False\n"


def test_what_a_command_writes_is_its_users_alone(tmp_path: Path) -> None:
    """Whatever the shell's umask is, others read no page and enter no folder that is made."""
    root = Path(main.__file__).parents[2]
    words = ["lessons", "--data", str(tmp_path / "data"), "--html", str(tmp_path / "map.html")]

    subprocess.run(
        [sys.executable, "-m", "grader.cli", *words],
        capture_output=True,
        check=True,
        cwd=root,
        umask=0o022,
    )

    written = [path for path in tmp_path.rglob("*") if path.stat().st_mode & 0o077]
    assert (tmp_path / "map.html").exists()
    assert written == []
