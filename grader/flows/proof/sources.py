"""Every file must be Python, and the stub must offer what the reference has, with a TODO."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.course.manifest import MANIFEST
from grader.jail.packages import install_command, missing_packages
from grader.model.parsing import parse_source

from .checked_lesson import LessonDesk
from .findings import Findings, Place
from .manifest_lines import line_of_lesson
from .signatures import differences, imported_names, offered_names

CHECK = "sources"
_TODO = "TODO"


def check_sources(desk: LessonDesk, findings: Findings) -> bool:
    """Name files that Python cannot read, and where stub and reference do not fit together.

    Whether there is one that makes judging pointless, since all that it does would be told again.
    """
    findings = findings.of(CHECK)
    broken = {path for path in _python_files(desk) if not _compiles(path, findings)}
    names = [name for name in desk.lesson.hand_in if name.endswith(".py")]
    texts = []
    for name in names:
        stub, reference = desk.exercise / name, desk.solution / name
        if stub in broken or reference in broken or not (stub.is_file() and reference.is_file()):
            return _keeps_from_judging(desk, broken)
        texts.append(stub.read_text(encoding="utf-8", errors="replace"))
        _check_signatures(stub, reference, findings)
    if texts and not any(_TODO in text for text in texts):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.",
            Place(desk.exercise / desk.lesson.module_file),
        )
    _check_imports(desk, findings)
    _check_packages(desk, findings)
    return _keeps_from_judging(desk, broken)


def _keeps_from_judging(desk: LessonDesk, broken: set[Path]) -> bool:
    lacks_packages = bool(missing_packages(desk.lesson.installed))
    return lacks_packages or any(not path.is_relative_to(desk.exercise) for path in broken)


def _python_files(desk: LessonDesk) -> Iterator[Path]:
    for folder in (desk.exercise, desk.solution, desk.hidden.folder):
        yield from sorted(folder.rglob("*.py"))


def _compiles(path: Path, findings: Findings) -> bool:
    try:
        parse_source(path.read_bytes())
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


def _check_packages(desk: LessonDesk, findings: Findings) -> None:
    """Name what the reference imports and the jail would not have."""
    ours = {Path(name).stem for name in (*desk.lesson.hand_in, *desk.lesson.files)}
    ours |= {Path(name).parts[0] for name in (*desk.lesson.hand_in, *desk.lesson.files)}
    manifest = desk.course.root / MANIFEST
    for package in missing_packages(desk.lesson.installed):
        line = line_of_lesson(manifest.read_text("utf-8", "replace"), str(desk.lesson.id))
        findings.error(
            f"{desk.lesson.id}: the package {package} is not installed beside the grader.",
            Place(manifest, line),
            advice=f"Correct its name in the manifest, or type: {install_command((package,))}",
        )
    known = {*sys.stdlib_module_names, *desk.lesson.packages, *ours}
    for name in desk.lesson.hand_in:
        path = desk.solution / name
        if not name.endswith(".py"):
            continue
        for module, line in _imported_modules(parse_source(path.read_bytes())):
            if module not in known:
                findings.error(
                    f"The reference imports {module}, which a submission could not: it is neither "
                    f"of the standard library nor among the lesson's packages and files.",
                    Place(path, line),
                    advice=f'Write packages = ["{module}"] into the manifest, or do without it.',
                )


def _imported_modules(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno


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
