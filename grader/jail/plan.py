"""Words the start of a warm jail: what to run, as whom, with what to see, and its order.

full     bubblewrap: namespaces, and a file system with nothing of this machine's
reduced  as root: a root folder and a user of its own; otherwise in place, behind Landlock
none     in place, with limits only
"""

import os

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import JailError
from grader.inside import landlock
from grader.inside.order import Bounds, Folders, Order
from grader.jail.bubblewrap import arguments, find_bubblewrap, volume_for
from grader.jail.capabilities import JailUser, can_mount, tasks_of
from grader.jail.equipment import (
    LIB,
    Equipment,
    equipment_for,
    link_importable,
    loader_path,
)
from grader.jail.spec import JailSpec
from grader.jail.workspace import Workspace, build_root
from grader.model.course import MIB

# Root is given up before anything is loaded that a course chose.
_BOOT = """
import gc, os, sys
gc.disable()  # what is loaded stays
control, lib, uid, root = sys.argv[1:]
if root:
    os.chroot(root)
    os.chdir("/")
if uid:
    os.setgroups([])
    os.setgid(int(uid))
    os.setuid(int(uid))
sys.path.append(lib)
from grader.inside.warm import main
main(int(control))
"""
# No user's packages, no installed ones, no folder of a script, no bytecode written.
_FLAGS = ("-s", "-S", "-P", "-B")
_OWN_TASKS = 16  # of the jail itself, beside a submission's threads
_OTHER_TASKS = 256  # how many more a user that is shared with others may come to have
_BACKSTOP = 4  # times all the seconds of a submission


class Plan(Struct, frozen=True):
    """One start of a warm jail."""

    argv: list[str]
    environment: dict[str, str]
    order: Order
    user: int | None = None  # who starts it, if somebody else


class Planner(Struct, frozen=True):
    """Lays out the scratch folder and plans one start; raises JailError where it cannot."""

    spec: JailSpec
    workspace: Workspace
    user: JailUser
    control: int  # descriptors that the jail inherits
    processes: int

    def plan(self) -> Plan:
        """Choose by level, and by what this process may do."""
        if self.spec.isolation == "full":
            return self._in_namespaces()
        if self.spec.isolation == "none":
            return self._in_place()
        has_landlock = landlock.version() > 0
        if self.user.uid is not None and (self.user.is_ours_alone or has_landlock):
            return self._in_own_root(self.user.uid)
        if has_landlock:
            return self._in_place()
        raise JailError(
            "This kernel has no Landlock, and without root there is no other way to close files "
            "to a submission. Use Linux 5.13 or newer, or run the grader as root in a container."
        )

    def _in_namespaces(self) -> Plan:
        bubblewrap = find_bubblewrap()
        if bubblewrap is None:
            raise JailError("bubblewrap was not found. Install the system's package bubblewrap.")
        self.workspace.lay_out()
        equipment = equipment_for(self.spec.packages)
        folders = self.workspace.folders()
        folders = replace(folders, volume=volume_for(folders))
        as_root = self.user.uid is not None and can_mount()
        words = arguments(equipment, folders, self.spec.limits.files_bytes, as_root=as_root)
        for name, value in (self._environment() | loader_path()).items():
            words += ["--setenv", name, value]
        started = self._python(equipment, LIB, self.user.uid if as_root else None)
        return Plan(
            [str(bubblewrap.path), *words, "--", *started],
            loader_path(),
            self._order(folders, equipment.readable_inside()),
            None if as_root else self.user.uid,
        )

    def _in_own_root(self, uid: int) -> Plan:
        self.workspace.lay_out_in_root()
        equipment = equipment_for(self.spec.packages)
        build_root(self.workspace.root, equipment)
        order = self._order(self.workspace.folders(), equipment.readable_inside())
        started = self._python(equipment, LIB, uid, str(self.workspace.root))
        return Plan(started, self._environment() | loader_path(), self._watched(order))

    def _in_place(self) -> Plan:
        self.workspace.lay_out()
        equipment = equipment_for(self.spec.packages)
        lib = self.workspace.lib
        link_importable(equipment, lib)
        readable = (*equipment.readable_in_place(), str(lib))
        order = self._watched(self._order(self.workspace.folders(), readable))
        order = replace(
            order,
            confines=self.spec.isolation != "none",
            listable=(str(equipment.stdlib),),
        )
        started = self._python(equipment, str(lib))
        return Plan(started, self._environment() | loader_path(), order)

    def _python(
        self, equipment: Equipment, lib: str, uid: int | None = None, root: str = ""
    ) -> list[str]:
        told = (str(self.control), lib, "" if uid is None else str(uid), root)
        return [str(equipment.program), *_FLAGS, "-c", _BOOT, *told]

    def _environment(self) -> dict[str, str]:
        folders = self.workspace.folders()
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": folders.work,
            "TMPDIR": folders.tmp,
            "LANG": "C.UTF-8",
            "TZ": "UTC",  # as on the trusted side, wherever the machine stands
            "PYTHONHASHSEED": "0",
            "MALLOC_ARENA_MAX": "1",  # else each thread reserves 64 MiB of the address space
        }
        if self.spec.packages:  # the same sums on any number of cores, and no threads to fork
            environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        return environment

    def _order(self, folders: Folders, readable: tuple[str, ...]) -> Order:
        limits = self.spec.limits
        uid = os.geteuid() if self.user.uid is None else self.user.uid
        tasks = _OWN_TASKS if self.user.is_ours_alone else tasks_of(uid) + _OTHER_TASKS
        bounds = Bounds(
            memory_bytes=limits.memory_mib * MIB,
            file_bytes=limits.file_bytes,
            files_bytes=limits.files_bytes,
            files_count=limits.files_count,
            processes=limits.threads + tasks,
            cpu_seconds=int(limits.seconds_in_all * _BACKSTOP) + 1,
        )
        return Order(self.spec.entry, folders, bounds, self.spec.preload, readable=readable)

    def _watched(self, order: Order) -> Order:
        """Have the jail look through /proc at what is written, and die with this process."""
        return replace(order, parent=os.getpid(), processes_at=self.processes)
