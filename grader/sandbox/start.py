"""Words the start of a warm sandbox: what to run, as whom, with what to see, and its order.

The sandbox of submissions, by level:

full     bubblewrap: namespaces, and a file system with nothing of this machine's
reduced  as root: a root folder and a user of its own; otherwise in place, behind Landlock
none     in place, with limits only

What is ours is started in place at each level, and gives up later what it must not have.
"""

import os
import sys
from pathlib import Path

from msgspec import Struct

from grader.errors import JailError

from .bubblewrap import arguments, find_bubblewrap, volume_for
from .capabilities import JailUser, can_mount, namespaces_to_leave, tasks_of
from .equipment import LIB, SYSTEM, equipment_for, loader_path, open_parts
from .inside import landlock
from .inside.order import Order
from .inside.seccomp import MODES, SYMBOLIC_LINKS, TIMES
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
    links = (SYMBOLIC_LINKS,) if is_examiner else ()
    # Landlock covers no modes: a process that shares its user could change those of all files
    modes = (MODES, TIMES) if is_examiner and user else ()
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
        allowed=links + modes,
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
    volume = "" if bubblewrap is None else volume_for(work)
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
    as_root = bubblewrap is not None and user is not None and can_mount()
    uid = str(user.uid) if user is not None and (has_root or as_root) else ""
    parent = os.getpid() if bubblewrap is None else 0  # a namespace sees to it that it ends
    root = str(workspace.root) if has_root else ""
    argv = [str(equipment.program), *_FLAGS, "-c", _BOOT, str(control), str(parent), lib, uid, root]
    if bubblewrap is None:
        return Start(argv, environment, order, folder="/proc")
    around = arguments(equipment, volume, tmp, spec.limits.files_bytes, as_root=as_root)
    for name, value in environment.items():
        around += ["--setenv", name, value]
    argv = [str(bubblewrap), *around, "--", *argv]
    return Start(argv, loader_path(), order, None if as_root or not user else user.uid)
