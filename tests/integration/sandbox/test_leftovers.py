"""What one submission leaves for the next: nothing."""

import contextlib
import os
import tempfile
from pathlib import Path

import pytest

from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import Isolation
from tests.integration.sandbox.asking import Inside, Open, probe_spec

pytestmark = pytest.mark.jail

LITTER = {
    "files": "open('f', 'w').write('x'); open(os.environ['TMPDIR'] + '/f', 'w').write('x')",
    "hidden files": "open('.f', 'w').write('x')",
    "odd names": "open(b'\\xff\\n', 'w').write('x'); open('-rf', 'w').write('x')",
    "unlistable folders": "os.mkdir('d'); open('d/f', 'w').close(); os.mkdir('e', 0); "
    "os.umask(0o777); os.mkdir('g')",
    "unlistable full folder": "os.mkdir('d', 0o300); open('d/f', 'w').close(); os.mkdir('d/e', 0)",
    "a deep folder": "[(os.mkdir('d' * 200), os.chdir('d' * 200)) for _ in range(40)]",
    "a folder moved": "os.mkdir('d'); os.rename('d', os.environ['TMPDIR'] + '/d')",
    "other cases": "open(os.path.dirname(os.getcwd()) + '/cases/f', 'w').write('x')",
    "state of modules": "os.getcwd = None; import random; random.seed(1); __builtins__['x'] = 1",
    "settings of standard input": "import fcntl; "
    "fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK); fcntl.flock(0, fcntl.LOCK_EX)",
}
TOP_FOLDERS = """
import os
top = os.path.dirname(os.getcwd())
for name in ("work", "tmp", "cases"):
    try:
        os.rename(f"{top}/{name}", f"{top}/moved-{name}")
    except OSError:
        pass
"""
LOOK = """
import builtins, fcntl, os
top = os.path.dirname(os.getcwd())
answer = [os.listdir(f"{top}/{name}") for name in ("work", "tmp", "cases")]
settings = fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK)
answer.append([hasattr(builtins, "x"), settings])
"""
UNTOUCHED = [[], [], [], [False, 0]]


@pytest.mark.parametrize("litter", LITTER)
def test_the_next_child_finds_nothing(open_inside: Open, litter: str) -> None:
    """Whatever a child makes, the next one starts in empty folders and a fresh Python."""
    first = open_inside()
    with first.child:
        first.tell(f"import os; {LITTER[litter]}")
        with contextlib.suppress(ValueError):  # it may be ended for what it wrote
            assert "error" not in first.reply()
    second = open_inside()
    with second.child:
        assert second.ask(LOOK) == UNTOUCHED


def test_folders_of_the_jail_itself_come_back(open_inside: Open) -> None:
    """A child that moves its own folders away does not move the next one's."""
    first = open_inside()
    with first.child:
        first.ask(TOP_FOLDERS)
    second = open_inside()
    with second.child:
        assert second.ask(LOOK) == UNTOUCHED


def test_hard_coded_tmp_is_emptied_too(open_inside: Open) -> None:
    """What a child writes to /tmp, where it may, is gone for the next one."""
    first = open_inside()
    with first.child:
        first.tell("open('/tmp/trace', 'w').write('x')")
        first.reply()
    second = open_inside()
    with second.child:
        assert second.ask("import os; answer = os.path.exists('/tmp/trace')") is False
    assert not Path("/tmp/trace").exists()


def test_a_scratch_folder_may_lie_anywhere(level: Isolation) -> None:
    """Outside /tmp and with a blank in its name all is as elsewhere; /tmp is then TMPDIR."""
    code = "import os, tempfile; tempfile.mkstemp(); open('f', 'w'); answer = os.listdir('/tmp')"
    with (
        tempfile.TemporaryDirectory(prefix="a scratch ", dir="/var/tmp") as folder,
        Sandbox(probe_spec(level, Path(folder) / "jail")) as jail,
    ):
        for _ in range(2):
            with jail.open() as child:
                inside = Inside(child)
                assert inside.ask(LOOK) == UNTOUCHED
                if level == "full":
                    assert len(inside.ask(code)) == 1


def _cases(jail: Sandbox) -> Path:
    return jail.spec.scratch / "cases"


def test_cases_of_the_trusted_side_are_emptied(open_inside: Open, jail: Sandbox) -> None:
    """What hidden cases leave in their folder does not stay for the next submission."""
    with open_inside().child:
        folder = _cases(jail) / "case"
        folder.mkdir()
        (folder / "f").write_text("x", encoding="utf-8")
        (folder / "link").symlink_to("/")

    assert list(_cases(jail).iterdir()) == []


def test_cases_are_shared_where_there_is_no_root_folder(open_inside: Open, jail: Sandbox) -> None:
    """Without root and namespaces both sides see one folder; elsewhere each has its own."""
    inside = open_inside()
    with inside.child:
        folder = _cases(jail) / "case"
        folder.mkdir()
        (folder / "given").write_text("x", encoding="utf-8")

        seen = inside.ask(f"import os; answer = os.listdir({str(_cases(jail))!r})")
        if jail.spec.isolation == "full" or os.geteuid() == 0:
            assert seen == []
            return
        resolved = str(folder.resolve())
        inside.ask(
            f"open({str(folder)!r} + '/made', 'w').write(open({resolved!r} + '/given').read())"
        )

        assert (folder / "made").read_text(encoding="utf-8") == "x"
