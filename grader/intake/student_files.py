"""Takes one student's files in, from whatever they were submitted as."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import islice
from pathlib import PurePosixPath

from msgspec.structs import replace

from grader.model.course import PUBLIC_CASES, SCRIPT, Lesson
from grader.model.phrases import FIRST, listed
from grader.model.report import Verdict
from grader.model.submission import Cell

from .archives import archive_suffix, unopened
from .file_tree import FILE, FOLDER, IntakeBounds, Node, find, gathered, missing, visible
from .names import brief
from .read_requests import FindFault, Read, ReadArchive, ReadNotebook, Taken

BESIDE = (SCRIPT, PUBLIC_CASES, "conftest.py")  # what a student has beside what is submitted
_DEPTH = 4  # a folder that holds a folder ...
_SEARCHED = 500  # folders of one student
_NOTEBOOK = ".ipynb"
# of most modules, and of no other kind of file that has words in `file_reader`
_BEGINNINGS = frozenset(bytes([code]) for code in b"#@_\"'abcdefghijklmnopqrstuvwxyz")
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_TYPED = frozenset(("onlinetext.html", "text.html", "link.html"))  # as Moodle and Canvas call it
# browsers, editors and systems add to names: `sums (1).py`, `Sums.py`, `sums.py.txt`
_COPY = re.compile(r"(?: ?\(\d+\)|[-_ ]\d+|[-_ ]+(?:copy|kopie))$")


class StudentFiles:
    """Takes files in for one lesson; what is in them is read by `read`."""

    def __init__(self, lesson: Lesson, bounds: IntakeBounds, read: Read) -> None:
        self._lesson = lesson
        self._bounds = bounds
        self._parse = read
        self._module = lesson.module_file
        stem = PurePosixPath(self._module).stem
        self._own_notebook = f"{stem}{_NOTEBOOK}"

    def is_submission(self, folder: Node) -> bool:
        """Whether a folder holds what the lesson asks for, of whatever kind it is."""
        names = (*self._lesson.hand_in, self._own_notebook)
        return any(find(folder, name) is not None for name in names)

    def is_lessons_own(self, name: str) -> bool:
        """Whether this is what everybody's is called, and so names nobody."""
        asked = (PurePosixPath(path).parts[0] for path in self._lesson.hand_in)
        return name in (*asked, self._own_notebook, "exercises")

    def holds_submission(self, folder: Node) -> bool:
        """Whether a folder holds it, or has folders in it of which one does."""
        try:
            return folder.kind == FOLDER and bool(self._places(folder))
        except OSError:
            return False

    def own_place(self, folder: Node) -> Node | None:
        """Return the folder that holds the files: this one, or the lesson's own below it."""
        for path in ("", self._lesson.id, f"exercises/{self._lesson.id}"):
            below = find(folder, path)
            if below is not None and below.kind == FOLDER and self.is_submission(below):
                return below
        return None

    def take(self, node: Node) -> Taken:
        """Take a folder, a module, a notebook or an archive."""
        if node.kind != FOLDER:
            return self.take_file(node)
        try:
            return self.take_folder(node)
        except OSError:
            return Taken(refused="The folder cannot be read.")

    def take_file(self, node: Node) -> Taken:
        """Take one file as the module, whatever it is called."""
        if node.kind == FILE and archive_suffix(node.name) is not None:
            return self._archive(node)
        if node.kind == FILE and len(self._lesson.hand_in) > 1:
            every = listed(self._lesson.hand_in)
            return Taken(refused=f"{every} are needed: submit a folder or a zip that holds them.")
        if node.kind == FILE and _is_notebook(node):
            return self._notebook(node)
        taken = self._read(node, self._module)
        return replace(taken, refused=taken.refused or self._fault(taken.sources))

    def take_folder(self, folder: Node, within: str = "") -> Taken:
        """Take what a folder holds, perhaps within an archive; raises OSError."""
        places = self._places(folder)
        if len(places) > 1:
            several = listed(map(brief, sorted(path for path, _ in places)), FIRST)
            return Taken(
                refused=f"{self._module} was found in several folders: {several}. Submit one."
            )
        accepts = self._lesson.accept_renamed
        folder = places[0][1] if places else _unwrapped(folder)
        entries = visible(folder.children())
        meant = self._nearly_called(entries)
        if not places and not (meant and accepts):
            other = self._of_another_kind(entries, within)
            if other is not None:
                return other
            meant = meant or self._only_module(entries)
        if meant and accepts:
            names = {id(node): name for name, node in meant.items()}
            named = (replace(node, name=names.get(id(node), node.name)) for node in entries)
            folder = gathered(folder.name, named)
        taken = self._listed(folder)
        return replace(taken, renamed=tuple(node.name for node in meant.values()))

    def _nearly_called(self, entries: Sequence[Node]) -> Mapping[str, Node]:
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

    def _only_module(self, entries: Sequence[Node]) -> Mapping[str, Node]:
        """Find the only Python file of a folder, where the lesson asks for one file."""
        given = (*BESIDE, *self._lesson.files)
        python = [
            node
            for node in entries
            if node.kind == FILE
            and _written(node.name).endswith(".py")
            and not any(fnmatch(node.name, name) for name in given)
        ]
        is_one = len(self._lesson.hand_in) == len(python) == 1 and "/" not in self._module
        return {self._module: python[0]} if is_one else {}

    def _archive(self, node: Node) -> Taken:
        suffix = archive_suffix(node.name) or ""
        data = unopened(node, self._bounds)
        if isinstance(data, str):
            return Taken(refused=f"{data} Submit {self._module} itself.")
        return self._parse(ReadArchive(suffix, data, self._lesson, self._bounds))

    def _of_another_kind(self, entries: Sequence[Node], within: str) -> Taken | None:
        """Take a notebook or an archive, where a folder has none of the lesson's files."""
        names = [node.name for node in entries]
        notebooks = [node for node in entries if _is_notebook(node)]
        archives = [node for node in entries if archive_suffix(node.name) is not None]
        if len(notebooks) + len(archives) > 1:
            several = listed((brief(node.name) for node in (*notebooks, *archives)), FIRST)
            return Taken(refused=f"{missing(self._module)} Which of {several} is meant is unclear.")
        if notebooks:
            return _beside(self._notebook(notebooks[0]), names, notebooks[0].name)
        if archives and within:
            inner = brief(archives[0].name)
            return Taken(
                refused=f"The {within} holds another archive, {inner}, which is not opened. "
                f"Submit {self._module} itself."
            )
        if archives:
            return _beside(self._archive(archives[0]), names, archives[0].name)
        return None

    def _places(self, folder: Node) -> list[tuple[str, Node]]:
        """List every folder that holds the files, unless there is one that is meant to."""
        own = self.own_place(folder)
        if own is not None:
            return [("", own)]
        below = islice(_folders(folder, "", _DEPTH), _SEARCHED)
        return [(path, node) for path, node in below if self.is_submission(node)]

    def _listed(self, folder: Node) -> Taken:
        asked = {PurePosixPath(name).parts[0] for name in self._lesson.hand_in}
        others = [n.name for n in visible(folder.children()) if n.name not in asked]
        sources: dict[str, bytes] = {}
        cells: tuple[Cell, ...] = ()
        fault, state = None, Verdict.UNREADABLE
        for name in self._lesson.hand_in:
            part = self._part(folder, name, others)
            if not part.sources:
                return Taken(refused=part.refused, ignored=tuple(others))
            sources |= part.sources
            cells = cells or part.cells
            if fault is None:
                fault, state = part.refused, part.refused_as
        return Taken(sources, fault or self._fault(sources), tuple(others), cells, refused_as=state)

    def _part(self, folder: Node, name: str, others: list[str]) -> Taken:
        node = find(folder, name)
        if node is not None:
            return self._read(node, name)
        notebook = find(folder, self._own_notebook) if name == self._module else None
        if notebook is None:
            return Taken(refused=_not_found(name, others))
        others.remove(notebook.name)
        return self._notebook(notebook)

    def _notebook(self, node: Node) -> Taken:
        data = node.read(self._bounds.notebook_bytes, brief(node.name))
        if isinstance(data, str):
            return Taken(refused=data)
        return self._parse(ReadNotebook(data, self._lesson))

    def _fault(self, sources: dict[str, bytes]) -> str | None:
        if all(map(is_plainly_text, sources.values())):  # most are, and cost no other process
            return None
        return self._parse(FindFault(sources)).refused

    def _read(self, node: Node, name: str) -> Taken:
        data = node.read(self._lesson.limits.source_bytes, name)
        return Taken(refused=data) if isinstance(data, str) else Taken({name: data})


def is_plainly_text(data: bytes) -> bool:
    """Tell by comparing and decoding bytes that a file has no fault; where False, it is unclear.

    That takes as long as the file is, whatever it holds, so any process may ask.
    """
    if data[:1].lower() not in _BEGINNINGS or data.startswith(b"PK") or b"\0" in data:
        return False
    if not declared_encoding(data).lower().startswith(("utf-8", "utf_8")):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def declared_encoding(data: bytes) -> str:
    """Name the encoding that a source file declares; UTF-8 where it declares none."""
    found = filter(None, map(_CODING.match, data.split(b"\n", 2)[:2]))
    return next((line[1].decode("ascii") for line in found), "utf-8")


def _is_notebook(node: Node) -> bool:
    return node.name.lower().endswith(_NOTEBOOK)


def _folders(folder: Node, path: str, depth: int) -> Iterator[tuple[str, Node]]:
    for node in visible(folder.children()) if depth else ():
        if node.kind == FOLDER:
            below = f"{path}{node.name}/"
            yield below, node
            yield from _folders(node, below, depth - 1)


def _unwrapped(folder: Node) -> Node:
    """Go into what is nothing but a folder around another one."""
    for _ in range(_DEPTH):
        inside = visible(folder.children())
        if len(inside) != 1 or inside[0].kind != FOLDER:
            break
        folder = inside[0]
    return folder


def _beside(taken: Taken, names: Iterable[str], own: str) -> Taken:
    others = [name for name in names if name != own]
    return replace(taken, ignored=(*others, *taken.ignored))


def _not_found(name: str, others: list[str]) -> str:
    if not others:
        return missing(name)
    named = listed(map(brief, others), FIRST)
    typed = " Text that is typed online is not judged." if _TYPED.intersection(others) else ""
    return f"{missing(name)} You submitted: {named}.{typed}"


def _is_nearly(name: str, wanted: str) -> bool:
    written = _written(name)
    stem, dot, suffix = written.rpartition(".")
    plain = f"{_COPY.sub('', stem).removeprefix('copy of ')}{dot}{suffix}"
    return wanted.casefold() in (written, plain)


def _written(name: str) -> str:
    """Write a name without capitals and without the ending that an editor put behind its own."""
    folded = name.casefold()
    return folded.removesuffix(".txt") if folded.endswith(".py.txt") else folded
