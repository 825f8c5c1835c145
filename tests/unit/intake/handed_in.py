"""Writes one class as each learning platform would hand it out."""

import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, timezone
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from grader.intake import class_intake
from grader.intake.class_intake import Intake, Source
from grader.intake.class_people import People, read_groups, read_times
from grader.intake.file_reader import read_here
from grader.intake.roster import read_roster, read_table
from grader.model.course import Lesson, LessonId
from grader.model.submission import Submission

LESSON = Lesson(LessonId("sums"), "Sums", hand_in=("sums.py",), module="sums")
TWO_FILES = replace(LESSON, hand_in=("sums.py", "parts.py"))
CODE = b"def add(a, b):\n    return a + b\n"
LINK = stat.S_IFLNK | 0o777

# what is submitted is read in this process, as tests alone may
take_in = partial(class_intake.take_in, read=read_here)
take_path = partial(class_intake.take_path, read=read_here)


def find_submissions(path: Path, lesson: Lesson, student: str | None = None) -> list[Submission]:
    """Find all submissions below a path."""
    return list(take_in(Source(path, student=student), lesson).submissions)


@dataclass(frozen=True)
class Pupil:
    """One student, and the files that they submitted."""

    id: str  # digits, since platforms number people
    name: str
    files: Mapping[str, bytes]

    @property
    def email(self) -> str:
        """Their address."""
        return f"p{self.id}@example.org"

    @property
    def account(self) -> str:
        """Their name on GitHub."""
        return f"pupil-{self.id}"


def zipped(files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> bytes:
    """Pack files as a zip, with links to the places named."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        for name, target in (links or {}).items():
            link = zipfile.ZipInfo(name)
            link.create_system, link.external_attr = 3, LINK << 16
            archive.writestr(link, target)
    return whole.getvalue()


def tarred(files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> bytes:
    """Pack files as a tar.gz, with links to the places named."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for name, target in (links or {}).items():
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
    return whole.getvalue()


def notebook(*cells: str | tuple[str, str], language: str = "python") -> bytes:
    """Write a notebook of code cells; a pair is a cell of another type, or nbgrader's `test`."""
    graded = {"nbgrader": {"grade": True, "solution": False, "grade_id": "t", "points": 1}}
    made = []
    for cell in cells:
        kind, text = cell if isinstance(cell, tuple) else ("code", cell)
        source = text.splitlines(keepends=True)
        told = {"cell_type": "code", "metadata": graded} if kind == "test" else {"metadata": {}}
        made.append({"cell_type": kind, "source": source, "outputs": [{"x": [1]}]} | told)
    info = {"language_info": {"name": language}, "kernelspec": {"name": "x"}}
    whole = {"cells": made, "metadata": info, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False).encode()


Files = dict[str, bytes]
Layout = Callable[[Sequence[Pupil]], Files]


def folders(pupils: Sequence[Pupil]) -> Files:
    """A folder for each student, named by their id."""
    return {f"{p.id}/{name}": data for p in pupils for name, data in p.files.items()}


def moodle_folders(pupils: Sequence[Pupil]) -> Files:
    """Moodle's download with a folder for each student."""
    return {
        f"{p.name}_{p.id}_assignsubmission_file/{name}": data
        for p in pupils
        for name, data in p.files.items()
    }


def moodle_files(pupils: Sequence[Pupil]) -> Files:
    """Moodle's download without folders."""
    return {
        f"{p.name}_{p.id}_assignsubmission_file_{name}": data
        for p in pupils
        for name, data in p.files.items()
    }


def canvas(pupils: Sequence[Pupil]) -> Files:
    """Canvas' download: the family name first, run together; some late, some numbered again."""
    made: Files = {}
    for number, p in enumerate(pupils):
        *first, last = p.name.split()
        together = "".join(sign for sign in "".join([last, *first]).lower() if sign.isalnum())
        late = "_LATE" if number % 3 == 1 else ""
        for file, (name, data) in enumerate(p.files.items()):
            stem, dot, suffix = name.rpartition(".")
            again = f"{stem}-{number % 4}{dot}{suffix}" if number % 4 else name
            made[f"{together}{late}_{p.id}_{90000 + 10 * number + file}_{again}"] = data
    return made


def gradescope(pupils: Sequence[Pupil]) -> Files:
    """Gradescope's export of all submissions."""
    made: Files = {}
    lines = ["---"]
    for number, p in enumerate(pupils):
        folder = f"submission_{700 + number}"
        lines += [
            f"{folder}:",
            "  :submitters:",
            f"  - :name: {json.dumps(p.name, ensure_ascii=False)}",
            f"    :sid: '{p.id}'",
            f"    :email: {p.email}",
            f"  :created_at: 2026-09-0{1 + number % 9} 08:00:00.123456000 Z",
            "  :score: 0.0",
            "  :results:",
            "    tests: []",
        ]
        made |= {f"export/{folder}/{name}": data for name, data in p.files.items()}
    made["export/submission_metadata.yml"] = "\n".join(lines).encode()
    return made


def blackboard(pupils: Sequence[Pupil]) -> Files:
    """Blackboard's download: beside an attempt's files a text that says whose they are."""
    made: Files = {}
    for number, p in enumerate(pupils):
        attempt = f"Home_work 1_{p.account}_attempt_2026-09-0{1 + number % 9}-10-00-11"
        made[f"{attempt}.txt"] = f"Name: {p.name} ({p.account})\nAssignment: Home_work 1\n".encode()
        made |= {f"{attempt}_{name}": data for name, data in p.files.items()}
    return made


LAYOUTS: dict[str, Layout] = {
    layout.__name__: layout
    for layout in (folders, moodle_folders, moodle_files, canvas, gradescope, blackboard)
}


ID_IS_ACCOUNT = ("blackboard",)


def roster(pupils: Sequence[Pupil], more: Sequence[str] = ()) -> bytes:
    """A roster as a spreadsheet on Windows saves it: with a mark at the front and semicolons."""
    lines = ["ID;Name;E-Mail;username;canvas_id;participant"]
    lines += [f's{p.id};"{p.name}";{p.email};{p.account};{p.id};{p.id}' for p in pupils]
    return "\ufeff".encode() + "\r\n".join([*lines, *more, ""]).encode()


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    """Write files below a folder."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


CEST = timezone(timedelta(hours=2))


def people(tmp_path: Path, **tables: bytes | str) -> People:
    """Read tables of these texts."""
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_bytes(text.encode() if isinstance(text, str) else text)
    known = read_roster(tmp_path / "roster.csv") if "roster" in tables else None
    groups = read_groups(read_table(tmp_path / "groups.csv"), known) if "groups" in tables else {}
    times = read_times(read_table(tmp_path / "times.csv"), CEST) if "times" in tables else ()
    return People(known, groups, times)


def take(tmp_path: Path, files: Mapping[str, bytes], known: People) -> Intake:
    """Take a class in."""
    return take_in(Source(write(tmp_path / "d", files)), LESSON, known)
