"""Guards for every test: a clean environment, a home of its own, no network but this machine's."""

import os
import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

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
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files that rendered pages are compared with; review the change",
    )


def pytest_configure(config: pytest.Config) -> None:
    # Here, not in pyproject.toml: test modules of ours repeat names (importlib allows it), while
    # a lesson's public cases, run from this checkout, need their own folder on sys.path.
    config.option.importmode = "importlib"


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
