"""`grader similar`, from a class with planted copies to the table, the page and the CSV file."""

import csv
import io
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from grader.model.course import LessonId, StudentId
from grader.model.submission import Submission
from grader.store.attempts import record_attempt
from grader.store.store import open_store
from tests.integration.judge.tiny_course import write_files
from tests.unit.model.similar_texts import (
    HONEST,
    ORIGINAL,
    RENAMED,
    STUB,
    commented,
    interrupted,
    reordered,
)

pytestmark = pytest.mark.process

CLASS: dict[str, str | bytes] = {
    "ann.py": ORIGINAL,
    "ben.py": RENAMED,
    "cyd.py": HONEST,
    "dora.py": reordered(RENAMED),
    "eve.py": interrupted(),
    "fay.py": commented(),
    "gus.py": ORIGINAL,
    "=hal.py": f"{HONEST}\n# <script>alert(1)</script>\x1b[31m\n",
}
COURSE: dict[str, str | bytes] = {
    "exercises/course.toml": 'format_version = 1\ntitle = "Shop"\n'
    '[[lessons]]\nid = "bills"\ntitle = "Adding up"\n',
    "exercises/bills/bills.py": STUB,
    "exercises/bills/README.md": "# Bills\n\n```python\nx = [a for a in b]\n```\n",
    "solutions/bills/bills.py": "def total(lines, rate):\n    return rate\n",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course, with a class beside it."""
    write_files(tmp_path / "course", COURSE)
    for name, text in CLASS.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.chdir(tmp_path / "course")
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def similar(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    """Run `grader similar`; give stdout and stderr."""
    assert run(["similar", *words]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out, captured.err


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def test_planted_copies_are_shown(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every planted copy is in the table, honest work is not, and no proof is claimed."""
    out, _ = similar(capsys, "../class", "--lesson", "bills", "--csv", "../alike.csv")

    found = {(row["student_1"], row["student_2"]): row["alike"] for row in rows(here / "alike.csv")}
    assert found["ann", "gus"] == "identical"
    assert found["ann", "ben"] == "the same but for names and layout"
    assert found["'=hal", "cyd"] == "the same but for names and layout"
    assert found["ann", "dora"] == found["ann", "eve"] == "in parts"
    assert not any({"cyd", "'=hal"} & set(pair) for pair in found if pair != ("'=hal", "cyd"))
    assert "no proof" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "quotes",
    ['"' + '\\"' * 499_999 + "\\", "'\n\"\n" * 250_000, '"""\n\'' * 200_000, '""' * 500_000],
    ids=["escaped", "one a line", "three", "empty texts"],
)
def test_a_file_of_quotes(quotes: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of nothing but quotes is compared like any other, or named, and ends."""
    (here / "class" / "quo.py").write_text(quotes, encoding="utf-8")

    out, _ = similar(capsys, "../class", "--lesson", "bills", "--csv", "../alike.csv")

    assert "9 submissions" in out
    assert any({"ann", "gus"} <= set(row.values()) for row in rows(here / "alike.csv"))


@pytest.mark.usefixtures("here")
def test_the_page_is_whole_and_safe(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page needs nothing else, marks both sides with one number, and obeys no submission."""
    similar(capsys, "../class", "--lesson", "bills", "--html", "../alike.html")

    page = (here / "alike.html").read_text("utf-8")
    ids = re.findall(r'\bid="([^"]+)"', page)
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(links) <= set(ids)
    assert not re.search(r"<script|https?:|url\(|<link|<img", page)
    assert "&lt;script&gt;" in page
    assert "no proof" in page
    assert "prefers-color-scheme: dark" in page
    assert page.count('id="p1l1"') == page.count('id="p1r1"') == 1
    for pair in range(1, 4):
        both = [set(re.findall(rf'id="p{pair}{side}(\d+)"', page)) for side in "lr"]
        assert both[0] == both[1] != set()


def test_the_same_class_gives_the_same_files(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two runs write the same bytes."""
    made = []
    for _ in range(2):
        similar(capsys, "../class", "--lesson", "bills", "--html", "../a", "--csv", "../b")
        made.append([(here / name).read_bytes() for name in "ab"])

    assert made[0] == made[1]


def test_earlier_years(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Earlier submissions are paired with the class and not among themselves."""
    for name in ("old", "older"):
        write_files(here / "2025", {f"{name}/bills.py": reordered(HONEST)})

    words = ("--lesson", "bills", "--against", "../2025", "--csv", "../alike.csv")
    out, _ = similar(capsys, "../class", *words)

    pairs = [{row["student_1"], row["student_2"]} for row in rows(here / "alike.csv")]
    assert {"2025/old", "cyd"} in pairs or {"2025/old", "'=hal"} in pairs
    assert {"2025/old", "2025/older"} not in pairs
    assert "8 submissions and 2 earlier" in out


def test_teams(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who works together is no pair."""
    (here / "groups.csv").write_text("group,id\nA,ann\nA,gus\n", encoding="utf-8")

    similar(
        capsys, "../class", "--lesson", "bills", "--groups", "../groups.csv", "--csv", "../a.csv"
    )

    pairs = [{row["student_1"], row["student_2"]} for row in rows(here / "a.csv")]
    assert {"ann", "gus"} not in pairs
    assert {"ann", "ben"} in pairs


def test_the_record(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without submissions, the latest attempt of each student on record is compared."""
    now = datetime(2026, 9, 1, tzinfo=UTC)
    store = open_store(str(here / "course" / ".grader"), now)
    attempts = [("ann", ORIGINAL), ("ben", ORIGINAL), ("ben", HONEST), ("cyd", RENAMED)]
    with store.writing() as writing:
        for student, text in attempts:
            handed_in = Submission(StudentId(student), {"bills.py": text.encode()})
            record_attempt(writing, handed_in, LessonId("bills"), "1", now, now)
    store.close()

    out, _ = similar(capsys, "--lesson", "bills", "--csv", "../alike.csv")

    assert [(row["student_1"], row["student_2"]) for row in rows(here / "alike.csv")] == [
        ("ann", "cyd")
    ]
    assert "3 submissions" in out


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"nul.py": b"\0" * 1000}, "nul"),
        ({"deep.py": b"(" * 200_000}, "deep"),
        ({"long.py": b"x = [1] * 3\n" * 25_000}, "long"),
        ({"latin.py": f"{ORIGINAL}# é\n".encode("latin-1")}, "latin"),
        ({"utf16.py": ORIGINAL.encode("utf-16")}, "utf16"),
        ({"huge.py": b"x" * 2_000_000}, "huge"),
        ({"empty.py": b""}, "empty"),
        ({"coded.py": b"# coding: rot13\n" + ORIGINAL.encode()}, "coded"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_files(
    files: dict[str, bytes], told: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that no student would write is compared as far as it goes, or named."""
    for name, data in files.items():
        (here / "class" / name).write_bytes(data)

    out, _ = similar(capsys, "../class", "--lesson", "bills", "--html", "../alike.html")

    assert told in out
    assert "ann" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("../nowhere", "--lesson", "bills"), "../nowhere cannot be read"),
        (("../class", "--lesson", "bill"), "Did you mean bills?"),
        (("--lesson", "bills"), "two are needed"),
        (("../class/ann.py", "--lesson", "bills"), "two are needed"),
        (("../class",), "--lesson"),
        (("../class", "--lesson", "bills", "--html", "."), "cannot be written"),
    ],
)
@pytest.mark.usefixtures("here")
def test_wrong_use(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be done is said in a sentence, with exit code 2."""
    _, errors = similar(capsys, *words, code=2)

    assert sentence in " ".join(errors.split())


def test_nothing_is_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a submission nor the reference is imported."""
    marker = here / "was_run"
    code = f"open({str(marker)!r}, 'w').close()\n"
    for path in (here / "class" / "ivy.py", here / "course/solutions/bills/bills.py"):
        path.write_text(code + ORIGINAL, encoding="utf-8")

    similar(capsys, "../class", "--lesson", "bills")

    assert not marker.exists()


def test_no_pairs(here: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    """A class without pairs is told so."""
    for name in CLASS:
        if name not in ("ann.py", "cyd.py"):
            (here / "class" / name).unlink()

    out, _ = similar(capsys, "../class", "--lesson", "bills", "--html", "../alike.html")

    assert "none are alike" in " ".join(out.split())
    assert "none are alike" in (here / "alike.html").read_text("utf-8")
