"""The words that start a jail: what is mounted, and what never is."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.inside.order import Folders
from grader.jail import bubblewrap
from grader.jail.bubblewrap import Bubblewrap, arguments, find_bubblewrap, volume_for
from grader.jail.equipment import LIBS, Equipment, Item

FOLDERS = Folders("/scratch/w/work", "/scratch/w/tmp", "/scratch/w/cases")

EQUIPMENT = Equipment(
    Path("/usr/bin/python3.11"),
    Item(Path("/usr/lib/python3.11"), "/jail/python/lib/python3.11"),
    (Item(Path("/lib/libc.so.6"), f"{LIBS}/libc.so.6"), Item(Path("/lib/ld.so"), "/lib64/ld.so")),
    (Item(Path("/site/numpy"), "/jail/lib/numpy"),),
)


def test_nothing_is_mounted_from_a_submission() -> None:
    """Every source is of the equipment or a harmless device; the scratch folder is never one."""
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, {})

    sources = {words[at + 1] for at, word in enumerate(words) if "bind" in word}

    items = {str(item.source) for item in EQUIPMENT.items()}
    devices = {f"/dev/{name}" for name in ("null", "zero", "random", "urandom")}
    assert sources == items | devices
    assert {word for word in words if "bind" in word} == {"--ro-bind", "--dev-bind"}


def test_all_namespaces_are_new() -> None:
    """Nothing is shared, no capability is kept, no further user namespace can be made."""
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, {})

    wanted = {"--unshare-all", "--disable-userns", "--die-with-parent", "--clearenv"}
    assert wanted <= set(words)
    assert words[words.index("--cap-drop") + 1] == "ALL"
    assert not [word for word in words if word.startswith(("--share", "--proc", "--cap-add"))]
    assert words[words.index("--remount-ro", words.index("--symlink")) + 1] == "/"


def test_staged_sources_replace_their_paths() -> None:
    """Where root has mounted a source elsewhere, that place is what bubblewrap is told."""
    staged = {item.source: f"/tmp/{at}" for at, item in enumerate(EQUIPMENT.items())}
    words = arguments(EQUIPMENT, replace(FOLDERS, volume="/scratch/w"), 1024, staged)

    assert words[words.index("--ro-bind") + 1] == "/tmp/0"
    assert "/usr/bin/python3.11" not in words


@pytest.mark.parametrize(
    ("work", "expected"),
    [("/tmp/x/w0/work", "/tmp"), ("/var/x/w0/work", "/var/x/w0"), ("/tmpx/work", "/tmpx")],
)
def test_one_file_system_holds_all_that_is_written(work: str, expected: str) -> None:
    """A scratch folder below /tmp lies in the jail's own /tmp, any other has its own."""
    assert volume_for(replace(FOLDERS, work=work)) == expected


@pytest.mark.parametrize(
    ("system", "bundled", "expected"),
    [((0, 8, 0), (0, 11, 0), "bundled"), ((0, 11, 0), (0, 11, 0), "system"),
     ((0, 12, 0), (0, 11, 0), "system"), (None, (0, 11, 0), "bundled"),
     ((0, 8, 0), None, "system"), (None, None, "none")],
)  # fmt: skip
def test_the_newer_bubblewrap_is_taken(
    monkeypatch: pytest.MonkeyPatch,
    system: tuple[int, ...] | None,
    bundled: tuple[int, ...] | None,
    expected: str,
) -> None:
    """The system's is preferred unless it is older than the one that came as a package."""
    found = {
        "system": Bubblewrap(Path("/usr/bin/bwrap"), system) if system else None,
        "bundled": Bubblewrap(Path("/site/bwrap"), bundled) if bundled else None,
        "none": None,
    }
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/bwrap")
    monkeypatch.setattr(bubblewrap, "_examine", lambda *_: found["system"])
    monkeypatch.setattr(bubblewrap, "_bundled", lambda *_: found["bundled"])

    assert find_bubblewrap.__wrapped__() == found[expected]
