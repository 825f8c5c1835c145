"""Writes what students receive of a course: what the manifest names, as text or as a picture.

Refuses a program that is the reference, a known mistake or hidden cases but for its layout.
"""

import io
import os
import re
import stat
import tempfile
import zipfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from grader.course.course_file import files_below, read_if_there, refuse_course
from grader.course.handout import COURSE_TEXT, TEXT, load_handout
from grader.course.lesson_files import has_cases
from grader.course.manifest import MANIFEST, find_lesson, load_course, manifest_data
from grader.errors import ContentError, UsageError
from grader.ground.folders import refuse_others, write_whole
from grader.model.course import Course, Lesson
from grader.model.parsing import shape

from .scaffolding import toml_pairs

ZIP = ".zip"
_OTHER_OUT = "Name another place with --out."
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold
_FILE_MODE, _PROGRAM_MODE, _FOLDER_MODE = 0o644, 0o755, 0o755
_PICTURE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP", re.DOTALL)


def release_course(
    root: Path, out: Path, lesson_ids: Sequence[str]
) -> tuple[Sequence[Lesson], Mapping[str, bytes]]:
    """Write a release of these lessons, of all where none is named; give lessons and files.

    Raises UsageError where it may not go, ContentError for what no student may receive.
    """
    course = load_course(root)
    asked = {find_lesson(course, name).id for name in lesson_ids}
    lessons = [one for one in course.lessons if not asked or one.id in asked]
    refuse_course(course.root, out, _OTHER_OUT)
    files = released_files(course, lessons)
    _write(out, files)
    return lessons, files


def released_files(course: Course, lessons: Sequence[Lesson]) -> dict[str, bytes]:
    """Gather the manifest and what it names; raises ContentError for what may not be released."""
    manifest = (course.root / MANIFEST).read_bytes()
    files = {MANIFEST.as_posix(): released_manifest(manifest, lessons).encode()}
    about = read_if_there(course.root, course.root / COURSE_TEXT)
    if about is not None:
        files[COURSE_TEXT.as_posix()] = about
    faults = [fault for name, data in files.items() if (fault := _fault(course, name, data, {}))]
    for lesson in lessons:
        handout, kept = load_handout(course, lesson), _kept(course, lesson)
        found = {**handout.for_student(), **handout.pictures}
        text = read_if_there(course.root, course.exercise_folder(lesson) / TEXT)
        if text is not None:
            found[TEXT] = text
        for below, data in found.items():
            name = f"exercises/{lesson.id}/{below}"
            files[name] = data
            fault = _fault(course, name, data, kept)
            if fault is not None:
                faults.append(fault)
    if faults:
        raise ContentError("\n".join([*faults, "Nothing was written."]))
    return files


def _kept(course: Course, lesson: Lesson) -> dict[str | bytes, str]:
    """Name the author's own programs by what they are apart from layout and docstrings."""
    solution, hidden = course.solution_folder(lesson), course.hidden_folder(lesson)
    paths = [path for path in files_below(solution) if path.suffix == ".py"]
    # what cases share may be among what students have
    paths += [path for path in files_below(hidden) if has_cases(path.name)]
    kept = {shape(path.read_bytes()): path.relative_to(course.root).as_posix() for path in paths}
    kept.pop(shape(b""), None)
    return kept


def _fault(course: Course, name: str, data: bytes, kept: Mapping[str | bytes, str]) -> str | None:
    if not (course.root / name).resolve().is_relative_to((course.root / "exercises").resolve()):
        return f"{name} comes by a link from outside of exercises/. Put the file there."
    if name.endswith(".py") and (own := kept.get(shape(data))):
        return f"{name} is the program of {own}. Put what students begin with there."
    if not (_is_text(data) or _PICTURE.match(data)):
        return f"{name} is neither text in UTF-8 nor a picture. Save such data as text."
    return None


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def released_manifest(manifest: bytes, lessons: Sequence[Lesson]) -> str:
    """Write a sound manifest again without comments, with these lessons and what they require."""
    data = manifest_data(manifest)
    rows = data.pop("lessons")
    known = {str(lesson.id): lesson for lesson in lessons}
    blocks = [toml_pairs(data)]
    for row in rows:
        lesson = known.get(row["id"])
        if lesson is None:
            continue
        if len(known) < len(rows):
            # by default the lesson before it is required, and that may not be there now
            row["requires"] = [one for one in lesson.requires if one in known]
        blocks.append(f"[[lessons]]\n{toml_pairs(row)}")
    return "\n".join(blocks)


def _write(out: Path, files: Mapping[str, bytes]) -> None:
    """Write all or nothing where nothing is yet, readable for everybody; raises UsageError."""
    refuse_others(out, _OTHER_OUT)
    try:
        is_zip = out.suffix.lower() == ZIP
        if os.path.lexists(out) and (is_zip or not out.is_dir() or any(out.iterdir())):
            raise UsageError(f"{out} is there already. {_OTHER_OUT}")
        out.parent.mkdir(parents=True, exist_ok=True)
        if is_zip:
            write_whole(out, packed(files), _FILE_MODE)
            return
        # beside it and so on the same disk: what is whole is put in place by its name
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as beside:
            new = Path(beside, "new")
            for name, data in files.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
            for path in (new, *new.rglob("*")):
                path.chmod(_FOLDER_MODE if path.is_dir() else _FILE_MODE)
            if out.exists():
                out.rmdir()
            new.rename(out)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error


def packed(files: Mapping[str, bytes], programs: Collection[str] = ()) -> bytes:
    """Pack files as a zip, the same bytes each time: compressors differ, so it is none."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.create_system = 3  # or the entry would tell on which system it was made
            mode = _PROGRAM_MODE if name in programs else _FILE_MODE
            entry.external_attr = (stat.S_IFREG | mode) << 16
            target.writestr(entry, files[name])
    return written.getvalue()
