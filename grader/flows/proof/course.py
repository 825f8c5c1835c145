"""Proves a course: what holds for the whole of it, then lesson by lesson.

What was proved is remembered by content: an unchanged lesson costs nothing the next time.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from grader import __version__
from grader.course.course_file import files_below, read_course_file
from grader.course.manifest import MANIFEST, find_lesson, load_course
from grader.errors import ContentError
from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.jail.distributions import installed_versions
from grader.model.soundness import PROOF_VERSION, CourseProof, LessonProof

from .course_trees import check_trees
from .findings import Findings, Place
from .lesson_proof import prove_lesson
from .lesson_runs import Court, Tell
from .material import LessonMaterial, told

_FOLDER = "verified"
_DIGITS = 40


def proof_key(material: LessonMaterial, *asked: object) -> str:
    """Digest all that a lesson's proof depends on: its files, the grader, and what was asked."""
    packages = installed_versions(material.lesson.installed)
    whole = hashlib.sha256(
        repr((material.lesson, __version__, sys.version, packages, asked)).encode()
    )
    for folder in material.folders:
        for path in files_below(folder):
            name = path.relative_to(material.course.root)
            data = _content(material.course.root, path)
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
    whole.update(own_digest().encode())
    return whole.hexdigest()[:_DIGITS]


def _content(root: Path, path: Path) -> bytes:
    try:
        return read_course_file(root, path)
    except ContentError as error:  # which a check says again
        return str(error).encode()


def recall(cache: Path, key: str) -> LessonProof | None:
    """Return what was proved before; None where something has changed since."""
    try:
        data = (cache / _FOLDER / key).read_bytes()
        proof = msgspec.msgpack.decode(data, type=LessonProof)
    except (OSError, msgspec.MsgspecError):
        return None
    return msgspec.structs.replace(proof, is_remembered=True)


def remember(cache: Path, key: str, proof: LessonProof) -> None:
    """Keep what was proved."""
    path = cache / _FOLDER / key
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.msgpack.encode(proof))


Progress = Callable[[str, str], Tell]  # lesson and step
DONE = "done"  # the last step of each lesson


@dataclass(frozen=True)
class VerifyRequest:
    """What an author asks for."""

    course_root: Path
    lesson_ids: Sequence[str]  # none: all
    cache: Path
    court: Court | None  # None: this machine cannot judge
    with_mutants: bool = True


def verify_course(request: VerifyRequest, progress: Progress) -> CourseProof:
    """Prove a course; raises UsageError where there is none, and for an unknown lesson."""
    findings = Findings(request.course_root.resolve())
    isolation = None if request.court is None else request.court.isolation
    try:
        course = load_course(request.course_root)
    except ContentError as error:
        path = findings.root / MANIFEST
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        for fault in str(error).splitlines():
            sentence, line = told(fault.removeprefix(f"{MANIFEST}: "), text)
            findings.of("manifest").error(sentence, Place(path, line))
        return CourseProof(PROOF_VERSION, "", isolation, tuple(findings.found), ())
    chosen = [find_lesson(course, name) for name in request.lesson_ids] or course.lessons
    check_trees(course, findings)
    if request.court is None:
        findings.of("judging").warn("Nothing was judged: hidden cases are judged on Linux only.")
    proofs = _prove_all([LessonMaterial(course, lesson) for lesson in chosen], request, progress)
    return CourseProof(PROOF_VERSION, course.title, isolation, tuple(findings.found), proofs)


def _prove_all(
    materials: Sequence[LessonMaterial], request: VerifyRequest, progress: Progress
) -> tuple[LessonProof, ...]:
    """Prove several lessons at once, since much of each is done by one process alone."""
    court = request.court
    # one more than there are cores, since judging waits now for one side and now for the other
    at_once = min(len(materials), court.jobs + 1) if court else 1
    if court is not None and at_once > 1:
        request = replace(request, court=replace(court, jobs=max(1, court.jobs // at_once)))

    def prove(material: LessonMaterial) -> LessonProof:
        proof = _prove(material, request, progress)
        progress(str(material.lesson.id), DONE)
        return proof

    with ThreadPoolExecutor(at_once) as threads:
        # the long ones first, so that none of them is left alone at the end
        begun = {
            material.lesson.id: threads.submit(prove, material)
            for material in sorted(materials, key=_brevity)
        }
        try:
            return tuple(begun[material.lesson.id].result() for material in materials)
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise


def _brevity(material: LessonMaterial) -> int:
    hidden = material.course.hidden_folder(material.lesson)
    return -sum(path.stat().st_size for path in hidden.glob("*.py") if path.is_file())


def _prove(material: LessonMaterial, request: VerifyRequest, progress: Progress) -> LessonProof:
    isolation = None if request.court is None else request.court.isolation
    key = proof_key(material, isolation, request.with_mutants)
    known = recall(request.cache, key)
    if known is not None:
        return known
    lesson = str(material.lesson.id)
    proof = prove_lesson(
        material,
        request.court,
        lambda step: progress(lesson, step),
        with_mutants=request.with_mutants,
    )
    remember(request.cache, key, proof)
    return proof
