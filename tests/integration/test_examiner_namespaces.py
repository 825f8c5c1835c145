"""What the process of the hidden cases reaches of this machine, layer by layer."""

import contextlib
import ctypes
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.capabilities import can_mount
from grader.sandbox.isolation import layers
from grader.sandbox.spec import Isolation
from tests.integration import controls
from tests.integration.attack_course import LESSON, Course, grade, needs
from tests.integration.controls import Control
from tests.integration.weakened_grader import weaken

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

# switched off where cases are, not in the jail, whose interpreter has no site
NO_LAYER = (controls.no_landlock, controls.no_filter)

_CREATE, _REMOVE, _ANYONE = 0o1000, 0, 0o666
HIDDEN = f"""
import ctypes, os, socket
from {LESSON} import f

def connect(family, address):
    with socket.socket(family) as one:
        one.settimeout(5)
        one.connect(address)

def find(key):
    if ctypes.CDLL(None).shmget(key, 0, 0) < 0:
        raise OSError

def same_name(name):
    if os.uname().nodename != name:
        raise OSError

WAYS = {{
    "network": lambda: connect(socket.AF_INET, ("127.0.0.1", PORT)),
    "abstract socket": lambda: connect(socket.AF_UNIX, NAME),
    "shared memory": lambda: find(KEY),
    "name": lambda: same_name(HOST),
    "signal": lambda: os.kill(PID, 0),
}}

def test_it():
    for name, way in WAYS.items():
        try:
            way()
        except OSError:
            continue
        f(name)
"""
TELLS = "def f(name):\n    print(name)\n"


@dataclass(frozen=True)
class Machine:
    """What a process of this machine can find of ours."""

    port: int
    name: str
    key: int

    def hidden(self) -> str:
        """Write a hidden file that looks for it."""
        found = {"PORT": self.port, "NAME": self.name, "KEY": self.key}
        found |= {"PID": os.getpid(), "HOST": os.uname().nodename}
        text = HIDDEN
        for word, value in found.items():
            text = text.replace(word, repr(value))
        return text


@pytest.fixture
def machine() -> Iterator[Machine]:
    """Listen, and make shared memory, for anyone to find."""
    name, key = f"\0grader-test-{os.getpid()}", os.getpid()
    libc = ctypes.CDLL(None)
    made = libc.shmget(key, 4096, _CREATE | _ANYONE)
    assert made >= 0
    with contextlib.ExitStack() as stack:
        stack.callback(libc.shmctl, made, _REMOVE, None)
        network = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        local.bind(name)
        local.listen()
        yield Machine(network.getsockname()[1], name, key)


def reached(
    place: Path, machine: Machine, level: Isolation, rules: tuple[Control, ...] = ()
) -> set[str]:
    """Grade a submission that prints what a hidden case reached."""
    needs(level)
    course = Course.build(place / "course", {"test_hidden.py": machine.hidden()}, TELLS)
    (place / "in").mkdir()
    (place / "in" / "one.py").write_text(TELLS, encoding="utf-8")
    found_in = weaken(place / "weak", *rules)
    graded = grade(course, place / "in", place / "out", level, found_in=found_in)
    report = graded.reports["one"]
    assert report["verdict"] == "passed", graded.said
    return set((report["printed"] or "").splitlines())


def needs_namespaces() -> None:
    """Skip where the grader itself may make none, as where a policy allows bubblewrap's only."""
    active = {layer.name for layer in layers() if layer.active}
    if "namespaces of hidden cases" not in active:
        pytest.skip("this machine lets us make no namespaces")


def test_nothing_is_reached_at_full(machine: Machine, tmp_path: Path) -> None:
    """No network, socket, memory, process or name of the machine is reached."""
    needs_namespaces()

    assert reached(tmp_path, machine, "full") == set()


def test_only_a_name_is_reached_at_reduced(machine: Machine, tmp_path: Path) -> None:
    """Without namespaces the others hold, and what the machine is called can be read."""
    assert reached(tmp_path, machine, "reduced") == {"name"}


def test_the_filter_alone_refuses_at_reduced(machine: Machine, tmp_path: Path) -> None:
    """Without Landlock too no socket is made, no memory found, and no one else signalled."""
    assert reached(tmp_path, machine, "reduced", (controls.no_landlock,)) == {"name"}


def test_namespaces_alone_hide_the_machine(machine: Machine, tmp_path: Path) -> None:
    """At full isolation they are a layer of their own, whatever becomes of the others."""
    needs_namespaces()

    found = reached(tmp_path, machine, "full", NO_LAYER)

    assert found <= {"signal"}
    assert not can_mount() or not found  # a user of its own signals nobody


def test_the_machine_is_there_to_be_found(machine: Machine, tmp_path: Path) -> None:
    """Without any of the layers all of it is reached, so that the tests above can fail."""
    found = reached(tmp_path, machine, "full", (*NO_LAYER, controls.no_namespaces))

    assert {"network", "abstract socket", "shared memory", "name"} <= found
