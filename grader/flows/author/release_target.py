"""Writes a release to a folder or a zip, the same bytes each time; replaces nothing but a release.

DIR or FILE.zip
  README.md            begins with MARK, by which an earlier release is known
  exercises/           what students receive
"""

import io
import os
import re
import stat
import tempfile
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.course.course_file import refuse_course
from grader.errors import UsageError
from grader.ground.folders import refuse_others, write_whole
from grader.model.course import Course, Lesson
from grader.model.phrases import count, date_text, listed
from grader.model.text import printable

from .release_files import EXERCISES

README = "README.md"
MARK = "<!-- grader release -->"
_ZIP = ".zip"
_OTHER_OUT = "Name another place with --out."
_TOP = frozenset((README, EXERCISES))
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold
_SECONDS = 315_532_800  # the same, as folders have it
_FILE_MODE, _PROGRAM_MODE, _FOLDER_MODE = 0o644, 0o755, 0o755


def is_zip(out: Path) -> bool:
    """Whether a zip is asked for."""
    return out.suffix.lower() == _ZIP


def check_target(out: Path, root: Path) -> None:
    """Raise UsageError where a release would lie in the course or replace another thing."""
    refuse_course(root, out, _OTHER_OUT)
    if root.is_relative_to(out.resolve()):
        raise UsageError(f"{out} holds the course itself. {_OTHER_OUT}")
    try:
        found = _foreign(out)
    except OSError as error:
        raise UsageError(f"{out} cannot be read: {error.strerror}.") from error
    if found is not None:
        raise UsageError(f"{out} {found}. Name another place with --out, or move it away.")


def _foreign(out: Path) -> str | None:
    """Say what is there that no release has written; None where a release may go."""
    if out.is_symlink():
        return "is a link"
    if not out.exists():
        return None
    if is_zip(out):
        return None if out.is_file() and _is_released_zip(out) else "is no earlier release"
    if not out.is_dir():
        return "is a file, and neither a folder nor a .zip"
    names = sorted(path.name for path in out.iterdir())
    if not names:
        return None
    others = [name for name in names if name not in _TOP]
    if not _is_marked(out / README):
        return "is not empty, and no earlier release"
    return f"holds more than an earlier release: {', '.join(others[:5])}" if others else None


def _is_marked(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK.encode()


def _is_released_zip(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as packed, packed.open(README) as file:
            return file.read(len(MARK)) == MARK.encode()
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, EOFError):
        return False


def write_release(out: Path, files: Mapping[str, bytes]) -> None:
    """Write all or nothing, in the place of an earlier release; raises UsageError."""
    refuse_others(out, _OTHER_OUT)
    try:
        _make_above(out)
        if is_zip(out):
            write_whole(out, packed(files), _FILE_MODE)
        else:
            _write_folder(out, files)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error


def _make_above(out: Path) -> None:
    for folder in reversed(out.parents):
        if not folder.exists():
            folder.mkdir(exist_ok=True)
            folder.chmod(_FOLDER_MODE)  # or nobody would reach what is released


def packed(files: Mapping[str, bytes], programs: Collection[str] = ()) -> bytes:
    """Pack files as a zip; uncompressed, since compressors differ from machine to machine."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.create_system = 3  # or the entry would tell on which system it was made
            mode = _PROGRAM_MODE if name in programs else _FILE_MODE
            entry.external_attr = (stat.S_IFREG | mode) << 16
            target.writestr(entry, files[name])
    return written.getvalue()


def _write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    # beside it and so on the same disk: what is whole is put in place by its name
    beside = tempfile.TemporaryDirectory(
        prefix=f".{out.name}.", dir=out.parent, ignore_cleanup_errors=True
    )
    with beside as folder:
        new, old = Path(folder, "new"), Path(folder, "old")
        for name in sorted(files):
            path = new / PurePosixPath(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        _settle(new)
        is_replaced = out.exists()
        if is_replaced:
            out.rename(old)
        try:
            new.rename(out)
        except OSError:
            if is_replaced:
                old.rename(out)
            raise


def _settle(folder: Path) -> None:
    """Give everything the same time and mode, whatever the machine's are."""
    for path in (*sorted(folder.rglob("*"), reverse=True), folder):
        path.chmod(_FOLDER_MODE if path.is_dir() else _FILE_MODE)
        os.utime(path, (_SECONDS, _SECONDS))


_TEMPLATES = Path(__file__).with_name("templates")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~])")


def release_readme(course: Course, lessons: tuple[Lesson, ...]) -> str:
    """Render the README of what students receive, from the manifest."""
    made = Environment(  # noqa: S701 - what is written is Markdown, and escaped as such
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["plain"] = _plain
    titles = {str(lesson.id): lesson.title for lesson in lessons}
    rows = [(lesson, _facts(lesson, course, titles)) for lesson in lessons]
    template = made.get_template("release_readme.md.j2")
    return template.render(
        mark=MARK,
        title=course.title,
        lessons=rows,
        first=lessons[0],
        number=count(len(lessons), "lesson"),
        packages=sorted({name for lesson in lessons for name in lesson.packages}),
    )


def _plain(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", printable(text, lines=False))


def _facts(lesson: Lesson, course: Course, titles: dict[str, str]) -> str:
    """Say what to know of a lesson before it is begun."""
    zone = ZoneInfo(course.time_zone)
    facts = []
    if lesson.minutes is not None:
        facts.append(count(lesson.minutes, "minute"))
    needed = [_plain(titles[one]) for one in lesson.requires if one in titles]
    if needed:
        facts.append(f"after {listed(needed)}")
    if lesson.opens is not None:
        facts.append(f"opens {date_text(lesson.opens, zone)}")
    if lesson.due is not None:
        facts.append(f"due {date_text(lesson.due, zone)}")
    if lesson.attempts:
        facts.append(count(lesson.attempts, "attempt"))
    return ", ".join(facts)
