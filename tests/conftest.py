"""Guards for every test: a clean environment, a home of its own, no network but this machine's.

Which tests a run takes, and on how many processes, is decided here for tests/tiers.py.
"""

import compileall
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import xdist.plugin
from hypothesis import HealthCheck, settings
from xdist.remote import Producer

from tests import warm
from tests.tiers import NEEDS, ByFileAndLevel, Tiers

COLOUR_SETTINGS = {
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "FORCE_COLOR",
    "NO_COLOR",
    "PYTEST_THEME",
    "PY_COLORS",
    "TTY_COMPATIBLE",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grader")
    group.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files that rendered pages are compared with; review the change",
    )
    group.addoption(
        "--all",
        action="store_true",
        help="take every test, not the quick ones alone; implied where places are named",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Take all cores for a run of the whole tree, and all tests where places are named."""
    if config.args_source == pytest.Config.ArgsSource.ARGS:
        config.option.all = True
    elif "PYTEST_XDIST_WORKER" in os.environ:
        return  # or each worker would start workers of its own
    elif config.option.numprocesses is None and not config.option.collectonly:
        config.option.numprocesses = "auto"


def pytest_configure(config: pytest.Config) -> None:
    # Here, not in pyproject.toml: test modules of ours repeat names (importlib allows it), while
    # a lesson's public cases, run from this checkout, need their own folder on sys.path.
    config.option.importmode = "importlib"
    for name, what in NEEDS.items():
        config.addinivalue_line("markers", f"{name}: {what}")
    config.pluginmanager.register(Tiers(config), "tiers")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        compile_grader()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell's background jobs have it
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests of Ctrl-C send it
    # The same examples each time, however slow the machine is.
    settings.register_profile(
        "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("steady")


def compile_grader() -> None:
    """Have compiled code beside the sources, where processes look whose environment is bare."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "pycache_prefix", None)
        compileall.compile_dir(Path(__file__).parents[1] / "grader", quiet=2)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Take one more than there are cores where many tests wait, for clocks and other processes."""
    if not config.option.all:
        return None
    return xdist.plugin.pytest_xdist_auto_num_workers(config) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFileAndLevel:
    config.option.loadscopereorder = False  # the collection puts first what takes longest
    return ByFileAndLevel(config, log)


@pytest.fixture(scope="session", autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hide the developer's own settings, gradebook and home folder from all tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("GRADER_", "XDG_")) or name in COLOUR_SETTINGS:
                patch.delenv(name)
        home = tmp_path_factory.mktemp("home")
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
        yield


@pytest.fixture(autouse=True)
def a_console_of_its_own() -> None:
    """Let each test have the console that a command makes, which knows the terminal's width."""
    screen = sys.modules.get("grader.cli.screen")  # not loaded here: few tests print
    if screen is not None:
        screen.console.cache_clear()


@pytest.fixture(autouse=True)
def the_umask_of_most_shells() -> Iterator[None]:
    """Take back the umask that a command sets, which some tests run in this very process."""
    os.umask(0o022)
    yield
    os.umask(0o022)


@pytest.fixture(scope="session", autouse=True)
def processes_from_loaded_ones() -> Iterator[None]:
    """Fork a worker and a room from processes that have loaded what they use."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform == "linux":
            patch.setattr(subprocess, "Popen", warm.Popen)
        yield


@pytest.fixture
def new_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each worker and room anew, with addresses of its own."""
    monkeypatch.setattr(subprocess, "Popen", warm.PLAIN)


@pytest.fixture(scope="session", autouse=True)
def no_outside_network() -> Iterator[None]:
    """Fail whatever reaches for another machine; loopback and local sockets stay open."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
        yield


def guarded(connect: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a socket's method that takes an address."""

    def connect_here(self: socket.socket, address: Any) -> Any:
        if not is_here(self.family, address):
            self.close()  # or its warning would hide the sentence
            raise RuntimeError(f"a test reached for the network: {address}")
        return connect(self, address)

    return connect_here


def is_here(family: int, address: Any) -> bool:
    """Tell whether an address lies on this machine, without asking a name server."""
    if family not in {socket.AF_INET, socket.AF_INET6}:
        return True
    host = address[0]
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds grader/, tests/ and `run`."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; the test is skipped where there is none.

    It ends with its module: other tests look for processes that outlive what they belong to.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        opened = started.chromium.launch(executable_path=program, args=flags)
        yield opened
        opened.close()
