"""Finds out what this machine can isolate, by trying it."""

import functools
import os
import subprocess
import sys
from dataclasses import dataclass

from grader.errors import JailError
from grader.ground.temporary import temporary_folder

from .capabilities import can_change_user, namespaces_to_leave
from .inside import landlock, seccomp
from .sandbox import NEEDS_LINUX, Sandbox
from .spec import Isolation, SandboxSpec
from .start import environment_of_ours, find_bubblewrap

_LEAVE = "from grader.sandbox.inside.confinement import leave_machine; leave_machine({})"


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
    """Start a sandbox and have it attack itself; say in a sentence what is wrong, if any."""
    if sys.platform != "linux":
        return NEEDS_LINUX
    with temporary_folder("grader-probe-") as folder:
        try:
            with Sandbox(SandboxSpec(level, folder / "jail")):
                pass
        except (JailError, OSError, ValueError) as error:
            return str(error)
    return None


def layers() -> list[Layer]:
    """Try each layer by itself."""
    if sys.platform != "linux":
        how = "Judge on Linux, or in a Linux container or virtual machine."
        return [Layer("Linux", False, NEEDS_LINUX, "everything below needs it", how)]
    full, reduced, version = why_not("full"), why_not("reduced"), landlock.version()
    machine, has_user = os.uname().machine, can_change_user()
    leaves = _can_leave_machine()
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
            version > 0,
            f"version {version}" if version else "this kernel has none",
            "Only Python and the submission's own folder can be read.",
            "Use Linux 5.13 or newer with landlock among its lsm= modules.",
        ),
        Layer(
            "system call filter",
            seccomp.policy(machine) is not None,
            machine,
            "No process, socket or link is made, and the kernel's riskier parts are closed.",
            "Use x86_64 or aarch64, and a kernel with seccomp filters.",
        ),
        Layer(
            "own user",
            has_user,
            "one for each jail" if has_user else "the grader's own user",
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


def _can_leave_machine() -> bool:
    """Try in a process of its own."""
    if not (kinds := namespaces_to_leave()):
        return False
    command = [sys.executable, "-P", "-c", _LEAVE.format(kinds)]
    tried = subprocess.run(command, env=environment_of_ours(), capture_output=True, check=False)
    return tried.returncode == 0
