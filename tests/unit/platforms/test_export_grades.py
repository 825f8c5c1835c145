"""Pages go back to the platform under names that it reads as those of their students."""

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UsageError
from grader.grading.class_reports import Source
from grader.intake.layouts import CANVAS, MOODLE
from grader.model.report import JudgedSubmission, Verdict
from grader.platforms.export_grades import (
    Exported,
    ExportRequest,
    export_grades,
    feedback_name,
)
from tests.unit.judged_builders import judged, put_on_record

MANIFEST = """
format_version = 1
title = "Arithmetic"
[[lessons]]
id = "sums"
title = "Sums"
"""
NAMES = ("Ann Lee", "_Under_Score_", "Bo 7_8_9", "Zoë Ångström", "Ann Lee_12_34")


def without_work(student: str, verdict: Verdict, **changes: Any) -> JudgedSubmission:
    """Nobody's work."""
    one = judged(student, verdict=verdict, cases=(), message="Why.", **changes)
    return JudgedSubmission(one.report)


def export(
    folder: Path, kind: str, *class_: JudgedSubmission, roster: Path | None = None
) -> Exported:
    """Put a class on record, and export it."""
    (folder / "exercises").mkdir()
    (folder / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    now = datetime(2026, 9, 1, tzinfo=UTC)
    put_on_record(folder / "record", *class_)
    source = Source(str(folder / "record"), folder)
    return export_grades(ExportRequest(kind, source, folder, now, roster=roster))


def unpacked(exported: Exported) -> dict[str, str]:
    """Read a zip."""
    with zipfile.ZipFile(io.BytesIO(exported.data or b"")) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def moodles_reading(path: str) -> tuple[str, str] | None:
    """Read a path as Moodle's zip importer does: the participant, and the file's name."""
    parts = path.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) >= 4 and info[1].isdigit() and info[2:4] == ["assignsubmission", "file"]:
            return info[1], "/".join([*info[4:], *parts])
    return None


def canvas_reading(name: str) -> list[str]:
    """Read a name as Canvas does: the first two numbers are the user and the attachment."""
    return [part for part in name.split("_") if part.isdigit()][:2]


@pytest.mark.parametrize("end", ["", "_", "_sums.py"])
def test_moodle_finds_each_student(end: str, tmp_path: Path) -> None:
    """Whatever students are called, the participant's number and the page are theirs."""
    class_ = [
        judged(f"s{n}", name=name, handed_in_as=f"{name}_40{n}_assignsubmission_file{end}")
        for n, name in enumerate(NAMES)
    ]

    files = unpacked(export(tmp_path, "feedback", *class_))

    read = {moodles_reading(path): page for path, page in files.items()}
    assert set(read) == {(f"40{n}", "sums.html") for n in range(len(NAMES))}
    for n in range(len(NAMES)):
        assert f">s{n}<" in read[f"40{n}", "sums.html"]


@pytest.mark.parametrize("start", ["leeann", "leeann_LATE", "007", "eve_17"])
def test_canvas_finds_each_student(start: str, tmp_path: Path) -> None:
    """The user's and the attachment's number come first, whatever stood before them."""
    one = judged("18", handed_in_as=f"{start}_18_901_sums-1.py")

    (name,) = unpacked(export(tmp_path, "feedback", one))

    assert canvas_reading(name) == ["18", "901"]
    assert name.endswith("_sums.html")


def test_pages_are_what_the_student_reads(tmp_path: Path) -> None:
    """A page is made of what is on record; what cannot be read goes back with its reason."""
    una = without_work("8", Verdict.UNREADABLE, handed_in_as="una_8_80_sums.docx")

    files = unpacked(
        export(tmp_path, "feedback", judged("7", handed_in_as="ann_7_70_sums.py"), una)
    )

    assert set(files) == {"ann_7_70_sums.html", "una_8_80_sums.html"}
    assert ">7<" in files["ann_7_70_sums.html"]
    assert "Why." in files["una_8_80_sums.html"]


def test_who_has_no_place_is_named(tmp_path: Path) -> None:
    """Undecided and foreign work is left out by name; missing work needs no answer."""
    exported = export(
        tmp_path,
        "feedback",
        judged("7", handed_in_as="bo_7_70_sums.py"),
        judged("ann", handed_in_as="ann.py", name="Ann Lee"),
        without_work("mia", Verdict.MISSING),
        without_work("udo", Verdict.UNDECIDED),
    )

    assert (list(unpacked(exported)), exported.unplaced) == (["bo_7_70_sums.html"], 2)
    told = "\n".join(exported.notes)
    assert "Undecided, so left out: udo: Why." in told
    assert (
        "Without a file in a download of Moodle or Canvas, so left out (1):\n  ann (Ann Lee)"
        in told
    )


@pytest.mark.parametrize("entry", ["ann.py", "submission_7", "hw_ann_attempt_2026-09-01-10-00-11"])
def test_a_class_of_another_platform_takes_no_zip(entry: str, tmp_path: Path) -> None:
    """A class that came from elsewhere is refused in a sentence, and no empty zip is made."""
    with pytest.raises(UsageError, match="from no download of Moodle or Canvas"):
        export(tmp_path, "feedback", judged("ann", handed_in_as=entry))


@pytest.mark.parametrize(
    "entry", ["Zoe Young_404_assignsubmission_file", "youngzoe_LATE_404_90_sums.py"]
)
def test_a_team_has_the_page_of_who_submitted(entry: str, tmp_path: Path) -> None:
    """The others of the team, for whom the platform has no place, are named."""
    names = {"ben": "Ben Ash", "zoe": "Zoe Young", "una": None}
    team = [judged(one, name=name, handed_in_as=entry) for one, name in names.items()]

    exported = export(tmp_path, "feedback", *team)

    (page,) = unpacked(exported).values()
    assert ">zoe<" in page
    assert exported.unplaced == 2
    assert exported.notes == [
        "In a team whose only place has another member's page, so left out (2):",
        "  ben (Ben Ash)",
        "  una",
    ]


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("canvas", ["Student,ID,SIS Login ID,Section,Sums", "s1,17,,,0", "s2,18,,,0"]),
        ("moodle", ["email,Sums", "a@x,0", "b@x,0"]),
    ],
)
def test_a_roster_says_how_a_platform_calls_students(
    kind: str, rows: list[str], tmp_path: Path
) -> None:
    """Without a list of the platform's its own ids, or addresses, are those of the roster."""
    path = tmp_path / "roster.csv"
    path.write_text("id,email,canvas id\ns1,a@x,17\ns2,b@x,18\n", encoding="utf-8")
    class_ = [judged(name) for name in ("s1", "s2")]

    exported = export(tmp_path, kind, *class_, roster=path)

    assert (exported.data or b"").decode().splitlines() == rows


def test_no_page_is_packed_into_another_folder() -> None:
    """Whatever a report from elsewhere says, what goes back has no path out of its own folder."""
    out = "../../x"
    moodles = judged("ann", handed_in_as=f"{out}_12_assignsubmission_file", lesson=out).report
    canvas = judged("ann", handed_in_as="annlee_1_2_x.py", lesson=r"..\x").report

    assert feedback_name(moodles, MOODLE) == (".. .. x_12_assignsubmission_file/.. .. x.html")
    assert feedback_name(canvas, CANVAS) == "annlee_1_2_.. x.html"
