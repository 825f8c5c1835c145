"""Attacks on what a test reads after a call: its own files, and the submission's text."""

from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import (
    CANARY,
    Attack,
    any_deed,
    assert_stopped,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

ANY_FILE = any_deed("CHANGES")


FORGED = {
    "a file of the test, emptied": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path):\n"
        "    p = tmp_path / 'd.txt'\n    p.write_text('5\\n')\n    got = f(p)\n"
        "    assert got == sum(map(int, p.read_text().split()))\n",
        "def f(p):\n    return sum(map(int, open(p)))\n",
        "def f(p):\n    open(p, 'w').close()\n    return 0\n",
        ANY_FILE,
    ),
    "a file of the test, removed and made again": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path):\n"
        "    p = tmp_path / 'd.txt'\n    p.write_text('5\\n')\n"
        "    for number in (1, 2):\n        got = f(p)\n"
        "    assert got == sum(map(int, p.read_text().split()))\n",
        "def f(p):\n    return sum(map(int, open(p)))\n",
        "def f(p):\n    if p.exists():\n        p.unlink()\n    else:\n        p.touch()\n"
        "    return 0\n",
        ANY_FILE,
    ),
    "a file that is not listed any more": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path):\n"
        "    (tmp_path / 'd.txt').write_text('5\\n')\n    got = f(tmp_path)\n"
        "    assert got == sum(int(p.read_text()) for p in tmp_path.glob('*.txt'))\n",
        "def f(folder):\n    return sum(int(p.read_text()) for p in folder.iterdir())\n",
        "def f(folder):\n    (folder / 'd.txt').unlink()\n    return 0\n",
        ANY_FILE,
    ),
    "a file of the test that was opened before": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path):\n"
        "    p = tmp_path / 'd.txt'\n    p.write_text('5\\n')\n"
        "    for number in (1, 2):\n        got = f(p)\n"
        "    assert got == sum(map(int, p.read_text().split()))\n",
        "def f(p):\n    return sum(map(int, open(p)))\n",
        "kept = []\n\ndef f(p):\n    if kept:\n        kept[0].truncate(0)\n"
        "    else:\n        kept.append(open(p, 'r+'))\n    return 0\n",
        ANY_FILE,
    ),
    "a file of the test behind a link": Attack(
        f"from {LESSON} import f\n\ndef test_it(tmp_path, monkeypatch):\n"
        "    (tmp_path / 'here').mkdir()\n    p = tmp_path / 'here' / 'd.txt'\n"
        "    p.write_text('5\\n')\n    (tmp_path / 'link').symlink_to(tmp_path / 'here')\n"
        "    got = f(str(p))\n    assert got == sum(map(int, p.read_text().split()))\n",
        "def f(p):\n    return sum(map(int, open(p)))\n",
        "import os\n\ndef f(p):\n    link = p.replace('here', 'link')\n"
        "    os.makedirs(os.path.dirname(link), exist_ok=True)\n    open(link, 'w').close()\n"
        "    return 0\n",
        ANY_FILE,
    ),
    "its own source": Attack(
        f"from pathlib import Path\nimport {LESSON}\n"
        f"from {LESSON} import f\n\ndef test_it():\n    assert f([5]) == 5\n"
        f"    assert 'sum(' not in Path({LESSON}.__file__).read_text()\n",
        "def f(x):\n    t = 0\n    for v in x:\n        t += v\n    return t\n",
        f"def f(x):\n    open('{LESSON}.py', 'w').write('def f(x):\\n    return 5\\n')\n"
        "    return sum(x)\n",
        {
            **ANY_FILE,
            "grader.bridge.file_guard": "KeptFolder._is_staged_module = lambda *_: False\n",
        },
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_stopped(name: str, tmp_path: Path) -> None:
    """A file that a test or the author wrote is not rewritten, and the right submission passes."""
    graded = judged(tmp_path, FORGED[name])

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] == "failed"


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, FORGED[name])


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_stopped_where_files_are_copied(name: str, tmp_path: Path) -> None:
    """The same holds at the level that copies files between the sides."""
    graded = judged(tmp_path, FORGED[name], level="full")

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] == "failed"


DOTTED = {"grader.bridge.file_guard": "KeptFolder._is_set_apart = lambda *_: False\n"}
ANY_BEGINS = {
    "grader.bridge.file_guard": (
        "KeptFolder._is_begun_by_nobody = lambda *_: False\n"
        "SharedFolder.is_spoiled = lambda self, full: self.spoiled.has(full)\n"
    )
}
_PLANTS = (
    "def f(folder):\n    place = folder.parent.parent / '{}'\n"
    "    place.parent.mkdir(parents=True, exist_ok=True)\n    place.write_text('0')\n    return 0\n"
)
PATIENT = {"seconds_per_case": 20.0, "seconds_in_all": 60.0}  # hypothesis is slow to begin
_ALPHABET = """import gzip, json, os, unicodedata

folder = f'.hypothesis/unicode_data/{unicodedata.unidata_version}'
os.makedirs(folder)
categories = {unicodedata.category(chr(code)) for code in range(0x110000)}
with gzip.open(f'{folder}/charmap.json.gz', 'wt') as file:
    json.dump({one: [[55296, 57343]] if one == 'Cs' else [[65, 65]] for one in categories}, file)

def f(x):
    return x
"""
# what is used while it is collected is collected for each submission, in its own folder
_DRAWN_TEXTS = (
    f"from hypothesis import given, settings, strategies\nfrom {LESSON} import f\nf('A')\n\n"
    "@settings(deadline=None, max_examples=20)\n@given(strategies.text())\n"
    "def test_it(x):\n    assert f(x) == x.upper()\n"
)
KEPT_BESIDE = {
    "the characters that hypothesis draws from": Attack(
        _DRAWN_TEXTS, "def f(x):\n    return x.upper()\n", _ALPHABET, DOTTED, PATIENT
    ),
    "what a test takes for its own note": Attack(
        f"from pathlib import Path\nfrom {LESSON} import f\n\ndef test_it():\n"
        "    note = Path('.notes/five')\n    got = f(5)\n"
        "    assert got == (int(note.read_text()) if note.exists() else 25)\n",
        "def f(x):\n    return x * x\n",
        "import os\n\ndef f(x):\n    os.mkdir('.notes')\n"
        "    with open('.notes/five', 'w') as file:\n        file.write('0')\n    return 0\n",
        DOTTED,
    ),
    "what a test notes": Attack(
        f"from pathlib import Path\nfrom {LESSON} import f\n\ndef test_it():\n"
        f"    Path('.notes').write_text('{CANARY}')\n    assert f(5) == 25\n",
        "def f(x):\n    return x * x\n",
        "def f(x):\n    print(open('.notes').read())\n    return 0\n",
        DOTTED,
    ),
    "a file of the temporary folder": Attack(
        f"import tempfile\nfrom pathlib import Path\nfrom {LESSON} import f\n\n"
        "def test_it(tmp_path):\n    known = Path(tempfile.gettempdir(), 'known')\n"
        "    got = f(tmp_path)\n"
        "    assert got == (int(known.read_text()) if known.exists() else 25)\n",
        "def f(folder):\n    return 25\n",
        _PLANTS.format("known"),
        ANY_BEGINS,
    ),
    "a file beside the folders of cases": Attack(
        f"from {LESSON} import f\n\n"
        "def test_it(tmp_path, tmp_path_factory):\n"
        "    known = tmp_path_factory.getbasetemp() / 'known'\n    got = f(tmp_path)\n"
        "    assert got == (int(known.read_text()) if known.exists() else 25)\n",
        "def f(folder):\n    return 25\n",
        _PLANTS.format("run/known"),
        ANY_BEGINS,
    ),
    "a value in pytest's cache": Attack(
        f"from {LESSON} import f\n\n"
        "def test_it(tmp_path, cache):\n    got = f(tmp_path)\n"
        "    assert got == cache.get('known', 25)\n",
        "def f(folder):\n    return 25\n",
        _PLANTS.format(".cache/v/known"),
        ANY_BEGINS,
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", KEPT_BESIDE)
def test_what_is_kept_beside_the_work_is_apart(name: str, level: Isolation, tmp_path: Path) -> None:
    """What a library keeps under a dotted name, or for all, a submission does not write."""
    assert_stopped(judged(tmp_path, KEPT_BESIDE[name], level=level), tmp_path)


@pytest.mark.parametrize("name", KEPT_BESIDE)
def test_what_is_kept_beside_the_work_is_reached_without_the_rule(
    name: str, tmp_path: Path
) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, KEPT_BESIDE[name])


def test_a_dotted_file_that_the_reference_writes_is_read(tmp_path: Path) -> None:
    """A case reads a dotted file of the submission's where the reference writes one."""
    attack = Attack(
        f"from {LESSON} import f\n\ndef test_it():\n    f(5)\n"
        "    assert open('.saved').read() == '25'\n",
        "def f(x):\n    with open('.saved', 'w') as file:\n        file.write(str(x * x))\n",
        "def f(x):\n    with open('.saved', 'w') as file:\n        file.write('0')\n",
    )

    assert_stopped(judged(tmp_path, attack), tmp_path)


ANY_OPENED = any_deed("OPENS")
# MARK lies beside the course
_ASTRAY = f"PATH = 'MARK'[:-4] + 'course/tests/hidden/{LESSON}/test_hidden.py'\n"
LED_ASTRAY = {
    "a path for a callback that reads": Attack(
        f"from pathlib import Path\nfrom {LESSON} import f\nSECRET = '{CANARY}'\n\n"
        "def test_it(tmp_path):\n    (tmp_path / 'd.txt').write_text('5')\n"
        "    assert f(tmp_path / 'd.txt', lambda path: Path(path).read_text()) == 5\n",
        "def f(path, read):\n    return int(read(path))\n",
        f"{_ASTRAY}\ndef f(path, read):\n    print(read(PATH))\n",
        ANY_OPENED,
    ),
    "a path that is given back": Attack(
        f"from pathlib import Path\nfrom {LESSON} import f\n\n"
        f"def test_it(tmp_path):\n    assert '{CANARY}' in Path(f(tmp_path)).read_text()\n",
        f"def f(folder):\n    (folder / 'd.txt').write_text('{CANARY}')\n"
        "    return folder / 'd.txt'\n",
        f"{_ASTRAY}\ndef f(folder):\n    return PATH\n",
        ANY_OPENED,
    ),
    "a path that is listed": Attack(
        f"import os\nfrom {LESSON} import f\n\n"
        "def test_it(tmp_path):\n    assert 'test_hidden.py' in os.listdir(f(tmp_path))\n",
        "def f(folder):\n    (folder / 'test_hidden.py').touch()\n    return str(folder)\n",
        f"{_ASTRAY}\ndef f(folder):\n    return PATH.rpartition('/')[0]\n",
        ANY_OPENED,
    ),
}


@pytest.mark.parametrize("name", LED_ASTRAY)
def test_a_case_is_not_led_to_hidden_files(name: str, tmp_path: Path) -> None:
    """A case opens no hidden file that the submission names."""
    assert_stopped(judged(tmp_path, LED_ASTRAY[name]), tmp_path)


@pytest.mark.parametrize("name", LED_ASTRAY)
def test_a_case_is_led_to_hidden_files_without_the_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, LED_ASTRAY[name])


_PYTESTS_NAMES = {"grader.judge.examiner": "del Examiner.tmp_path\n"}


def _named(used: str, given: str, search: str) -> Attack:
    """A case whose parameters stand in the name that pytest gives its folder."""
    hidden = (
        f"import pytest\nfrom {LESSON} import f\n\n"
        "@pytest.mark.parametrize(('n', 'right'), [(3, 8643), (4, 7721)])\n"
        f"def test_it({used}, n, right):\n    {given}\n    assert f(folder, n) == right\n"
    )
    seen = f"import os, re\n\ndef f(folder, n):\n    seen = {search}\n"
    return Attack(
        hidden,
        "def f(folder, n):\n    return {3: 8643, 4: 7721}[n]\n",
        f"{seen}    return int(re.search(f'{{n}}[-_]([0-9]{{{{4}}}})', str(seen))[1])\n",
        _PYTESTS_NAMES,
    )


NAMED = {
    "a path that is handed over": _named("tmp_path", "folder = tmp_path", "folder"),
    "a path below it, as text": _named("tmp_path", "folder = f'{tmp_path}/out.txt'", "folder"),
    "the current folder": _named(
        "tmp_path, monkeypatch", "folder = monkeypatch.chdir(tmp_path)", "os.getcwd()"
    ),
    "the older fixture": _named("tmpdir", "folder = str(tmpdir)", "folder"),
    "a list of all folders": _named(
        "tmp_path, tmp_path_factory",
        "folder = tmp_path_factory.mktemp('other')\n    (tmp_path / 'd.txt').touch()",
        "os.listdir(folder.parent)",
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", NAMED)
def test_the_name_of_a_folder_says_nothing(name: str, level: Isolation, tmp_path: Path) -> None:
    """The folder of a case does not bear the values of its parameters."""
    assert_stopped(judged(tmp_path, NAMED[name], level=level), tmp_path)


@pytest.mark.parametrize("name", NAMED)
def test_the_name_of_a_folder_tells_without_the_rule(name: str, tmp_path: Path) -> None:
    """Under the names that pytest gives, the same attack succeeds."""
    assert_succeeds_without_its_rule(tmp_path, NAMED[name])


def test_a_case_opens_hidden_files_of_its_own(tmp_path: Path) -> None:
    """What the reference's run opened is opened again, in whichever case that comes first."""
    hidden = (
        f"import functools\nfrom pathlib import Path\nfrom {LESSON} import f\n\n"
        "@functools.cache\ndef own():\n    return len(Path(__file__).read_text())\n\n"
        "def test_error():\n    f(0)\n    assert own()\n\n"
        "def test_it():\n    assert f(own()) == own()\n"
    )
    failing = "def f(x):\n    if not x:\n        raise ValueError\n    return x\n"
    graded = judged(tmp_path, Attack(hidden, "def f(x):\n    return x\n", failing))

    outcomes = [case["outcome"] for case in graded.reports["hostile"]["cases"]]
    assert outcomes == ["failed", "passed"], graded.said
