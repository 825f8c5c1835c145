"""Words the start of a warm jail: what to run, as whom, with what to see, and its order.

full     bubblewrap: namespaces, and a file system with nothing of this machine's
reduced  as root: a root folder and a user of its own; otherwise in place, behind Landlock
none     in place, with limits only
"""

import os
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.errors import JailError
from grader.inside import landlock
from grader.inside.libc import mount, unshare
from grader.inside.order import Bounds, Folders, Order
from grader.jail.bubblewrap import arguments, find_bubblewrap, volume_for
from grader.jail.capabilities import JailUser, can_mount, tasks_of
from grader.jail.equipment import LIB, LIBS, PROGRAM, equipment_for, link_importable
from grader.jail.spec import JailSpec
from grader.jail.workspace import Workspace, build_root
from grader.model.course import MIB

_BOOT = (
    "import gc, sys; gc.disable(); "  # what is loaded stays
    "sys.path.append(sys.argv[2]); "
    "from grader.inside.warm import main; main(int(sys.argv[1]))"
)
# No user's packages, no installed ones, no folder of a script, no bytecode written.
_FLAGS = ("-s", "-S", "-P", "-B")
_OWN_TASKS = 16  # of the jail itself, beside a submission's threads
_OTHER_TASKS = 256  # how many more a user that is shared with others may come to have
_BACKSTOP = 4  # times all the seconds of a submission
_NEW_MOUNTS = 0x20000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 1 << 14, 1 << 12
STAGE = "/tmp"  # noqa: S108 - exists everywhere; what is mounted here only this process's heirs see
_FAILED = 1


class Passage(Struct, frozen=True):
    """What is done between fork and exec, with no second Python in between.

    A process that has given root up cannot be traced before it has become another program, so no
    other process of that user looks into the memory of the grader's that it still has.
    """

    uid: int
    stage: dict[str, str] = field(default_factory=dict)  # by place below STAGE: what stands there
    root: str = ""  # what becomes the root folder, if anything

    def take(self) -> None:
        """Go through; the program that is started next is the jail's.

        A process that cannot says why on its standard error, and ends.
        """
        try:
            os.umask(0o022)  # the jail's user must reach what is staged
            if self.stage:
                _stage(self.stage)
            if self.root:
                os.chroot(self.root)
            os.chdir("/")
            os.setgroups([])
            os.setgid(self.uid)
            os.setuid(self.uid)
        except OSError as error:
            os.write(2, f"The jail could not be entered: {error}\n".encode())
            os._exit(_FAILED)


def _stage(sources: dict[str, str]) -> None:
    """Mount sources where the jail's user can reach them, whoever may enter their folders."""
    unshare(_NEW_MOUNTS)
    mount("none", "/", _PRIVATE | _RECURSIVE)
    # The stage may cover a source, so all are opened first.
    opened = {place: os.open(source, os.O_PATH) for place, source in sources.items()}
    mount("tmpfs", STAGE, 0, "tmpfs", "mode=0755,size=1m")
    for place, descriptor in opened.items():
        source = Path(f"/proc/self/fd/{descriptor}")
        path = Path(STAGE, place)
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            path.mkdir()
        else:
            path.touch()
        mount(str(source), f"{STAGE}/{place}", _BIND)
        os.close(descriptor)


class Plan(Struct, frozen=True):
    """One start of a warm jail."""

    argv: list[str]
    environment: dict[str, str]
    order: Order
    passage: Passage | None = None


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
        program, stage, sources = bubblewrap.path, dict[str, str](), dict[Path, str]()
        if self.user.uid is not None and can_mount():
            program, stage = bubblewrap.staged(STAGE)
            for number, item in enumerate(equipment.items()):
                stage[str(number)] = str(item.source)
                sources[item.source] = f"{STAGE}/{number}"
        words = arguments(equipment, folders, self.spec.limits.files_bytes, sources)
        for name, value in self._environment(LIBS).items():
            words += ["--setenv", name, value]
        argv = [str(program), *words, "--", *self._python(PROGRAM, LIB)]
        order = self._order(folders, equipment.readable_inside())
        passage = None if self.user.uid is None else Passage(self.user.uid, stage)
        return Plan(argv, loader_path(), order, passage)

    def _in_own_root(self, uid: int) -> Plan:
        self.workspace.lay_out_in_root()
        equipment = equipment_for(self.spec.packages)
        build_root(self.workspace.root, equipment)
        order = self._order(self.workspace.folders(), equipment.readable_inside())
        return Plan(
            self._python(PROGRAM, LIB),
            self._environment(LIBS),
            self._watched(order),
            Passage(uid, root=str(self.workspace.root)),
        )

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
            listable=(str(equipment.stdlib.source),),
        )
        environment = self._environment() | loader_path()
        return Plan(self._python(str(equipment.program), str(lib)), environment, order)

    def _python(self, program: str, lib: str) -> list[str]:
        return [program, *_FLAGS, "-c", _BOOT, str(self.control), lib]

    def _environment(self, libraries: str = "") -> dict[str, str]:
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
        if libraries:
            environment["LD_LIBRARY_PATH"] = libraries
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


def loader_path() -> dict[str, str]:
    """Keep the one setting that a program of this machine may need to find its libraries."""
    kept = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": kept} if kept else {}
