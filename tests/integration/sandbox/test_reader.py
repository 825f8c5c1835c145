"""What a process of ours that reads answers can do to files, by whose user it is."""

import fcntl
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.errors import JailError
from grader.model.course import MIB
from grader.sandbox import sandbox
from grader.sandbox.inside import landlock
from grader.sandbox.room import Room
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import SandboxSpec
from grader.sandbox.start import Start, start_of_ours
from tests.integration.sandbox.probes.jail_probe import packed, read

pytestmark = pytest.mark.jail

PROBE = "tests.integration.sandbox.probes.jail_probe:{}"


def as_ours(kind: str, folder: Path, code: str) -> Any:
    """Run code in a child, which may write a folder as an examiner; tell its `answer` or error."""
    if kind == "reader":
        with Room(PROBE.format("obey")) as room:
            answer = room.ask(code.encode(), MIB)
            assert isinstance(answer, bytes)
            return json.loads(answer)
    entry, place = PROBE.format("serve"), str(folder)
    spec = SandboxSpec("reduced", kind="examiner", entry=entry, writable=(place,))
    with Sandbox(spec) as started, started.fork() as child:
        child.channel.sendall(packed(code.encode()))
        reply = json.loads(read(child.channel))
    return reply.get("error", reply.get("answer"))


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def shared_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a child be who we are, as where we can change no users."""
    monkeypatch.setattr(sandbox, "claim_user", lambda: None)


@pytest.mark.parametrize("kind", ["examiner", "reader"])
@pytest.mark.usefixtures("shared_user")
def test_modes_and_times_are_feigned_for_a_shared_user(kind: str, tmp_path: Path) -> None:
    """A process with the grader's own user changes none of that user's files."""
    private, folder = tmp_path / "private", tmp_path / "folder"
    private.touch(0o600)
    folder.mkdir()
    os.utime(private, (1, 1))
    name = repr(str(private))

    code = f"import os; os.chmod({name}, 0o777); os.utime({name}, (2, 2)); answer = 'done'"

    assert as_ours(kind, folder, code) == "done"
    assert (_mode(private), private.stat().st_mtime) == (0o600, 1)


@pytest.mark.usefixtures("shared_user")
def test_files_are_made_and_copied_where_modes_are_feigned(tmp_path: Path) -> None:
    """What is feigned still fails on what is missing, by which touch() makes a file."""
    code = """
import os, shutil
from pathlib import Path
Path("a").touch()
os.utime("a")
shutil.copy2("a", "b")
shutil.copy("a", "c")
answer = sorted(path.name for path in Path().iterdir())
"""

    assert as_ours("examiner", tmp_path, code) == ["a", "b", "c"]


def test_locks_are_feigned(tmp_path: Path) -> None:
    """A lock is said to be had, and no other process finds it."""
    locked = tmp_path / "locked"
    locked.touch()
    code = """
import fcntl
with open("locked", "r+b") as again:
    fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.lockf(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
answer = "had"
"""
    with locked.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_EX)

        assert as_ours("examiner", tmp_path, code) == "had"


@pytest.mark.parametrize("kind", ["examiner", "reader"])
@pytest.mark.parametrize("missing", ["files", "calls"])
def test_what_is_not_confined_is_refused(
    kind: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It attacks itself before its first child, and nothing is done where that succeeds."""
    if not landlock.version():
        pytest.skip("this kernel has no Landlock, which keeps files from it")

    def weakened(*given: Any) -> Start:
        made = start_of_ours(*given)
        order = replace(made.order, readable=("/",), writable=("/",))
        if missing == "calls":
            order = replace(made.order, confines=False)
        return replace(made, order=order)

    monkeypatch.setattr(sandbox, "start_of_ours", weakened)

    with pytest.raises(JailError, match="read another file" if missing == "files" else "process"):
        as_ours(kind, tmp_path, "answer = 1")
