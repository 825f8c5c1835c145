"""What leaves the house for Gradescope, attacked by what is submitted there.

Whoever runs it: a submission reads and writes nothing of the folder that is
/autograder, nothing of its is taken for the grader's, and nothing is left for the next.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from tests.e2e.autograder_room import Room
from tests.integration.attack_course import needs

pytestmark = [pytest.mark.jail, pytest.mark.slow]

ORDINARY_USER = 54321
FILES = {
    "exercises/course.toml": """format_version = 1
title = "Tiny"
[[lessons]]
id = "sums"
title = "Sums"
due = 2026-03-01T12:00:00Z
grace_minutes = 60
""",
    "exercises/sums/sums.py": "def add(a, b):\n    raise NotImplementedError\n",
    "exercises/sums/test_sums.py": "from sums import add\n\n\ndef test_add():\n"
    "    assert add(1, 2) == 3\n",
    "solutions/sums/sums.py": "def add(a, b):\n    return a + b\n",
    "tests/hidden/sums/test_sums.py": '''import pytest
from sums import add


@pytest.mark.reveal("values")
def test_shown():
    """Adds small numbers."""
    assert add(4, 5) == 9


@pytest.mark.points(3)
def test_large():
    """Adds large numbers."""
    assert add(41_000, 1_337) == 42_337


@pytest.mark.visibility("after_due_date")
def test_later():
    """Adds nothing."""
    assert add(0, 0) == 0
''',
}
ABOUT = {
    "created_at": "2026-03-01T11:00:00Z",
    "users": [{"email": "ann@example.org", "name": "Ann"}],
    "previous_submissions": [{"score": 1.0, "results": {"output": "of another time"}}],
}
FOUR_AND_FIVE = "def add(a, b):\n    print(RESULT)\n    return 9\nRESULT = '{\"score\": 5}'\n"

TAKEN = (
    "conftest sitecustomize usercustomize grader json typing encodings msgspec pytest pluggy"
).split()
PLANTED = {f"{name}.py": "raise SystemExit('taken')\n" for name in TAKEN} | {
    "pytest.ini": "[pytest]\naddopts = -p taken\npython_files = *.py\npythonpath = .\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p taken'\n",
    "pyvenv.cfg": "home = /nowhere\n",
    "run_autograder": "exit 1\n",
    "results.json": '{"score": 5}',
    "results/results.json": '{"score": 5}',
    "submission_metadata.json": '{"created_at": "2020-01-01T00:00:00Z", "users": []}',
    "submission_metadata.yml": "eve:\n  :submitters: []\n",
    "lesson.txt": "other",
    "course/tests/hidden/sums/test_sums.py": "def test_nothing(): pass\n",
}  # fmt: skip

# Tells what it could do: the text of an error while it is imported is shown whole.
SPY = """import os, sys
done = []
room = {room!r}
for folder, _, names in os.walk(room):
    done += ["see " + os.path.join(folder, name) for name in names]
for name in {names!r}:
    path = os.path.join(room, name)
    for mode in ("rb", "ab"):
        try:
            with open(path, mode) as file:
                file.write(b"x") if mode == "ab" else file.read()
            done.append(mode + " " + path)
        except OSError:
            pass
for name in ("SECRET_OF_THE_PLATFORM", "AUTOGRADER_ROOT"):
    done += ["know " + name] if name in os.environ else []
for name in ("sitecustomize.py", "sums.pth", "conftest.py", "__pycache__"):
    open(name, "w").close()  # its own folder, which the next one shall not find so
raise ImportError("done: " + ", ".join(sorted(done)) + ".")
"""
TARGETS = (
    "submission_metadata.json", "results/results.json", "results/.results.json.part",
    "source/course/tests/hidden/sums/test_sums.py", "source/course/solutions/sums/sums.py",
    "source/lesson.txt", "source/run_autograder", "source/new.pth",
    "submission/sums.py", "cache/new.learned", "venv/pyvenv.cfg", "venv/bin/new", "new.py",
)  # fmt: skip


@dataclass(frozen=True)
class Door:
    """The platform's script, set up in a room."""

    room: Room

    @property
    def boxes(self) -> Path:
        """The folder for temporary files, beside the room."""
        return self.room.root.with_name("boxes")

    def hand_in(self, files: dict[str, str]) -> dict[str, Any]:
        """Have files judged, from within their folder."""
        folder = self.room.submission
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        more: Any = {"TMPDIR": str(self.boxes), "SECRET_OF_THE_PLATFORM": "x"}
        done = self.room.run(self.room.source / "run_autograder", cwd=folder, **more)
        assert "No verdict" not in done.stdout
        result: dict[str, Any] = json.loads(self.room.results.read_bytes())
        return result

    def state(self) -> dict[str, bytes]:
        """Read all of the room but the submission and its result."""
        root = self.room.root
        passed_over = (self.room.submission, self.room.results.parent)
        return {
            str(path.relative_to(root)): path.read_bytes() if path.is_file() else b""
            for path in root.rglob("*")
            if not any(path.is_relative_to(one) for one in passed_over)
        }


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, made by its command."""
    folder = tmp_path_factory.mktemp("bundle")
    for name, text in FILES.items():
        path = folder / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    out = folder / "sums.zip"
    assert run(["gradescope", "sums", "--course", str(folder / "course"), "--out", str(out)]) == 0
    return out


@pytest.fixture(
    scope="module",
    params=["as we are", pytest.param("by a user", marks=pytest.mark.second_user)],
)
def ready(request: pytest.FixtureRequest, bundle: Path) -> Iterator[Door]:
    """The platform's room, set up by whoever runs this and by an ordinary user."""
    needs("reduced")
    user = ORDINARY_USER if "user" in request.param else None
    with tempfile.TemporaryDirectory(prefix="grader-room-") as folder:
        room = Room(Path(folder) / "autograder", user)
        room.root.mkdir()
        room.unpack(bundle)
        (room.root / "submission_metadata.json").write_text(json.dumps(ABOUT), encoding="utf-8")
        door = Door(room)
        door.boxes.mkdir()
        if user is not None:
            Path(folder).chmod(0o755)
            for path in (door.boxes, room.root, *room.root.rglob("*")):
                os.chown(path, user, user)
        done = room.set_up()
        assert done.returncode == 0, done.stdout + done.stderr
        door.hand_in({"sums.py": FILES["solutions/sums/sums.py"]})  # learns what the level asks for
        yield door


@pytest.fixture
def door(ready: Door) -> Door:
    """The same, with nothing submitted."""
    for path in (ready.room.submission, ready.room.results.parent):
        shutil.rmtree(path, ignore_errors=True)
    ready.room.submission.mkdir()
    return ready


def points(result: dict[str, Any]) -> float:
    """Add up what the cases earned."""
    return float(sum(test["score"] for test in result["tests"]))


def test_nothing_handed_in_is_taken_for_the_graders(door: Door) -> None:
    """Files named like tools, results or metadata change nothing, from within their folder too."""
    before = door.state()

    result = door.hand_in({"sums.py": FOUR_AND_FIVE, **PLANTED})

    assert points(result) == 1
    assert (result["score"], result["output"]) == (1, "")
    assert result["extra_data"]["students"] == ["ann@example.org"]
    after = door.state()
    assert {name: after.get(name) for name in before} == before
    assert [name for name in after.keys() - before.keys() if not name.endswith(".pyc")] == []
    assert list(door.boxes.iterdir()) == []


def test_what_a_submission_reaches(door: Door) -> None:
    """Of the room it sees, reads and writes nothing, and knows nothing of the platform's."""
    spy = SPY.format(room=str(door.room.root), names=TARGETS)

    result = door.hand_in({"sums.py": spy})

    told = {test["output"] for test in result["tests"]}
    assert {text.partition("done: ")[2] for text in told} == {"."}
    assert list(door.boxes.iterdir()) == []


def test_links_lead_nowhere(door: Door) -> None:
    """A link to the reference, submitted as the lesson's file, is not followed."""
    reference = door.room.source / "course" / "solutions" / "sums" / "sums.py"
    (door.room.submission / "sums.py").symlink_to(reference)
    (door.room.submission / "source").symlink_to(door.room.source)

    assert points(door.hand_in({})) == 0
