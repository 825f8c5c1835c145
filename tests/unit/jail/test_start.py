"""The words that start a jail: what is mounted, what is carried in, what is told."""

import json
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import JailError
from grader.inside.order import Bounds, Folders, Order
from grader.jail import bubblewrap, capabilities
from grader.jail.bubblewrap import Bubblewrap, arguments, find_bubblewrap, volume_for
from grader.jail.equipment import LIB, Equipment, Item, equipment_for
from grader.jail.libraries import Library, read_trace

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")
ROOT = Path(__file__).resolve().parents[3]

FOLDERS = Folders("/scratch/w/work", "/scratch/w/tmp", "/scratch/w/cases")
BOUNDS = Bounds(1, 2, 3, 4, 5, 6)
EQUIPMENT = Equipment(
    Path("/usr/bin/python3.11"),
    Item(Path("/usr/lib/python3.11"), "/jail/python/lib/python3.11"),
    (Library("libc.so.6", Path("/lib/libc.so.6")), Library("/lib64/ld.so", Path("/lib/ld.so"))),
    (Item(Path("/site/numpy"), "/jail/lib/numpy"),),
)
TRACE = """\
	linux-vdso.so.1 (0x00007f)
	./lib-dynload/_json.so (0x00007f)
	libgcc_s.so.1 => /lib/libgcc_s.so.1 (0x00007f)
	libodd name.so => /opt/odd folder/lib.so (0x00007f)
	libgone.so => not found
	/lib64/ld-linux.so.2 (0x00007f)
"""

# Makes this interpreter look like one of another system, then imports everything.
ELSEWHERE = """
import os, signal, socket, sys
platform, missing = sys.argv[1], ("fcntl", "resource", "grp", "pwd")
import subprocess, tempfile, ctypes, concurrent.futures, shutil, pathlib, select
sys.platform = platform
for name in missing:
    sys.modules[name] = None
if platform == "win32":
    for module, names in {
        os: ["fork", "geteuid", "O_DIRECTORY", "O_NOFOLLOW", "O_PATH", "O_CLOEXEC", "statvfs",
             "setsid", "wait4", "WNOHANG"],
        signal: ["SIGKILL", "SIGSTOP", "SIGCHLD", "SIGPIPE", "sigtimedwait"],
        socket: ["AF_UNIX", "SO_PASSCRED", "SCM_CREDENTIALS", "CMSG_SPACE"],
    }.items():
        for name in names:
            delattr(module, name)
from pathlib import Path
from grader.errors import JailError
from grader.jail.isolation import best_isolation, layers, why_not
from grader.jail.jail import Jail
from grader.jail.spec import JailSpec
try:
    Jail(JailSpec("none", Path("scratch"))).start()
except JailError as error:
    print(best_isolation(), len(layers()), str(error) == why_not("full"), error)
"""


def test_an_order_crosses_as_it_is() -> None:
    """What the warm jail reads equals what the trusted side wrote."""
    order = Order("a:b", replace(FOLDERS, volume="/tmp"), BOUNDS, ("math",), readable=("/jail",))

    assert Order.from_json(order.to_json()) == order
    assert json.loads(order.to_json())["entry"] == "a:b"


def test_nothing_is_mounted_from_a_submission() -> None:
    """Every source is of the equipment or a harmless device; the scratch folder is never one."""
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, {})

    sources = {words[at + 1] for at, word in enumerate(words) if "bind" in word}

    items = {str(item.source) for item in EQUIPMENT.items()}
    devices = {f"/dev/{name}" for name in ("null", "zero", "random", "urandom")}
    assert sources == items | devices
    assert {word for word in words if "bind" in word} == {"--ro-bind", "--dev-bind"}


def test_all_namespaces_are_new() -> None:
    """Nothing is shared, no capability is kept, no further user namespace can be made."""
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, {})

    wanted = {"--unshare-all", "--disable-userns", "--die-with-parent", "--clearenv"}
    assert wanted <= set(words)
    assert words[words.index("--cap-drop") + 1] == "ALL"
    assert not [word for word in words if word.startswith(("--share", "--proc", "--cap-add"))]
    assert words[words.index("--remount-ro", words.index("--symlink")) + 1] == "/"


def test_staged_sources_replace_their_paths() -> None:
    """Where root has mounted a source elsewhere, that place is what bubblewrap is told."""
    staged = {item.source: f"/tmp/{at}" for at, item in enumerate(EQUIPMENT.items())}
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, staged)

    assert words[words.index("--ro-bind") + 1] == "/tmp/0"
    assert "/usr/bin/python3.11" not in words


@pytest.mark.parametrize(
    ("work", "expected"),
    [("/tmp/x/w0/work", "/tmp"), ("/var/x/w0/work", "/var/x/w0"), ("/tmpx/work", "/tmpx")],
)
def test_one_file_system_holds_all_that_is_written(work: str, expected: str) -> None:
    """A scratch folder below /tmp lies in the jail's own /tmp, any other has its own."""
    assert volume_for(replace(FOLDERS, work=work)) == expected


@pytest.mark.parametrize(
    ("system", "bundled", "expected"),
    [((0, 8, 0), (0, 11, 0), "bundled"), ((0, 11, 0), (0, 11, 0), "system"),
     ((0, 12, 0), (0, 11, 0), "system"), (None, (0, 11, 0), "bundled"),
     ((0, 8, 0), None, "system"), (None, None, "none")],
)  # fmt: skip
def test_the_newer_bubblewrap_is_taken(
    monkeypatch: pytest.MonkeyPatch,
    system: tuple[int, ...] | None,
    bundled: tuple[int, ...] | None,
    expected: str,
) -> None:
    """The system's is preferred unless it is older than the one that came as a package."""
    found = {
        "system": Bubblewrap(Path("/usr/bin/bwrap"), system) if system else None,
        "bundled": Bubblewrap(Path("/site/bwrap"), bundled) if bundled else None,
        "none": None,
    }
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/bwrap")
    monkeypatch.setattr(bubblewrap, "_examine", lambda path: found["system"])
    monkeypatch.setattr(bubblewrap, "_bundled", lambda: found["bundled"])

    assert find_bubblewrap.__wrapped__() == found[expected]


@linux_only
def test_a_trace_is_read() -> None:
    """Libraries and the loader are taken from a trace; modules and missing ones are not."""
    assert read_trace(TRACE) == (
        Library("libgcc_s.so.1", Path("/lib/libgcc_s.so.1").resolve()),
        Library("libodd name.so", Path("/opt/odd folder/lib.so")),
        Library("/lib64/ld-linux.so.2", Path("/lib64/ld-linux.so.2").resolve()),
    )


@linux_only
def test_only_named_packages_are_carried_in() -> None:
    """Beside what is named only our own parts that run inside come along."""
    found = equipment_for(("pytest",))

    targets = {item.target for item in found.importable}
    ours = {f"{LIB}/grader/__init__.py", f"{LIB}/grader/inside", f"{LIB}/grader/wire"}
    assert targets <= {f"{LIB}/pytest", f"{LIB}/msgspec", *ours}
    assert f"{LIB}/pytest" in targets


@linux_only
def test_time_zones_are_carried_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The system's time zones keep their place; where it has none the package is taken."""
    zones = tmp_path / "zones"
    zones.mkdir()
    (tmp_path / "linked").symlink_to(zones)
    (tmp_path / "tzdata.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    look_up = sysconfig.get_config_var
    for path, expected in ((f"relative:{tmp_path}/linked:/none", True), ("/none", False)):
        found_at = {"TZPATH": path}
        monkeypatch.setattr(
            sysconfig, "get_config_var", lambda n, at=found_at: at.get(n, look_up(n))
        )
        found = equipment_for.__wrapped__(())

        assert (Item(zones, f"{tmp_path}/linked") in found.data) is expected
        assert (f"{LIB}/tzdata.py" in {item.target for item in found.importable}) is not expected
        assert str(zones) in found.readable_in_place() or not expected
        assert f"{tmp_path}/linked" in found.readable_inside() or not expected
        assert not [item for item in found.data if item.target == "relative"]


@linux_only
@pytest.mark.parametrize("name", ["no_such_package", "../grader", "os.path", ""])
def test_a_package_that_is_not_here_is_refused(name: str) -> None:
    """The author of a course reads which package is missing."""
    with pytest.raises(JailError, match="package"):
        equipment_for((name,))


def test_a_user_is_mapped_or_not(tmp_path: Path) -> None:
    """A container that knows few users is understood from its map."""
    table = tmp_path / "map"
    table.write_text("         0       1000          1\n         5     100000       1000\n")

    known = [number for number in (0, 1, 5, 1004, 1005) if capabilities._is_in_map(table, number)]

    assert known == [0, 5, 1004]


@linux_only
def test_users_are_claimed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jails get two users, and a released one is given again."""
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: True)
    first, second = capabilities.claim_user(), capabilities.claim_user()
    first.release()
    third = capabilities.claim_user()
    for user in (second, third):
        user.release()

    assert first.uid != second.uid
    assert third.uid == first.uid


@linux_only
def test_nobody_is_taken_where_few_users_are_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where our numbers do not exist the jail is nobody, and not said to be alone."""
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: uid == 65534)

    user = capabilities.claim_user()

    assert user.uid == 65534
    assert not user.is_ours_alone


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_get_a_sentence(platform: str) -> None:
    """Everything imports elsewhere, and starting a jail says in a sentence why it cannot be."""
    told = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, platform],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.stderr == ""
    assert told.stdout.startswith("none 1 True Strangers' code is judged on Linux only")
