"""Every file must be Python, and the stub must offer what the reference has, with a TODO."""

import ast
from collections.abc import Iterator
from pathlib import Path

from grader.content.signatures import differences, imported_names, offered_names

from .findings import Findings, Place
from .lesson_desk import LessonDesk

CHECK = "sources"
_TODO = "TODO"


def check_sources(desk: LessonDesk, findings: Findings) -> None:
    """Name files that Python cannot read, and where stub and reference do not fit together."""
    findings = findings.of(CHECK)
    broken = {path for path in _python_files(desk) if not _compiles(path, findings)}
    names = [name for name in desk.lesson.hand_in if name.endswith(".py")]
    texts = []
    for name in names:
        stub, reference = desk.exercise / name, desk.solution / name
        if stub in broken or reference in broken or not (stub.is_file() and reference.is_file()):
            return
        texts.append(stub.read_text(encoding="utf-8", errors="replace"))
        _check_signatures(stub, reference, findings)
    if texts and not any(_TODO in text for text in texts):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.",
            Place(desk.exercise / desk.lesson.module_file),
        )
    _check_imports(desk, findings)


def _python_files(desk: LessonDesk) -> Iterator[Path]:
    for folder in (desk.exercise, desk.solution, desk.hidden.folder):
        yield from sorted(folder.rglob("*.py"))


def _compiles(path: Path, findings: Findings) -> bool:
    try:
        ast.parse(path.read_bytes())
    except SyntaxError as error:
        findings.error(f"{path.name} is not Python: {error.msg}.", Place(path, error.lineno))
    except (ValueError, OSError) as error:
        findings.error(f"{path.name} cannot be read: {error}.", Place(path))
    else:
        return True
    return False


def _check_signatures(stub: Path, reference: Path, findings: Findings) -> None:
    for one in differences(stub.read_bytes(), reference.read_bytes()):
        if one.reference is None:
            sentence = f"The stub has {one.stub}, which the reference lacks."
        else:
            sentence = f"The stub has {one.stub} where the reference has {one.reference}."
        findings.error(sentence, Place(stub, one.line))


def _check_imports(desk: LessonDesk, findings: Findings) -> None:
    module = desk.lesson.module_file
    if not module.endswith(".py"):
        return
    offered = offered_names((desk.exercise / module).read_bytes())
    told: set[str] = set()
    for file, tree in desk.hidden.trees.items():
        for name, line in imported_names(tree, desk.lesson.module):
            if name not in offered | told:
                told.add(name)
                findings.warn(
                    f"{file} imports {name}, which the stub does not mention.",
                    Place(desk.hidden.folder / file, line),
                    advice="Put it into the stub, or say in the text that it is to be written.",
                )
