"""Writes a class as each learning platform hands it out, in a folder or as one zip."""

import json
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from .contents import ADD, CONTENTS
from .people import Person
from .trouble import HUGE, TROUBLE, Trouble
from .zips import MIB, link, packed

Item = tuple[str, Trouble]  # a path in the download, and what lies there
Layout = Callable[[Sequence[Person]], Iterator[Item]]


def handed_in(person: Person) -> Trouble:
    """Return the single file that a student submitted."""
    content = CONTENTS.get(person.key)
    return TROUBLE[person.key] if content is None else Trouble("sums.py", content.data)


def plain(text: str, file: str = "sums.txt") -> Trouble:
    """Make a file that the platform adds."""
    return Trouble(file, text.encode())


def folders(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out a folder for each, named by the id."""
    for one in people:
        yield f"{one.id}/{handed_in(one).file}", handed_in(one)


def files(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out a single file for each, named by the id."""
    for one in people:
        suffix = PurePosixPath(handed_in(one).file).suffix
        yield f"{one.id}{suffix}", handed_in(one)


def zip_each(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out a zip for each whose file is a module, with folders around it."""
    for one in people:
        own = handed_in(one)
        if one.key in CONTENTS:
            own = Trouble("w.zip", packed([(f"Homework 1/{own.file}", own.data)]))
        yield f"{one.id}/{own.file}", own


def moodle_folders(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out Moodle's download with a folder for each; every other as older versions had it."""
    for place, one in enumerate(people):
        end = "_" if place % 2 else ""
        folder = f"{_cleaned(one.name)}_{one.number}_assignsubmission_file{end}"
        yield f"{folder}/{handed_in(one).file}", handed_in(one)
        if place % 5 == 0:
            typed = f"{_cleaned(one.name)}_{one.number}_assignsubmission_onlinetext"
            yield f"{typed}/onlinetext.html", plain("<p>Here it is.</p>")


def moodle_files(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out Moodle's download without folders."""
    for one in people:
        start = f"{_cleaned(one.name)}_{one.number}_assignsubmission_file_"
        yield start + handed_in(one).file, handed_in(one)


def canvas(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out Canvas' download: names run together, some late, some submitted again."""
    for place, one in enumerate(people):
        late = "_LATE" if place % 3 == 1 else ""
        own = handed_in(one)
        stem, dot, suffix = own.file.rpartition(".")
        again = f"-{place % 4}" if place % 4 and own.file == "sums.py" else ""
        yield (
            f"{_run_together(one)}{late}_{one.number}_{90_000 + place}_{stem}{again}{dot}{suffix}",
            own,
        )


def gradescope(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out Gradescope's export of all submissions."""
    lines = ["---"]
    for place, one in enumerate(people):
        folder = f"submission_{700 + place}"
        lines += [
            f"{folder}:",
            "  :submitters:",
            f"  - :name: {json.dumps(one.name, ensure_ascii=False)}",
            f"    :sid: '{one.number}'",
            f"    :email: {one.email}",
            "  :created_at: 2026-09-01 08:00:00.123456000 Z",
            "  :score: 0.0",
            "  :results:",
            "    tests: []",
        ]
        yield f"assignment_9_export/{folder}/{handed_in(one).file}", handed_in(one)
    yield "assignment_9_export/submission_metadata.yml", plain("\n".join(lines))


def nbgrader(people: Sequence[Person]) -> Iterator[Item]:
    """Lay out what nbgrader collects: a folder for each, and in it one for the assignment."""
    for one in people:
        yield f"submitted/{one.id}/homework 1/{handed_in(one).file}", handed_in(one)
        yield f"submitted/{one.id}/homework 1/timestamp.txt", plain("2026-09-01 08:00:00 UTC")


def _cleaned(name: str) -> str:
    # as Moodle's clean_filename: what a path may not hold is left out
    return "".join(sign for sign in name.replace("_", " ") if sign not in "&<>\"`|':\\/")


def _run_together(one: Person) -> str:
    kept = (sign for sign in one.sortable.casefold() if unicodedata.category(sign)[0] in "LMN")
    return "".join(kept)


LAYOUTS: dict[str, Layout] = {
    layout.__name__: layout
    for layout in (
        *(folders, files, zip_each, moodle_folders, moodle_files),
        *(canvas, gradescope, nbgrader),
    )
}


def write_folder(root: Path, items: Iterable[Item]) -> None:
    """Write a download as it is unpacked; what is huge takes no room."""
    for name, own in items:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if own.kind == "link":
            path.symlink_to("/etc/passwd")
        elif own.kind == "huge":
            with path.open("wb") as file:
                file.truncate(HUGE)
        else:
            path.write_bytes(own.data)


def write_zip(path: Path, items: Iterable[Item]) -> None:
    """Write a download as it comes, with what a Mac adds and an entry that leads outside."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, own in items:
            if own.kind == "link":
                archive.writestr(link(name), b"/etc/passwd")
            elif own.kind == "huge":
                _write_zeros(archive, name)
            else:
                archive.writestr(name, own.data)
        archive.writestr("__MACOSX/._x", b"\0\5\26\7")
        archive.writestr(".DS_Store", b"\0")
        archive.writestr("../../escaped.py", ADD)


def _write_zeros(archive: zipfile.ZipFile, name: str) -> None:
    with archive.open(name, "w", force_zip64=True) as file:
        for _ in range(HUGE // MIB):
            file.write(bytes(MIB))
