"""A room like a platform's container: an autograder unpacked and set up, without a network."""

import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

# Stands for the system's Python: makes virtual environments whose pip installs nothing.
FAKE_PYTHON = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
elif [ "$1 $2" = "-m pip" ]; then
    echo "$*" >>"{log}"
    exit {pip_code}
else
    exec "{python}" "$@"
fi
"""

# Stands for it where another user comes in: its environments see our packages, and its pip is none.
PUBLIC_PYTHON = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    "{python}" -m venv --without-pip "$3" || exit 1
    for place in "$3"/lib/python3*/site-packages; do
        echo "{packages}" >"$place/packages.pth"
        echo >"$place/pip.py"
    done
else
    exec "{python}" "$@"
fi
"""


@dataclass(frozen=True)
class Room:
    """The folder that is /autograder on Gradescope."""

    root: Path
    user: int | None = None  # who runs the scripts, where that is not us

    @property
    def source(self) -> Path:
        """Where the zip is unpacked."""
        return self.root / "source"

    @property
    def submission(self) -> Path:
        """What the student submitted."""
        return self.root / "submission"

    @property
    def results(self) -> Path:
        """What Gradescope reads."""
        return self.root / "results" / "results.json"

    def unpack(self, archive: Path) -> None:
        """Unpack as `unzip` does, modes and all."""
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                path = Path(packed.extract(entry, self.source))
                path.chmod(entry.external_attr >> 16 & 0o777)

    def set_up(self, *, pip_code: int = 0) -> "subprocess.CompletedProcess[str]":
        """Run setup.sh with a Python whose pip only writes down what it was asked."""
        tools = self.root / "tools"
        tools.mkdir(exist_ok=True)
        text = FAKE_PYTHON.format(log=self.pip_log, python=sys.executable, pip_code=pip_code)
        if self.user is not None:
            packages = Path(pytest.__file__).parents[1]
            text = PUBLIC_PYTHON.format(python=public_python(self.user), packages=packages)
        (tools / "python3").write_text(text, encoding="utf-8")
        (tools / "python3").chmod(0o755)
        return self.run(self.source / "setup.sh", PATH=f"{tools}:{os.environ['PATH']}")

    @property
    def pip_log(self) -> Path:
        """What pip was asked for."""
        return self.root / "pip.log"

    def run(
        self, script: Path, *words: str, cwd: Path | None = None, **more: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run a script of the bundle as the platform does."""
        environment = {"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": str(self.root), **more}
        return subprocess.run(
            ["bash", str(script), *words],
            env=environment,
            cwd=cwd or self.root,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            capture_output=True,
            text=True,
            errors="surrogateescape",
            timeout=200,
            check=False,
        )


def public_python(user: int) -> str:
    """Find a Python like ours that this user may run, with packages that it may read."""
    for folder in ("/usr/local/bin", "/usr/bin"):
        python = Path(folder, f"python3.{sys.version_info[1]}")
        if python.exists() and _runs(python, user):
            return str(python)
    pytest.skip("no Python here that another user may run with the grader's packages")


def _runs(python: Path, user: int) -> bool:
    tried = subprocess.run(
        [python, "-c", "import venv, msgspec, pytest"],
        env={"PYTHONPATH": str(Path(pytest.__file__).parents[1])},
        cwd="/",
        user=user,
        group=user,
        extra_groups=[],
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return tried.returncode == 0
