"""Finds out what this machine can isolate, by trying it."""

import functools
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

import grader
from grader.errors import JailError
from grader.ground.temporary import temporary_folder
from grader.inside import landlock
from grader.jail.bubblewrap import find_bubblewrap
from grader.jail.capabilities import claim_user
from grader.jail.jail import NEEDS_LINUX, Jail
from grader.jail.spec import Isolation, SandboxSpec

_REFUSES = "from grader.inside.witness import refuses_alone; refuses_alone(sys.argv[2])"
_LEAVES = (
    "from grader.inside.confinement import leave_machine; "
    "from grader.jail.capabilities import namespaces_to_leave; "
    "leave_machine(namespaces_to_leave() or sys.exit(1))"
)


@dataclass(frozen=True)
class Layer:
    """One thing that stands between a submission and this machine."""

    name: str
    active: bool
    detail: str  # which version, or what went wrong
    why: str  # what it is good for
    how: str  # what makes it active


@functools.cache
def best_isolation() -> Isolation:
    """Name the strongest level that keeps what it promises on this machine."""
    levels: tuple[Isolation, ...] = ("full", "reduced")
    return next((level for level in levels if why_not(level) is None), "none")


@functools.cache
def why_not(level: Isolation) -> str | None:
    """Start a jail and have it attacked from inside; say in a sentence what is wrong, if any."""
    if sys.platform != "linux":
        return NEEDS_LINUX
    with temporary_folder("grader-probe-") as folder:
        try:
            with Jail(SandboxSpec(level, folder / "jail")) as jail:
                done = jail.attack()
        except (JailError, OSError, ValueError) as error:
            return str(error)
    return f"At this level a submission could {', '.join(done)}." if done else None


def layers() -> list[Layer]:
    """Try each layer by itself."""
    if sys.platform != "linux":
        how = "Judge on Linux, or in a Linux container or virtual machine."
        return [Layer("Linux", False, NEEDS_LINUX, "everything below needs it", how)]
    full, reduced, version = why_not("full"), why_not("reduced"), landlock.version()
    leaves, filters = _succeeds_alone(_LEAVES), _succeeds_alone(_REFUSES, "seccomp")
    restricts = version > 0 and _succeeds_alone(_REFUSES, "landlock")
    user = claim_user()
    user.release()
    return [
        Layer(
            "namespaces",
            full is None,
            full or str(find_bubblewrap()),
            "A submission sees no file, process or network of this machine.",
            "Install the system's package bubblewrap and allow user namespaces: "
            "sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu "
            "kernel.apparmor_restrict_unprivileged_userns=0. An ordinary container refuses them.",
        ),
        Layer(
            "namespaces of hidden cases",
            leaves,
            "made by the grader itself" if leaves else "refused to the grader",
            "What a submission talks a hidden case into reaches no network of this machine.",
            "Allow user namespaces for Python too, not bwrap alone.",
        ),
        Layer(
            "Landlock",
            restricts,
            f"version {version}" if version else "this kernel has none",
            "Only Python and the submission's own folder can be read.",
            "Use Linux 5.13 or newer with landlock among its lsm= modules.",
        ),
        Layer(
            "system call filter",
            filters,
            os.uname().machine,
            "No process, socket or link is made, and the kernel's riskier parts are closed.",
            "Use x86_64 or aarch64, and a kernel with seccomp filters.",
        ),
        Layer(
            "own user",
            user.uid is not None,
            "the grader's own user" if user.uid is None else f"user {user.uid}",
            "What a submission is refused does not hang on what the grader's user may do.",
            "Run the grader as root in a container of its own.",
        ),
        Layer(
            "without namespaces",
            reduced is None,
            reduced or "files, processes and network are refused",
            "It is what judging falls back to where namespaces are refused.",
            "Make Landlock active, or run the grader as root.",
        ),
    ]


def _succeeds_alone(code: str, *arguments: str) -> bool:
    """Try one layer in a process of its own."""
    files = Path(grader.__file__), Path(msgspec.__file__)
    folders = os.pathsep.join(str(file.resolve().parents[1]) for file in files)
    whole = f"import os, sys; sys.path += sys.argv[1].split(os.pathsep); {code}"
    command = [sys.executable, "-I", "-S", "-B", "-c", whole, folders, *arguments]
    tried = subprocess.run(command, capture_output=True, check=False)
    return tried.returncode == 0
