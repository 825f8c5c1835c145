"""Remembers by content what was proved, so that an unchanged lesson costs nothing."""

import hashlib
import sys
from pathlib import Path

import msgspec

from grader import __version__
from grader.ground.folders import write_whole
from grader.jail.distributions import installed_versions
from grader.model.soundness import LessonProof

from .material import LessonMaterial

_FOLDER = "verified"
_DIGITS = 40


def proof_key(material: LessonMaterial, *asked: object) -> str:
    """Digest all that a lesson's proof depends on: its files, the grader, and what was asked."""
    packages = installed_versions(material.lesson.installed)
    whole = hashlib.sha256(
        repr((material.lesson, __version__, sys.version, packages, asked)).encode()
    )
    for folder in (material.exercise, material.solution, material.hidden.folder):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(material.course.root)
                data = path.read_bytes()
                whole.update(f"{name}\0{len(data)}\0".encode() + data)
    whole.update(_grader_digest().encode())
    return whole.hexdigest()[:_DIGITS]


def _grader_digest() -> str:
    # while the grader itself is being changed its version says too little
    root = Path(__file__).resolve().parents[2]
    stamps = [
        f"{path.relative_to(root)}|{info.st_size}|{info.st_mtime_ns}"
        for path in sorted(root.rglob("*.py"))
        for info in (path.stat(),)
    ]
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()


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
