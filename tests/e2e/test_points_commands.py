"""What counts of the points, and why: the same by every command, as an instructor types them."""

import csv
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.sandbox.isolation import best_isolation

pytestmark = [pytest.mark.jail, pytest.mark.slow]

RIGHT = "def add(a, b):\n    return a + b\n"
FILES = {
    "exercises/course.toml": """
format_version = 1
title = "Tiny"
time_zone = "Europe/Berlin"
[[lessons]]
id = "sums"
title = "Sums"
due = 2026-10-01
late_penalty = 0.1
""",
    "exercises/sums/sums.py": "def add(a, b):\n    raise NotImplementedError\n",
    "solutions/sums/sums.py": RIGHT,
    "tests/hidden/sums/test_sums.py": """
import pytest
from sums import add

@pytest.mark.points(24)
def test_add():
    assert add(1, 2) == 3
""",
    "late.csv": "id,time\nann,2026-10-06T12:00+02:00\nben,2026-10-06T12:00+02:00\n",
    "corrected.csv": "id,time\nann,2026-10-06T12:00+02:00\nben,2026-10-02T12:00+02:00\n",
    "groups.csv": "group,id\nt,ann\nt,ben\n",
    "team.csv": "id,time\nann,2026-10-06T12:00+02:00\n",
    "roster.csv": "id\nann\nben\n",
    "class/ann.py": f"{RIGHT}# ann\n",
    "class/ben.py": f"{RIGHT}# ben\n",
    "team/ann.py": RIGHT,
}
Typed = Callable[..., str]
LATE = "12 of 24 points count: 5 days late, 10 % a day"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course whose lesson was due on the first, a day alone."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in [name for name in os.environ if name.startswith("GRADER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRADER_NOW", "2026-11-01T12:00+01:00")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def typed(here: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Type a command in the course; give what it prints on both streams."""
    assert Path.cwd() == here

    def command(line: str, code: int = 0) -> str:
        capsys.readouterr()
        found = run(line.split())
        shown = capsys.readouterr()
        assert (found, "Traceback" in shown.err) == (code, False), shown.err
        return shown.err + shown.out

    return command


def points(table: str) -> dict[str, str]:
    """Read who has which points that count, from a gradebook that may follow a note."""
    text = table[table.index("student,") :]
    rows = csv.DictReader(io.StringIO(text))
    return {row["student"]: row["points_counted"] for row in rows if row["points_counted"]}


def test_one_rule_for_all(here: Path, typed: Typed) -> None:
    """An extension to a day counts to its end, on pages, tables and exports, OUT's and others."""
    said = typed("unlock sums --student ann --due 2026-10-06 --note ill")
    assert "is due Tue 6 Oct 2026, 23:59 (Europe/Berlin)" in said

    typed("grade class --lesson sums --submitted-at late.csv --out out")

    table = typed("export csv")
    assert points(table) == {"ann": "24", "ben": "12"}
    assert table == (here / "out" / "gradebook.csv").read_text("utf-8")
    assert "12 of 24 count" in typed("gradebook --lesson sums")
    assert points(typed("gradebook --csv")) == {"ann": "24", "ben": "12"}
    assert f"ben: {LATE}" in typed("export moodle")
    assert f'"output": "{LATE}."' in typed("export gradescope --student ben")
    assert '"counted_because":"5 days late, 10 % a day"' in typed("export json")
    assert LATE in typed("history sums --student ben --attempt 1")
    assert "late, 10 % a day" in typed("history --student ben")
    assert LATE in typed("lessons --student ben")
    pages = [path.read_text("utf-8") for path in (here / "out").rglob("*.html")]
    assert [page.count(LATE) for page in pages].count(1) == 3  # ben's, the instructor's, the class
    assert sum(page.count(LATE) for page in pages) == 3


def test_a_corrected_time(typed: Typed) -> None:
    """It counts in the record and in OUT, also when the class is graded without it again."""
    line = "grade class --lesson sums --out out"
    typed(f"{line} --submitted-at late.csv")

    typed(f"{line} --submitted-at corrected.csv")
    typed(line)

    assert points(typed("export csv")) == {"ann": "12", "ben": "21.6"}


def test_best_or_last(here: Path, typed: Typed) -> None:
    """The manifest says which attempt counts."""
    wrong = here / "worse" / "ben.py"
    wrong.parent.mkdir()
    wrong.write_text("def add(a, b):\n    return 0\n", encoding="utf-8")
    (here / "later.csv").write_text("id,time\nben,2026-10-07\nben,2026-10-07T12:00Z\n", "utf-8")
    typed("grade class --lesson sums --submitted-at late.csv --out out")
    (here / "later.csv").write_text("id,time\nben,2026-10-07T12:00+02:00\n", encoding="utf-8")
    typed("grade worse --lesson sums --submitted-at later.csv --out out2")

    best = points(typed("export csv"))
    manifest = here / "exercises" / "course.toml"
    manifest.write_text(manifest.read_text("utf-8") + 'counts = "last"\n', encoding="utf-8")

    assert (best, points(typed("export csv"))) == (
        {"ann": "12", "ben": "12"},
        {"ann": "12", "ben": "0"},
    )


def test_a_team_has_one_time(typed: Typed) -> None:
    """A member without a time of their own is as late as who submitted."""
    tables = "--roster roster.csv --groups groups.csv --submitted-at team.csv"

    said = typed(f"grade team --lesson sums {tables} --out out")

    assert "does not say when" not in said
    assert points(typed("export csv")) == {"ann": "12", "ben": "12"}


def test_nothing_submitted(here: Path, typed: Typed) -> None:
    """A mark of 0 stays and says so; --missing gives it only while there is nothing."""
    ben = (here / "class" / "ben.py").rename(here / "ben.py")
    line = "grade class --lesson sums --roster roster.csv --out out"
    typed(line)
    assert "ben,0\r\n" in typed("export moodle --missing 0")
    assert "It stays when a submission comes." in typed(
        "mark --student ben --lesson sums --points 0"
    )

    ben.rename(here / "class" / "ben.py")
    said = typed(line)

    assert said.count("ben earned 24 points") == 1
    assert "`grader mark --student ben --lesson sums --undo` takes the mark back" in said
    typed("mark --student ben --lesson sums --undo")
    assert "ben earned" not in typed(line)
    assert "ben,24\r\n" in typed("export moodle --missing 0")


def test_what_forgetting_leaves(typed: Typed) -> None:
    """Folders that were written are no part of the record, and are named."""
    typed("grade class --lesson sums")

    assert "look for ben in grades/ and in every folder" in typed("forget ben --yes")
