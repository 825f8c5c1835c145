"""A student's folder and terminal: every command is a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import pytest

from grader.sandbox.isolation import best_isolation
from tests import warm

ROOT = Path(__file__).resolve().parents[3]
STUDENT = "ada"


def skip_unless_judging() -> None:
    """Skip where this machine cannot isolate submissions."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> str:
        """The output with every run of blanks as one, so that its wrapping does not matter."""
        return " ".join(self.out.split())

    @property
    def complaint(self) -> str:
        """The errors, unwrapped in the same way."""
        return " ".join(self.err.split())

    @property
    def report(self) -> dict[str, Any]:
        """The report that --json printed."""
        report: dict[str, Any] = json.loads(self.out)
        return report


@dataclass(frozen=True)
class Terminal:
    """A student at a folder of their own, beside a course."""

    course: Path
    folder: Path  # where the student works; begins empty
    data: Path
    settings: dict[str, str] = field(default_factory=dict)  # of the environment

    @classmethod
    def beside(cls, course: Path, root: Path) -> Self:
        """Give a student an empty folder."""
        folder = root / "own"
        folder.mkdir()
        return cls(course, folder, root / "record")

    def at(self, moment: str) -> Self:
        """Set the clock."""
        return self.with_settings(GRADER_NOW=moment)

    def with_settings(self, **settings: str) -> Self:
        """Change the environment."""
        return replace(self, settings={**self.settings, **settings})

    def environment(self) -> dict[str, str]:
        """What the command finds in its environment: as little of ours as can be."""
        kept = ("PATH", "HOME", "XDG_CACHE_HOME", "TMPDIR")
        return {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            "GRADER_COURSE": str(self.course),
            "GRADER_DATA": str(self.data),
            "GRADER_STUDENT": STUDENT,
            **self.settings,
        }

    def command(self, *words: str | Path) -> list[str]:
        """Word a command."""
        return [sys.executable, "-P", "-m", "grader.cli", *map(str, words)]

    def start(self, command: Sequence[str], **how: Any) -> subprocess.Popen[str]:
        """Start a process without waiting for it."""
        given = {"cwd": self.folder, "env": self.environment(), "text": True, **how}
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, stdin=pipe, **given)

    def type(self, *words: str | Path, stdin: str = "") -> Said:
        """Run a command to its end."""
        done = warm.run_text(
            self.command(*words), cwd=self.folder, env=self.environment(), input=stdin
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def write(self, name: str, text: str) -> Path:
        """Save a file in the student's folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def attempts(self) -> list[dict[str, Any]]:
        """List what is on record, as `grader history --json` has it."""
        said = self.type("history", "--json")
        assert said.code == 0, said.err
        return [json.loads(line) for line in said.out.splitlines()]
