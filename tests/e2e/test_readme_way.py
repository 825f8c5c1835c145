"""README's way into the course, on a machine that has Python alone: a fresh copy, some lessons.

What is typed is read from README, so that nothing else is needed than what stands there.
That the map leads on through every lesson is a claim of tests/course/test_rules.py.
"""

import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.course.manifest import load_course
from tests.integration.study.terminal import skip_unless_judging

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

COMMAND = re.compile(r"^\$ (.+)$", re.MULTILINE)
NEXT = re.compile(r"^ *grader (?:start|submit) (\w+)", re.MULTILINE)
ENOUGH = 3  # lessons, each opened by the one before
SET_UP = "python3 run grader --version"  # what any first call of `run` installs is all there is
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*grades")
# The installers' own, where what was downloaded for this very run of the tests lies.
CACHES = {"PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv"}


@dataclass(frozen=True)
class Newcomer:
    """Somebody with a copy of the tree and a Python, and with nothing installed."""

    root: Path
    environment: dict[str, str]

    def types(self, command: str) -> subprocess.CompletedProcess[str]:
        """Type a command in the copy."""
        return subprocess.run(
            ["/bin/sh", "-c", command], cwd=self.root, env=self.environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def read(self, command: str) -> str:
        """Type a command that ends well, and return what it prints."""
        done = self.types(command)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def newcomer(checkout: Path, tmp_path: Path) -> Newcomer:
    """A copy whose only programs are Python and what `run` installs."""
    skip_unless_judging()
    root, programs = tmp_path / "copy", tmp_path / "programs"
    shutil.copytree(checkout, root, ignore=NOT_COPIED)
    (root / "work").mkdir()
    programs.mkdir()
    python = getattr(sys, "_base_executable", sys.executable)
    script = f'#!/bin/sh\nexec {shlex.quote(python)} "$@"\n'
    (programs / "python3").write_text(script, encoding="utf-8")
    (programs / "python3").chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    caches = {name: str(home / ".cache" / folder) for name, folder in CACHES.items()}
    return Newcomer(root, {**caches, **kept, "PATH": str(programs), "LANG": "C.UTF-8"})


def set_up(newcomer: Newcomer) -> None:
    """Have `run` make its .venv; skip where neither an index nor a cache has the packages."""
    done = newcomer.types(SET_UP)
    if "cannot reach a package index" in done.stderr.replace("\n", " "):
        pytest.skip("no package index is reached from here")
    assert done.returncode == 0, done.stderr


def commands(readme: str, heading: str) -> list[str]:
    """Read what README says to type below a heading."""
    return COMMAND.findall(readme.partition(f"\n{heading}\n")[2].partition("\n## ")[0])


@pytest.mark.timeout(600)
def test_readmes_way_leads_from_lesson_to_lesson(newcomer: Newcomer, checkout: Path) -> None:
    """A lesson is started, solved and submitted as README says, and opens the next."""
    course = load_course(checkout)
    by_id = {str(one.id): one for one in course.lessons}
    set_up(newcomer)
    readme = (newcomer.root / "README.md").read_text(encoding="utf-8")
    path, folder, *typed = commands(readme, "## Take the course")
    assert folder == "mkdir -p work && cd work"  # made by the fixture: here is no mkdir
    show_map, start, submit = (f"{path} && cd work && {command}" for command in typed)

    said = newcomer.read(show_map)
    passed: list[str] = []
    while len(passed) < ENOUGH:
        lesson = by_id[NEXT.findall(said.rpartition("Type next")[2])[0]]
        assert lesson.id not in passed
        newcomer.read(re.sub(course.lessons[0].id, lesson.id, start))
        for name in lesson.hand_in:
            shutil.copy(course.solution_folder(lesson) / name, newcomer.root / "work" / lesson.id)
        said = newcomer.read(re.sub(course.lessons[0].id, lesson.id, submit))
        assert "Lesson passed" in said
        passed.append(lesson.id)

    assert "lacks" not in newcomer.read(show_map)  # packages that a later lesson needs
    assert not (newcomer.root / ".venv" / "made-from-test").exists()
