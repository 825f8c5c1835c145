"""Every file must be whole Python, and the stub must offer what the reference has, with a TODO."""

import ast
import copy
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from grader.course.course_file import files_below, read_course_file
from grader.errors import ContentError
from grader.jail.packages import install_command, missing_packages
from grader.model.parsing import parse_source
from grader.model.placeholders import placeholders

from .findings import Findings, Place
from .material import LessonMaterial

CHECK = "sources"
_TODO = "TODO"


def check_sources(material: LessonMaterial, findings: Findings) -> bool:
    """Name files that cannot be read, and where stub and reference do not fit together.

    Whether there is one that makes judging pointless, since all that it does would be told again.
    """
    findings = findings.of(CHECK)
    files = [path for folder in material.folders for path in files_below(folder)]
    broken = {path for path in files if not _is_whole(path, findings)}
    names = [name for name in material.lesson.hand_in if name.endswith(".py")]
    texts = []
    for name in names:
        stub, reference = material.exercise / name, material.solution / name
        if stub in broken or reference in broken or not (stub.is_file() and reference.is_file()):
            return _keeps_from_judging(material, broken)
        texts.append(stub.read_text(encoding="utf-8", errors="replace"))
        _check_signatures(stub, reference, findings)
    if texts and not any(_TODO in text for text in texts):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.",
            Place(material.exercise / material.lesson.module_file),
        )
    _check_imports(material, findings)
    _check_packages(material, findings)
    return _keeps_from_judging(material, broken)


def _keeps_from_judging(material: LessonMaterial, broken: set[Path]) -> bool:
    lacks_packages = bool(missing_packages(material.lesson.installed))
    return lacks_packages or any(not path.is_relative_to(material.exercise) for path in broken)


def _is_whole(path: Path, findings: Findings) -> bool:
    try:
        data = read_course_file(findings.root, path)
        if path.suffix == ".py":
            parse_source(data)
    except SyntaxError as error:
        findings.error(
            f"{path.name} is not Python: {error.msg}.", Place(path, error.lineno or None)
        )
    except ValueError as error:
        findings.error(f"{path.name} is not Python: {error}.", Place(path))
    except ContentError as error:
        findings.error(str(error), Place(path))
    else:
        return True
    return False


def _check_signatures(stub: Path, reference: Path, findings: Findings) -> None:
    known = {name: text for name, text, _ in _signatures(parse_source(reference.read_bytes()))}
    for name, text, line in _signatures(parse_source(stub.read_bytes())):
        if name not in known:
            sentence = f"The stub has {text}, which the reference lacks."
        elif known[name] != text:
            sentence = f"The stub has {text} where the reference has {known[name]}."
        else:
            continue
        findings.error(sentence, Place(stub, line))


def _signatures(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, str, int]]:
    """Yield each function and class by its whole name, with its signature and its line."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            name = f"{owner}{node.name}"
            yield name, f"class {name}", node.lineno
            yield from _signatures(node, f"{name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{owner}{node.name}"
            word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            yield name, f"{word} {name}({_parameters(node.args)})", node.lineno


def _parameters(arguments: ast.arguments) -> str:
    # types may be left to the student; defaults are part of the task
    bare = copy.deepcopy(arguments)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(bare)


def _check_packages(material: LessonMaterial, findings: Findings) -> None:
    """Name what the reference imports and the jail would not have."""
    files = map(Path, (*material.lesson.hand_in, *material.lesson.files))
    ours = {name for file in files for name in (file.stem, file.parts[0])}
    for package in missing_packages(material.lesson.installed):
        findings.error(
            f"{material.lesson.id}: the package {package} is not installed beside the grader.",
            material.manifest_place(),
            advice=f"Correct its name in the manifest, or type: {install_command((package,))}",
        )
    known = {*sys.stdlib_module_names, *material.lesson.packages, *ours}
    for name in material.lesson.hand_in:
        path = material.solution / name
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


def _check_imports(material: LessonMaterial, findings: Findings) -> None:
    module = material.lesson.module_file
    if not module.endswith(".py"):
        return
    offered = _offered_names((material.exercise / module).read_bytes())
    told: set[str] = set()
    for file, tree in material.hidden.trees.items():
        for name, line in _imported_names(tree, material.lesson.module):
            if name not in offered | told:
                told.add(name)
                findings.warn(
                    f"{file} imports {name}, which the stub does not mention.",
                    Place(material.hidden.folder / file, line),
                    advice="Put it into the stub, or say in the text that it is to be written.",
                )


def _offered_names(source: bytes) -> set[str]:
    names: set[str] = set()
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        else:
            names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            names |= {
                (a.asname or a.name).split(".")[0]
                for n in ast.walk(node)
                if isinstance(n, ast.Import | ast.ImportFrom)
                for a in n.names
            }
    return names


def _imported_names(tree: ast.AST, module: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module and node.level == 0:
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name != "*")


UNFINISHED = "unfinished"
_TEXTS = frozenset((".csv", ".json", ".md", ".py", ".svg", ".toml", ".txt"))


def check_unfinished(material: LessonMaterial, findings: Findings) -> bool:
    """Name what is to be filled in, line by line; tell whether there is anything."""
    findings = findings.of(UNFINISHED)
    is_unfinished = False
    for path, text in _texts(material):
        for line, sentence in placeholders(text):
            is_unfinished = True
            said = sentence or "Write what belongs here."
            findings.error(f"Not filled in yet: {said}", Place(path, line))
    return is_unfinished


def _texts(material: LessonMaterial) -> Iterator[tuple[Path, str]]:
    for folder in material.folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _TEXTS and path.is_file():
                with suppress(OSError):  # the check of the sources says why
                    yield path, path.read_text(encoding="utf-8", errors="replace")
