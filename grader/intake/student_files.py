"""Takes one student's files in, from whatever they were submitted as."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import PurePosixPath

from msgspec.structs import replace

from grader.model.course import MIB, PUBLIC_CASES, SCRIPT, Lesson
from grader.model.phrases import FIRST, listed

from .archives import archive_kind, archive_suffix
from .file_tree import FILE, FOLDER, Node, find, gathered, missing, visible
from .names import brief
from .reading_room import Read, ReadArchive, ReadNotebook, Taken

_GIVEN = (SCRIPT, PUBLIC_CASES, "conftest.py")  # what a student has beside what is submitted
_MOST_BYTES = 32 * MIB  # of an archive, or of a notebook: pictures are kept inside
_DEPTH = 4  # a folder that holds a folder ...
_NOTEBOOK = ".ipynb"
_TYPED = frozenset(("onlinetext.html", "text.html"))  # as Moodle and Canvas call it
# browsers, editors and systems add to names: `sums (1).py`, `Sums.py`, `sums.py.txt`
_COPY = re.compile(r"(?: ?\(\d+\)|[-_ ]\d+|[-_ ]+(?:copy|kopie))$")


class StudentFiles:
    """Takes files in for one lesson; what is in them is read by `read`."""

    def __init__(self, lesson: Lesson, read: Read) -> None:
        self._lesson, self._parse = lesson, read
        self._module = lesson.module_file
        self._own_notebook = f"{PurePosixPath(self._module).stem}{_NOTEBOOK}"

    def is_submission(self, folder: Node) -> bool:
        """Whether a folder holds what the lesson asks for, of whatever kind it is."""
        names = (*self._lesson.hand_in, self._own_notebook)
        return any(find(folder, name) is not None for name in names)

    def is_lessons_own(self, name: str) -> bool:
        """Whether this is what everybody's is called, and so names nobody."""
        asked = (PurePosixPath(path).parts[0] for path in self._lesson.hand_in)
        return name in (*asked, self._own_notebook)

    def is_known(self, name: str) -> bool:
        """Whether the course gives what is called so, or asks for it."""
        given = (*_GIVEN, *self._lesson.files)
        return self.is_lessons_own(name) or any(fnmatch(name, one) for one in given)

    def holds_submission(self, folder: Node) -> bool:
        """Whether a folder holds it, or has folders in it of which one does."""
        try:
            return folder.kind == FOLDER and bool(self._places(folder))
        except OSError:
            return False

    def _places(self, folder: Node) -> list[tuple[str, Node]]:
        """List every folder that holds the files: this one, else those below it."""
        if self.is_submission(folder):
            return [("", folder)]
        below = _folders(folder, "", _DEPTH)
        return [(path, node) for path, node in below if self.is_submission(node)]

    def take(self, node: Node) -> Taken:
        """Take a folder, or a module, a notebook or an archive, whatever it is called."""
        if node.kind == FOLDER:
            try:
                return self.take_folder(node)
            except OSError:
                return Taken(refused="The folder cannot be read.")
        if node.kind == FILE and archive_suffix(node.name) is not None:
            return self._archive(node)
        if node.kind == FILE and len(self._lesson.hand_in) > 1:
            every = listed(self._lesson.hand_in)
            return Taken(refused=f"{every} are needed: submit a folder or a zip that holds them.")
        if node.kind == FILE and _is_notebook(node):
            return self._notebook(node)
        taken = self._read(node, self._module)
        return replace(taken, refused=taken.refused or text_fault(taken.sources))

    def take_folder(self, folder: Node, *, is_archive: bool = False) -> Taken:
        """Take what a folder, or an archive, holds; raises OSError."""
        places = self._places(folder)
        if len(places) > 1:
            several = listed(map(brief, sorted(path for path, _ in places)), FIRST)
            return Taken(
                refused=f"{self._module} was found in several folders: {several}. Submit one."
            )
        folder = places[0][1] if places else _unwrapped(folder)
        entries = visible(folder)
        renamed = self._called_otherwise(entries) if self._lesson.accept_renamed else {}
        if not places and not renamed:
            packed = [n for n in entries if _is_notebook(n) or archive_suffix(n.name) is not None]
            if packed:
                return self._of_another_kind(packed, entries, is_archive=is_archive)
            renamed = self._only_module(entries) if self._lesson.accept_renamed else {}
        names = {id(node): name for name, node in renamed.items()}
        named = [replace(node, name=names.get(id(node), node.name)) for node in entries]
        taken = self._listed(gathered(folder.name, named))
        return replace(taken, renamed=tuple(node.name for node in renamed.values()))

    def _called_otherwise(self, entries: Sequence[Node]) -> dict[str, Node]:
        """Find the one file that is nearly called so, for each of the lesson's that is not there.

        A notebook of the lesson's name stands for the module.
        """
        there = {node.name for node in entries}
        there |= {self._module} if self._own_notebook in there else set()
        found = {}
        for wanted in self._lesson.hand_in:
            near = [node for node in entries if node.kind == FILE and _is_nearly(node.name, wanted)]
            if wanted not in there and len(near) == 1:
                found[wanted] = near[0]
        return found

    def _only_module(self, entries: Sequence[Node]) -> dict[str, Node]:
        """Find the only Python file that the course did not give, where one file is asked for."""
        own = [
            node
            for node in entries
            if node.kind == FILE
            and _written(node.name).endswith(".py")
            and not self.is_known(node.name)
        ]
        is_one = len(self._lesson.hand_in) == len(own) == 1 and "/" not in self._module
        return {self._module: own[0]} if is_one else {}

    def _of_another_kind(
        self, found: Sequence[Node], entries: Sequence[Node], *, is_archive: bool
    ) -> Taken:
        """Take the notebook or archive that a folder has in place of the lesson's files."""
        first = found[0]
        if len(found) > 1:
            several = listed((brief(node.name) for node in found), FIRST)
            return Taken(refused=f"{missing(self._module)} Which of {several} is meant is unclear.")
        if is_archive and not _is_notebook(first):
            return Taken(
                refused=f"The archive holds another archive, {brief(first.name)}, which is not "
                f"opened. Submit {self._module} itself."
            )
        taken = self._notebook(first) if _is_notebook(first) else self._archive(first)
        others = (node.name for node in entries if node is not first)
        return replace(taken, ignored=(*others, *taken.ignored))

    def _listed(self, folder: Node) -> Taken:
        """Take every file that the lesson asks for, by its path."""
        asked = {PurePosixPath(name).parts[0] for name in self._lesson.hand_in}
        others = [node.name for node in folder.children() if node.name not in asked]
        sources: dict[str, bytes] = {}
        notebook = Taken()
        for name in self._lesson.hand_in:
            node = find(folder, name)
            own = find(folder, self._own_notebook) if name == self._module else None
            if node is not None:
                part = self._read(node, name)
            elif own is not None:
                others.remove(own.name)
                part = notebook = self._notebook(own)
            else:
                part = Taken(refused=_not_found(name, others))
            if not part.sources:
                return Taken(refused=part.refused, ignored=tuple(others))
            sources |= part.sources
        fault = notebook.refused or text_fault(sources)
        return replace(notebook, sources=sources, refused=fault, ignored=tuple(others))

    def _archive(self, node: Node) -> Taken:
        kind, itself = archive_kind(node.name), f"Submit {self._module} itself."
        if kind is None:
            suffix = archive_suffix(node.name)
            return Taken(refused=f"An archive of the kind {suffix} cannot be opened. {itself}")
        data = node.read(_MOST_BYTES, f"The {kind} archive")
        data = data or f"The {kind} archive is an empty file."
        if isinstance(data, str):
            return Taken(refused=f"{data} {itself}")
        return self._parse(ReadArchive(kind, data, self._lesson))

    def _notebook(self, node: Node) -> Taken:
        data = node.read(_MOST_BYTES, brief(node.name))
        if isinstance(data, str):
            return Taken(refused=data)
        return self._parse(ReadNotebook(data, self._lesson))

    def _read(self, node: Node, name: str) -> Taken:
        data = node.read(self._lesson.limits.source_bytes, name)
        return Taken(refused=data) if isinstance(data, str) else Taken({name: data})


_BOM = b"\xef\xbb\xbf"
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# encodings in which plain letters stand for themselves, so that a reader sees what Python runs
_PLAIN_LETTERS = re.compile(r"utf8\w*|(us)?ascii|latin\d+|iso8859\d+|(cp|windows)125\d")


def text_fault(sources: Mapping[str, bytes]) -> str | None:
    """Say what keeps the first unreadable Python file from being read.

    That takes as long as the files are, whatever they hold, so any process may ask.
    """
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
        plain = data.removeprefix(_BOM)
        is_needed = len(sources) == 1 or not name.endswith("__init__.py")
        if is_needed and not plain.strip():
            return f"{name} is empty."
        declared = next(filter(None, map(_CODING.match, plain.split(b"\n", 2)[:2])), None)
        encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
        if not _PLAIN_LETTERS.fullmatch(re.sub("[-_]", "", encoding)):
            return (
                f"{name} declares the encoding {encoding[:40]}, which is not taken. Save it with "
                "the encoding UTF-8, and declare none."
            )
        if encoding.startswith("utf"):
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                return f"{name} is not UTF-8 text (line {line}). Save it with the encoding UTF-8."
    return None


def _is_notebook(node: Node) -> bool:
    return node.name.lower().endswith(_NOTEBOOK)


def _folders(folder: Node, path: str, depth: int) -> Iterator[tuple[str, Node]]:
    for node in visible(folder) if depth else ():
        if node.kind == FOLDER:
            below = f"{path}{node.name}/"
            yield below, node
            yield from _folders(node, below, depth - 1)


def _unwrapped(folder: Node) -> Node:
    """Go into what is nothing but a folder around another one."""
    for _ in range(_DEPTH):
        inside = visible(folder)
        if len(inside) != 1 or inside[0].kind != FOLDER:
            break
        folder = inside[0]
    return folder


def _not_found(name: str, others: Sequence[str]) -> str:
    submitted = f" You submitted: {listed(map(brief, others), FIRST)}." if others else ""
    typed = " Text that is typed online is not judged." if _TYPED.intersection(others) else ""
    return f"{missing(name)}{submitted}{typed}"


def _is_nearly(name: str, wanted: str) -> bool:
    written = _written(name)
    stem, dot, suffix = written.rpartition(".")
    plain = f"{_COPY.sub('', stem).removeprefix('copy of ')}{dot}{suffix}"
    return wanted.casefold() in (written, plain)


def _written(name: str) -> str:
    """Write a name without capitals and without the ending that an editor put behind its own."""
    folded = name.casefold()
    return folded.removesuffix(".txt") if folded.endswith(".py.txt") else folded
