"""Finds submissions on disk and takes them in: regular files, opened without following links."""

import os
import re
import stat
import zipfile
from pathlib import Path

from grader.errors import UsageError
from grader.model.course import MIB, Lesson, StudentId
from grader.model.submission import Submission
from grader.model.text import printable

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_HIDDEN = frozenset(("__pycache__", "__MACOSX", "node_modules"))


def find_submissions(
    path: Path, lesson: Lesson, student: str | None = None, out: Path | None = None
) -> list[Submission]:
    """Find all submissions below a path, by student; raises UsageError.

    `out` is where results go: it is no student, even when it lies among them.
    """
    try:
        path.lstat()
        if not path.is_dir():
            return [take_file(path, lesson, student or path.stem)]
        if any(os.path.lexists(path / name) for name in lesson.hand_in):
            return [take_folder(path, lesson, student or path.resolve().name)]
        if student is not None:
            raise UsageError(f"--student names one submission, and {path} holds a class.")
        entries = sorted(path.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    return _class(path, [entry for entry in entries if not _holds(entry, out)], lesson)


def _holds(entry: Path, out: Path | None) -> bool:
    if out is None or entry.is_symlink():
        return False
    return out.resolve().is_relative_to(entry.resolve())


def _class(folder: Path, entries: list[Path], lesson: Lesson) -> list[Submission]:
    found: dict[str, Path] = {}
    for entry in entries:
        if entry.name.startswith(".") or entry.name in _HIDDEN:
            continue
        is_folder = entry.is_dir() and not entry.is_symlink()
        is_bare_link = entry.is_symlink() and not entry.suffix  # in the place of a folder
        if not is_folder and not is_bare_link and entry.suffix not in (".py", ".zip", ".ipynb"):
            continue
        student = entry.name if is_folder else entry.stem
        if student in found:
            raise UsageError(
                f"The student {student} has two submissions: {found[student].name} and "
                f"{entry.name} in {folder}. Keep one of them."
            )
        found[student] = entry
    if not found:
        raise UsageError(
            f"{folder} holds no submission. It may hold {lesson.module_file}, or a folder or a "
            ".py file for each student."
        )
    return [_take(entry, lesson, student) for student, entry in sorted(found.items())]


def _take(entry: Path, lesson: Lesson, student: str) -> Submission:
    if entry.is_dir() and not entry.is_symlink():
        return take_folder(entry, lesson, student)
    return take_file(entry, lesson, student)


def take_folder(folder: Path, lesson: Lesson, student: str) -> Submission:
    """Take the handed-in files of one student's folder."""
    sources: dict[str, bytes] = {}
    try:
        others = sorted(e.name for e in folder.iterdir() if e.name not in lesson.hand_in)
    except OSError:
        return Submission(_id(student), {}, "The folder cannot be read.")
    for name in lesson.hand_in:
        data = read_regular(folder / name, name, lesson.limits.source_bytes)
        if isinstance(data, str):
            if data == _missing(name):
                data = _with_others(data, others)
            return Submission(_id(student), {}, data, tuple(others))
        sources[name] = data
    return Submission(_id(student), sources, _text_fault(sources), tuple(others))


def _with_others(sentence: str, others: list[str]) -> str:
    return f"{sentence} The folder holds: {', '.join(others[:8])}." if others else sentence


def take_file(path: Path, lesson: Lesson, student: str) -> Submission:
    """Take one file as the lesson's module."""
    name = lesson.module_file
    if path.suffix in (".zip", ".ipynb") and stat.S_ISREG(path.lstat().st_mode):
        return Submission(_id(student), {}, _archive_fault(path, name))
    data = read_regular(path, name, lesson.limits.source_bytes)
    if isinstance(data, str):
        return Submission(_id(student), {}, data)
    sources = {name: data}
    return Submission(_id(student), sources, _text_fault(sources))


def _id(student: str) -> StudentId:
    # a name that is no UTF-8 on disk is still one student's
    return StudentId(printable(student, lines=False))


def _archive_fault(path: Path, name: str) -> str:
    if path.suffix == ".ipynb":
        return f"A notebook was handed in; this lesson needs the file {name}."
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (OSError, zipfile.BadZipFile, ValueError):
        return f"The zip archive cannot be opened; hand in {name} itself."
    if size > 10 * MIB:
        return f"The zip archive is too large when unpacked; hand in {name} itself."
    return f"A zip archive was handed in; hand in {name} itself, not an archive."


def _missing(name: str) -> str:
    return f"{name} was not found: hand in a file of exactly this name."


def read_regular(path: Path, name: str, limit: int) -> bytes | str:
    """Read a regular file of at most `limit` bytes, or say why not in a sentence."""
    try:
        descriptor = _open_without_links(path, name)
    except FileNotFoundError:
        return _missing(name)
    except OSError:
        return _not_regular(path, name)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return _not_regular(path, name)
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        size = path.lstat().st_size
        return f"{name} is too large: {size} bytes, and {limit} are the limit."
    return data


def _open_without_links(path: Path, name: str) -> int:
    # a file such as pkg/module.py may not be reached through a link either
    depth = len(Path(name).parts) - 1 if str(path).endswith(name) else 0
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    if depth == 0:
        return os.open(path, flags)
    folder = os.open(path.parents[depth], os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in path.parts[-depth - 1 : -1]:
            below = os.open(part, flags | os.O_DIRECTORY, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(path.name, flags, dir_fd=folder)
    finally:
        os.close(folder)


def _not_regular(path: Path, name: str) -> str:
    try:
        kind = _KINDS.get(stat.S_IFMT(path.lstat().st_mode), "something that cannot be read")
    except OSError:
        kind = "something that cannot be read"
    return f"{name} is {kind}, not a regular file. Hand in the file itself."


def _text_fault(sources: dict[str, bytes]) -> str | None:
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
        if not data.strip().removeprefix(b"\xef\xbb\xbf"):
            return f"{name} is empty."
        if not _declares_encoding(data):
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                return f"{name} is not UTF-8 text (line {line}). Save it with the encoding UTF-8."
    return None


def _declares_encoding(data: bytes) -> bool:
    return any(_CODING.match(line) for line in data.split(b"\n", 2)[:2])
