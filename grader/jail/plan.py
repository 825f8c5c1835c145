"""Words the start of a warm sandbox: what to run, as whom, with what to see, and its order.

A submission's jail, by level:

full     bubblewrap: namespaces, and a file system with nothing of this machine's
reduced  as root: a root folder and a user of its own; otherwise in place, behind Landlock
none     in place, with limits only

What is ours is started in place at each level, and its children confine themselves.
"""

import os
import sys
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import JailError
from grader.inside import landlock
from grader.inside.order import NO_PROCESSES, PROFILES, Order
from grader.jail.bubblewrap import arguments, find_bubblewrap, volume_for
from grader.jail.capabilities import JailUser, can_mount, namespaces_to_leave, tasks_of
from grader.jail.equipment import (
    LIB,
    SYSTEM,
    equipment_for,
    link_importable,
    loader_path,
)
from grader.jail.spec import SandboxSpec
from grader.jail.workspace import Workspace, build_root

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_OURS = "grader.inside.warm"
# Root is given up before anything is loaded that a course chose.
_BOOT = """
import gc, os, sys
gc.disable()  # what is loaded stays
control, parent, lib, uid, root = sys.argv[1:]
if root:
    os.chroot(root)
    os.chdir("/")
if uid:
    os.setgroups([])
    os.setgid(int(uid))
    os.setuid(int(uid))
sys.path.append(lib)
from grader.inside.warm import main
main(int(control), int(parent))
"""
# No user's packages, no installed ones, no folder of a script, no bytecode written.
_FLAGS = ("-s", "-S", "-P", "-B")
_OWN_TASKS = 16  # of the jail itself, beside a submission's threads
_OTHER_TASKS = 256  # how many more a user that is shared with others may come to have
_BACKSTOP = 4  # times all the seconds of a submission
_OPEN_FILES, _OPEN_FILES_OF_READERS = 256, 64
_OF_TEXTS = ("/usr/share/locale", "/etc/localtime")


class Plan(Struct, frozen=True):
    """One start of a warm sandbox."""

    argv: list[str]
    environment: dict[str, str]
    order: Order
    user: int | None = None  # who starts it, if somebody else


def plan_ours(spec: SandboxSpec, user: JailUser, control: int, processes: int) -> Plan:
    """Plan a start of our own Python, which holds our code until a child confines itself."""
    # a lesson's packages are imported from where the command itself would find them
    places = f"{_PACKAGE_ROOT}{os.pathsep}{os.getenv('PYTHONPATH', '')}".split(os.pathsep)
    kept = {name: os.environ[name] for name in PROFILES[spec.kind].variables if name in os.environ}
    environment = {
        **kept,
        **loader_path(),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets print in the same order in every run
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, places))),
        "OPENBLAS_NUM_THREADS": "1",
    }
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    order = Order(
        spec.kind,
        spec.entry,
        _limits(spec, user),
        confines=spec.isolation != "none",
        namespaces=namespaces_to_leave() if spec.isolation == "full" else 0,
        user=user.uid,
        has_own_user=user.is_ours_alone,
        readable=(*SYSTEM, *_OF_TEXTS, *prefixes, *spec.readable),
        listable=("/dev",),
        writable=spec.writable,
        processes_at=processes if spec.isolation == "none" else NO_PROCESSES,
    )
    words = [str(control), str(os.getpid()), spec.entry]
    return Plan([sys.executable, "-P", "-m", _OURS, *words], environment, order)


def _limits(spec: SandboxSpec, user: JailUser) -> dict[int, int]:
    """Say what each child may use, by the kernel's numbers; its memory is said when it begins."""
    import resource  # which Windows lacks

    limits, bounds = spec.limits, {resource.RLIMIT_CORE: 1}  # at 0 a dump is piped to a program
    if spec.kind == "reader":
        bounds |= {
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_NOFILE: _OPEN_FILES_OF_READERS,
            resource.RLIMIT_CPU: int(limits.seconds_in_all) + 1,
        }
    if spec.kind == "examiner":
        bounds[resource.RLIMIT_NOFILE] = _OPEN_FILES
    if spec.kind == "submission":
        uid = os.geteuid() if user.uid is None else user.uid
        tasks = _OWN_TASKS if user.is_ours_alone else tasks_of(uid) + _OTHER_TASKS
        bounds |= {
            resource.RLIMIT_FSIZE: limits.file_bytes,
            resource.RLIMIT_NOFILE: _OPEN_FILES,
            resource.RLIMIT_NICE: 0,  # a priority once lowered stays low
            resource.RLIMIT_NPROC: limits.threads + tasks,  # threads are counted one by one
            # only a backstop: the trusted side reads the clock itself
            resource.RLIMIT_CPU: int(limits.seconds_in_all * _BACKSTOP) + 1,
        }
    return bounds


def plan_jail(
    spec: SandboxSpec, workspace: Workspace, user: JailUser, control: int, processes: int
) -> Plan:
    """Lay out the scratch folder and plan a start; raises JailError where none can be had."""
    bubblewrap = find_bubblewrap() if spec.isolation == "full" else None
    if spec.isolation == "full" and bubblewrap is None:
        raise JailError("bubblewrap was not found. Install the system's package bubblewrap.")
    has_landlock = landlock.version() > 0
    has_root = user.uid is not None and (user.is_ours_alone or has_landlock)
    if spec.isolation == "reduced" and not has_root and not has_landlock:
        raise JailError(
            "This kernel has no Landlock, and without root there is no other way to close files "
            "to a submission. Use Linux 5.13 or newer, or run the grader as root in a container."
        )
    has_root = spec.isolation == "reduced" and has_root
    workspace.lay_out(in_root=has_root)
    equipment = equipment_for(spec.packages)
    lib, readable = LIB, equipment.readable_inside()
    if has_root:
        build_root(workspace.root, equipment)
    elif bubblewrap is None:
        link_importable(equipment, workspace.lib)
        lib = str(workspace.lib)
        readable = (*equipment.readable_in_place(), lib)
    order = Order(
        spec.kind,
        spec.entry,
        _limits(spec, user),
        spec.preload,
        confines=spec.isolation != "none",
        readable=readable,
        listable=(str(equipment.stdlib),) if lib != LIB else (),
        writable=workspace.written,
        files_bytes=spec.limits.files_bytes,
        files_count=spec.limits.files_count,
        processes_at=processes,
    )
    environment = _environment(spec, workspace)
    # whom Python becomes by itself
    as_root = bubblewrap is not None and user.uid is not None and can_mount()
    uid = user.uid if has_root or as_root else None
    parent = os.getpid() if bubblewrap is None else 0  # a namespace sees to it that it ends
    told = [str(control), str(parent), lib, str(uid or ""), str(workspace.root) if has_root else ""]
    started = [str(equipment.program), *_FLAGS, "-c", _BOOT, *told]
    if bubblewrap is None:
        return Plan(started, environment, order)
    work, tmp, _ = workspace.written
    volume = volume_for(work)
    words = arguments(equipment, volume, tmp, spec.limits.files_bytes, as_root=as_root)
    for name, value in environment.items():
        words += ["--setenv", name, value]
    return Plan(
        [str(bubblewrap.path), *words, "--", *started],
        loader_path(),
        replace(order, volume=volume, processes_at=NO_PROCESSES),
        None if as_root else user.uid,
    )


def _environment(spec: SandboxSpec, workspace: Workspace) -> dict[str, str]:
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
    return environment
