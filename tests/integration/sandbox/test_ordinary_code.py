"""What a submission can do, as in a plain Python."""

import importlib.util
import os
import sys
import zoneinfo
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.errors import JailError
from grader.model.course import Limits
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import Isolation
from tests.integration.sandbox.asking import Inside, probe_spec

pytestmark = pytest.mark.jail

# Need a window system, another system, or act when imported.
NOT_IMPORTED = {
    *("_tkinter", "tkinter", "turtle", "idlelib", "turtledemo", "antigravity", "this", "test"),
    *("_msi", "_overlapped", "_scproxy", "_winapi", "msilib", "msvcrt", "nt", "winreg", "winsound"),
    *(
        "_dbm",
        "_gdbm",
        "_wmi",
        "_ios_support",
        "_android_support",
        "ensurepip",
        "nis",
        "ossaudiodev",
    ),
    *("_testconsole", "_zstd"),
}
IMPORT_ALL = """
import importlib, warnings
warnings.simplefilter("ignore")
answer = {{}}
for name in {names}:
    try:
        importlib.import_module(name)
    except BaseException as error:
        answer[name] = repr(error)
"""
THREADS = """
import threading
seen = []
threads = [threading.Thread(target=seen.append, args=(n,)) for n in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
answer = sorted(seen)
"""
ASYNCIO = """
import asyncio
async def work():
    loop = asyncio.get_running_loop()
    slow = await loop.run_in_executor(None, sum, range(10))
    await asyncio.sleep(0.001)
    return await asyncio.wait_for(asyncio.gather(asyncio.sleep(0, 1), asyncio.sleep(0, slow)), 5)
answer = asyncio.run(work())
"""
FILES = """
import os, pathlib, shutil, tempfile
pathlib.Path("a/b").mkdir(parents=True)
pathlib.Path("a/b/f.txt").write_text("x")
shutil.copy("a/b/f.txt", "g.txt")
shutil.copy2("a/b/f.txt", "h.txt")
shutil.copytree("a", "c")
os.replace("h.txt", "c/h.txt")
with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryDirectory() as folder:
    answer = [name for _, _, names in sorted(os.walk(".")) for name in sorted(names)]
"""
MODES = """
import os, pathlib
path = pathlib.Path("f")
path.touch()
before = path.stat()
path.chmod(0o777)
os.utime(path, (0, 0))
os.utime(path)
path.touch()
try:
    path.touch(exist_ok=False)
except FileExistsError:
    answer = [path.stat().st_mode == before.st_mode, path.stat().st_mtime > 0]
"""
PLACES = """
import os, tempfile
answer = [os.getcwd() == os.environ["HOME"] == os.path.expanduser("~"),
          tempfile.gettempdir() == os.environ["TMPDIR"]]
"""
SIGNALS = """
import signal, time
seen = []
signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
signal.setitimer(signal.ITIMER_REAL, 0.01)
time.sleep(0.05)
signal.raise_signal(signal.SIGALRM)
answer = len(seen)
"""


def test_the_standard_library_can_be_imported_late(inside: Inside) -> None:
    """Every module of the standard library that has no window can be imported in a child."""
    names = sorted(sys.stdlib_module_names - NOT_IMPORTED)

    failed = inside.ask(IMPORT_ALL.format(names=names))

    assert {name: why for name, why in failed.items() if _is_here(name)} == {}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param(THREADS, [0, 1, 2, 3, 4, 5], id="threads"),
        pytest.param(ASYNCIO, [1, 45], id="asyncio"),
        pytest.param(FILES, ["g.txt", "f.txt", "h.txt", "f.txt"], id="files"),
        pytest.param(SIGNALS, 2, id="signals"),
        pytest.param(MODES, [True, True], id="modes and times are feigned"),
        pytest.param(PLACES, [True, True], id="folders are where Python looks"),
        pytest.param("import time; time.sleep(0.01); answer = 1", 1, id="sleep"),
        pytest.param("import random; answer = random.Random(1).random() < 1", True, id="random"),
        pytest.param("import sys; answer = sys.stdin.read()", "", id="stdin is empty"),
        pytest.param("import sys; answer = sys.argv", [""], id="argv"),
        pytest.param("answer = hash('a') == hash('a')", True, id="hash"),
        pytest.param("open('/dev/null', 'w').write('x'); answer = 1", 1, id="null device"),
        pytest.param("import os; answer = len(os.urandom(4))", 4, id="random bytes"),
    ],
)  # fmt: skip
def test_ordinary_code_works(inside: Inside, code: str, expected: object) -> None:
    """Threads, asyncio, files and signals behave as outside."""
    assert inside.ask(code) == expected


def test_time_zones_are_those_of_python(inside: Inside) -> None:
    """Zones are known by name, to Python and to the C library, and all of them are listed."""
    zoneinfo.ZoneInfo("Europe/Berlin")  # where there are none here, there are none in a jail
    code = """
import datetime, os, time, zoneinfo
berlin = zoneinfo.ZoneInfo("Europe/Berlin")
os.environ["TZ"] = "Europe/Berlin"
time.tzset()
answer = [datetime.datetime(2024, 7, 1, tzinfo=berlin).isoformat(),
          "Asia/Tokyo" in zoneinfo.available_timezones(), time.localtime(0).tm_hour]
"""

    assert inside.ask(code) == ["2024-07-01T00:00:00+02:00", True, 1]


def test_deep_recursion_is_a_recursion_error(inside: Inside) -> None:
    """Endless recursion raises, in Python and in C code, and the child lives on."""
    assert inside.error("def f(n): return f(n + 1)\nf(0)") == "RecursionError"
    nested = "x = []\nfor _ in range(100000): x = [x]\nrepr(x)"
    assert inside.error(nested) == "RecursionError"
    assert inside.ask("import sys; answer = sys.getrecursionlimit()") == 1000


@pytest.mark.parametrize("preload", [(), ("numpy",)], ids=["imported late", "imported warm"])
def test_a_listed_package_works(level: Isolation, tmp_path: Path, preload: tuple[str, ...]) -> None:
    """A package with libraries of its own works, imported by a child or before it."""
    pytest.importorskip("numpy")
    spec = probe_spec(level, tmp_path / "jail", Limits())
    spec = replace(spec, packages=(*spec.packages, "numpy"), preload=preload)
    code = "import numpy; a = numpy.eye(50); answer = float(numpy.linalg.svd(a @ a)[1].sum())"

    with Sandbox(spec) as jail, jail.open() as child:
        assert Inside(child).ask(code) == pytest.approx(50)


def test_a_package_without_its_library_is_a_sentence(
    level: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The author reads which package and which library; no trace of ours."""
    found = importlib.util.find_spec("zlib")
    path = Path(found.origin) if found and found.has_location and found.origin else Path(__file__)
    needy = path.read_bytes().replace(b"\0libz.so.1\0", b"\0libq.so.1\0")
    if b"\0libq.so.1\0" not in needy or path.suffix != ".so":
        pytest.skip("this Python has no module that needs this library")
    (tmp_path / "needy").mkdir()
    (tmp_path / "needy" / "__init__.py").write_text("from needy import zlib")
    (tmp_path / "needy" / path.name).write_bytes(needy)
    monkeypatch.syspath_prepend(tmp_path)
    spec = probe_spec(level, tmp_path / "jail")
    spec = replace(spec, packages=(*spec.packages, "needy"))

    with pytest.raises(JailError) as told, Sandbox(replace(spec, preload=("needy",))):
        pass
    assert str(told.value).startswith("needy cannot be loaded where submissions run: libq.so.1: ")


def _is_here(name: str) -> bool:
    """Tell whether this Python was built with a module at all."""
    try:
        __import__(name)
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("grader", [0o022, 0o077])
def test_the_umask_is_that_of_a_plain_python(grader: int, level: Isolation, tmp_path: Path) -> None:
    """What a submission's files may be read by does not hang on who started the grader."""
    before = os.umask(grader)
    try:
        with Sandbox(probe_spec(level, tmp_path)) as jail, jail.open() as child:
            umask = Inside(child).ask("import os; answer = os.umask(0)")
    finally:
        os.umask(before)

    assert umask == 0o022
