"""The package imports on other systems and says there what it does not do."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[3]

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
from grader.sandbox.isolation import best_isolation, layers, why_not
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import SandboxSpec
try:
    Sandbox(SandboxSpec("none", Path("scratch"))).start()
except JailError as error:
    print(best_isolation(), len(layers()), str(error) == why_not("full"), error)
"""


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
