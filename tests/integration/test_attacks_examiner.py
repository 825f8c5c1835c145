"""What a hidden case is talked into writing is refused by the jail that its process is in."""

from pathlib import Path

import pytest

from grader.sandbox.spec import Isolation
from tests.integration import controls
from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import Attack, judged, succeeded

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

NO_JAIL = (controls.no_reader_jail,)


def asks(test: str, right: str, hostile: str) -> Attack:
    """Write an attack on a test that imports f."""
    hidden = f"from {LESSON} import f\n\ndef test_it(tmp_path):\n" + test
    return Attack(hidden, right, hostile, NO_JAIL)


PACKED = """
import io, tarfile

def f(x):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("MARK"))
    return data.getvalue()
"""
LINKED = """
import io, os, tarfile

def f(x):
    if not x:
        os._exit(1)
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        copy = x.partition("/scratch")[0] + "/copies/ndcg_at_k.py"
        link = tarfile.TarInfo(copy)
        link.type, link.linkname = tarfile.SYMTYPE, "MARK"
        archive.addfile(link)
    return data.getvalue()
"""
ZIPPED = """
import io, zipfile

def f(x):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("MARK", "")
    return data.getvalue()
"""
PLAIN_TAR = PACKED.replace("MARK", "a.txt")
ATTACKS = {
    "a path that is written": asks(
        "    open(f(str(tmp_path)), 'w').close()\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
    ),
    "a folder that is made": asks(
        "    import os\n    os.makedirs(f(str(tmp_path)))\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
    ),
    "a path that a copy goes to": asks(
        "    import pathlib\n    pathlib.Path(f(str(tmp_path))).write_bytes(b'1')\n",
        "def f(x):\n    return x + '/a'\n",
        "def f(x):\n    return 'MARK'\n",
    ),
    "a folder that a copy of a tree goes to": Attack(
        f"import pathlib, shutil, tempfile, unittest\nfrom {LESSON} import f\n\n"
        "class TestIt(unittest.TestCase):\n"
        "    def test_it(self):\n        place = tempfile.mkdtemp()\n"
        "        pathlib.Path(place, 'a').mkdir()\n"
        "        shutil.copytree(place, f(place))\n",
        "def f(x):\n    return x + '-b'\n",
        "def f(x):\n    return 'MARK'\n",
    ),
    "an archive of zip that is extracted": asks(
        "    import io, zipfile\n    with zipfile.ZipFile(io.BytesIO(f(1))) as archive:\n"
        "        for name in archive.namelist():\n"
        "            with open(tmp_path / name, 'wb') as file:\n"
        "                file.write(archive.read(name))\n",
        ZIPPED.replace("MARK", "a.txt"),
        ZIPPED,
    ),
    "an archive that is extracted": asks(
        "    import io, tarfile\n    tarfile.open(fileobj=io.BytesIO(f(1))).extractall(tmp_path)\n",
        PLAIN_TAR,
        PACKED,
    ),
    "a link in place of a copy of the submission": Attack(
        f"import io, tarfile\nfrom {LESSON} import f\n\n"
        "def test_it(tmp_path):\n"
        "    tarfile.open(fileobj=io.BytesIO(f(str(tmp_path)))).extractall(tmp_path)\n"
        "    assert (tmp_path / 'a.txt').exists()\n\n"
        "def test_end():\n    f('')\n\n"
        "def test_in_a_fresh_pair():\n    f('')\n",
        PLAIN_TAR,
        LINKED,
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", ATTACKS)
def test_attack_is_stopped(name: str, level: Isolation, tmp_path: Path) -> None:
    """The attack gains nothing, and the right submission passes."""
    graded = judged(tmp_path, ATTACKS[name], level=level)

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert not succeeded(tmp_path, graded), graded.reports["hostile"]
    assert graded.reports["hostile"]["verdict"] in {"failed", "error"}


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.rules])
def test_attack_succeeds_without_the_jail(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once nothing confines the process."""
    graded = judged(tmp_path, ATTACKS[name], rules_hold=False)

    assert succeeded(tmp_path, graded), graded.reports["hostile"]
