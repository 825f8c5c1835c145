"""Takes one student's files in, from whatever they were submitted as."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import islice
from pathlib import PurePosixPath

from msgspec.structs import replace

from grader.model.course import PUBLIC_CASES, SCRIPT, Lesson
from grader.model.phrases import FIRST, listed

from .archives import archive_suffix, unopened
from .file_tree import FILE, FOLDER, IntakeBounds, Node, find, gathered, missing, visible
from .names import brief
from .reading_room import Read, ReadArchive, ReadNotebook, Taken

BESIDE = (SCRIPT, PUBLIC_CASES, "conftest.py")  # what a student has beside what is submitted
_DEPTH = 4  # a folder that holds a folder ...
_SEARCHED = 500  # folders of one student
_NOTEBOOK = ".ipynb"
_TYPED = frozenset(("onlinetext.html", "text.html", "link.html"))  # as Moodle and Canvas call it
# browsers, editors and systems add to names: `sums (1).py`, `Sums.py`, `sums.py.txt`
_COPY = re.compile(r"(?: ?\(\d+\)|[-_ ]\d+|[-_ ]+(?:copy|kopie))$")


class StudentFiles:
    """Takes files in for one lesson; what is in them is read by `read`."""

    def __init__(self, lesson: Lesson, bounds: IntakeBounds, read: Read) -> None:
        self._lesson, self._bounds, self._parse = lesson, bounds, read
        self._module = lesson.module_file
        self._own_notebook = f"{PurePosixPath(self._module).stem}{_NOTEBOOK}"

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

    def _places(self, folder: Node) -> list[tuple[str, Node]]:
        """List every folder that holds the files, unless there is one that is meant to."""
        own = self.own_place(folder)
        if own is not None:
            return [("", own)]
        below = islice(_folders(folder, "", _DEPTH), _SEARCHED)
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
            own = [node for node in entries if self._is_own_module(node)]
            if not meant and len(self._lesson.hand_in) == len(own) == 1 and "/" not in self._module:
                meant = {self._module: own[0]}
        if meant and accepts:
            names = {id(node): name for name, node in meant.items()}
            named = (replace(node, name=names.get(id(node), node.name)) for node in entries)
            folder = gathered(folder.name, named)
        taken = self._listed(folder)
        return replace(taken, renamed=tuple(node.name for node in meant.values()))

    def _nearly_called(self, entries: Sequence[Node]) -> dict[str, Node]:
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

    def _is_own_module(self, node: Node) -> bool:
        """Whether this is a Python file that the course did not give."""
        given = (*BESIDE, *self._lesson.files)
        is_python = node.kind == FILE and _written(node.name).endswith(".py")
        return is_python and not any(fnmatch(node.name, name) for name in given)

    def _of_another_kind(self, entries: Sequence[Node], within: str) -> Taken | None:
        """Take a notebook or an archive, where a folder has none of the lesson's files."""
        found = [n for n in entries if _is_notebook(n) or archive_suffix(n.name) is not None]
        if not found:
            return None
        first = found[0]
        if len(found) > 1:
            several = listed((brief(node.name) for node in found), FIRST)
            return Taken(refused=f"{missing(self._module)} Which of {several} is meant is unclear.")
        if within and not _is_notebook(first):
            return Taken(
                refused=f"The {within} holds another archive, {brief(first.name)}, which is not "
                f"opened. Submit {self._module} itself."
            )
        taken = self._notebook(first) if _is_notebook(first) else self._archive(first)
        others = (node.name for node in entries if node is not first)
        return replace(taken, ignored=(*others, *taken.ignored))

    def _listed(self, folder: Node) -> Taken:
        """Take every file that the lesson asks for, by its path."""
        asked = {PurePosixPath(name).parts[0] for name in self._lesson.hand_in}
        others = [n.name for n in visible(folder.children()) if n.name not in asked]
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
        data = unopened(node, self._bounds)
        if isinstance(data, str):
            return Taken(refused=f"{data} Submit {self._module} itself.")
        suffix = archive_suffix(node.name) or ""
        return self._parse(ReadArchive(suffix, data, self._lesson, self._bounds))

    def _notebook(self, node: Node) -> Taken:
        data = node.read(self._bounds.notebook_bytes, brief(node.name))
        if isinstance(data, str):
            return Taken(refused=data)
        return self._parse(ReadNotebook(data, self._lesson))

    def _read(self, node: Node, name: str) -> Taken:
        data = node.read(self._lesson.limits.source_bytes, name)
        return Taken(refused=data) if isinstance(data, str) else Taken({name: data})


_OTHER_KINDS = (
    (re.compile(rb"PK\x03\x04"), "a zip archive or an office document"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\{\\rtf"), "saved as rich text"),
    (re.compile(rb"\s*<(!doctype\s+html|html)\b", re.IGNORECASE), "a web page"),
    (re.compile(rb'\s*\{.*?"(cells|worksheets|nbformat)"\s*:', re.DOTALL), "a notebook"),
)
_BOM = b"\xef\xbb\xbf"
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# encodings in which plain letters stand for themselves, so that a reader sees what Python runs
_PLAIN_LETTERS = re.compile(
    r"utf8\w*|ascii|usascii|latin\d+|iso8859\d+|(cp|windows)125\d|koi8[ru]"
    r"|mac(roman|latin2|cyrillic)|shiftjis|sjis|cp932|gb2312|gbk|gb18030|big5|euc(jp|kr)"
)


def text_fault(sources: Mapping[str, bytes]) -> str | None:
    """Say what keeps the first unreadable Python file from being read.

    That takes as long as the files are, whatever they hold, so any process may ask.
    """
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        plain = data.removeprefix(_BOM)
        kind = next((words for pattern, words in _OTHER_KINDS if pattern.match(plain)), None)
        if kind is not None:
            save = "Save the code as plain text and hand that in."
            return f"{name} is {kind}, whatever it is called. {save}"
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
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


def _not_found(name: str, others: Iterable[str]) -> str:
    named = listed(map(brief, others), FIRST)
    submitted = f" You submitted: {named}." if named else ""
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
