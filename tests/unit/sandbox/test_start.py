"""The words that start a jail: what is mounted, and what never is."""

import shutil
from pathlib import Path

import pytest

from grader.sandbox.equipment import Equipment
from grader.sandbox.start import arguments, find_bubblewrap

PLACES = ("/scratch/w", "/scratch/w/tmp")  # of the file system, and of temporary files

EQUIPMENT = Equipment(
    program=Path("/opt/python/bin/python3.11"),
    stdlib=Path("/opt/python/lib/python3.11"),
    whole=(Path("/usr/lib"), Path("/opt/python/lib")),
    closed=(Path("/opt/python/lib/python3.11/site-packages"),),
    links={"/lib": "/usr/lib"},
    importable={"numpy": Path("/site/numpy")},
)


def test_nothing_is_mounted_from_a_submission() -> None:
    """Every source is of the equipment or a harmless device; the scratch folder is never one."""
    words = arguments(EQUIPMENT, *PLACES, 1024, as_root=False)

    sources = {words[at + 1] for at, word in enumerate(words) if "bind" in word}

    devices = {f"/dev/{name}" for name in ("null", "zero", "random", "urandom")}
    python = {"/usr/lib", "/opt/python/lib", "/opt/python/bin/python3.11"}
    assert sources == {*python, "/site/numpy", *devices}
    assert {word for word in words if "bind" in word} == {"--ro-bind", "--dev-bind"}


def test_what_is_closed_is_covered_last() -> None:
    """An empty folder that nobody writes covers installed packages, after what is around them."""
    words = arguments(EQUIPMENT, *PLACES, 1024, as_root=False)
    at = words.index("/opt/python/lib/python3.11/site-packages")

    assert words[at - 3 : at] == ["--perms", "0555", "--tmpfs"]
    assert words[at + 1 : at + 3] == ["--remount-ro", words[at]]
    assert at > words.index("/opt/python/lib")


@pytest.mark.parametrize("as_root", [False, True])
def test_all_namespaces_are_new(as_root: bool) -> None:
    """Nothing is shared, no capability is kept but to be no root any more."""
    words = arguments(EQUIPMENT, *PLACES, 1024, as_root=as_root)

    wanted = {f"--unshare-{name}" for name in ("ipc", "pid", "net", "uts")}
    assert {*wanted, "--die-with-parent"} <= set(words)
    assert words[words.index("--cap-drop") + 1] == "ALL"
    kept = [words[at + 1] for at, word in enumerate(words) if word == "--cap-add"]
    assert kept == (["CAP_SETUID", "CAP_SETGID"] if as_root else [])
    assert ({"--unshare-user", "--disable-userns"} <= set(words)) is not as_root
    assert not [word for word in words if word.startswith(("--share", "--proc"))]
    assert words[words.index("--remount-ro", words.index("--size")) + 1] == "/"


def test_the_systems_bubblewrap_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that came as a package is for a machine without."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    bundled = find_bubblewrap.__wrapped__()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")

    assert bundled is None or bundled.is_file()
    assert find_bubblewrap.__wrapped__() == Path("/usr/bin/bwrap").resolve()
