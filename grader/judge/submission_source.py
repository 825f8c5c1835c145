"""The submission, as far as sentences to its author speak of it."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from grader.model.report import Place
from grader.model.submission import Cell, place_in
from grader.model.text import cut_text, printable, source_lines

LONGEST_NAME = 80  # characters: a longer one helps nobody, and comparing it takes long
# Statements are found by how their lines begin: a text that holds such a line misleads nobody, and
# to parse a stranger's file costs far more than its bytes.
_CLASS = re.compile(r"^[ \t\f]*class[ \t]+(\w+)", re.MULTILINE)
_DEFINITION = re.compile(r"^[ \t\f]*(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)", re.MULTILINE)
_AT_THE_TOP = re.compile(r"(?:async[ \t]+def|def|class)[ \t]+(\w+)")
MOST_LINES = 5000  # of a file that are looked at
_MOST_USED = 50  # functions of a file that a function is looked through for
_LONGEST = 2000  # characters of a function that are looked at, of its first line and of the rest
_HEADER = re.compile(r"(?:.|\n)*?\)[^:()]*:")  # up to the colon that ends it
_TEXT = re.compile(r'"""(?:.|\n)*?"""' + r"|'''(?:.|\n)*?'''")
LOOP = re.compile(r"[ \t]*(?:for|while)\b.*:\s*(?:#.*)?$")
_GOES_ON = re.compile(r"\s*(?:if\b.*:\s*)?(?:continue|yield)\b")
_MOST_IN_A_LOOP = 200  # lines
_NOTHING = re.compile(r"(?:pass|\.\.\.|return|return None|\s)*")


def without_texts(lines: Sequence[str]) -> list[str]:
    """Empty the lines of texts in three quotes, as docstrings are."""
    text = "\n".join(lines[:MOST_LINES])
    return _TEXT.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")


def shown(line: str) -> str:
    """Cut a line of the student's to what a sentence has room for."""
    return cut_text(line.strip(), 120)


class Function:
    """One function at the top of a file, as its lines show it."""

    def __init__(self, line: int, block: Sequence[str]) -> None:
        """Take the number of its first line, and its lines from there on."""
        self.line = line
        self.numbers = range(line, line + len(block))
        bare = "\n".join(line.split("#")[0] for line in block)
        begun = _HEADER.match(bare[:_LONGEST])
        self.header = " ".join((begun[0] if begun else bare[:_LONGEST]).split())
        self._body = bare[begun.end() :] if begun else bare

    @cached_property
    def names(self) -> set[str]:
        """The names and words that stand in it."""
        return set(re.findall(r"\w+", self._body))

    def parameters(self) -> list[str]:
        """Name its parameters in order, without types and defaults."""
        inside = self.header.partition("(")[2].rpartition(")")[0]
        return [re.split("[:=]", one)[0].strip() for one in inside.split(",") if one.strip()]

    def is_empty(self) -> bool:
        """Whether nothing stands in it but a docstring and what does nothing."""
        if len(self._body) > _LONGEST:
            return False
        return _NOTHING.fullmatch(_TEXT.sub("", self._body)) is not None

    def does_as(self, other: "Function") -> bool:
        """Whether both bodies are the same, but for comments and blanks."""
        return self._body.split() == other._body.split()


@lru_cache(maxsize=16)  # each of hundreds of cases asks
def _lines_of(data: bytes) -> list[str]:
    return source_lines(data)


@lru_cache(maxsize=16)
def _made_by(data: bytes, statement: re.Pattern[str]) -> set[str]:
    return set(statement.findall("\n".join(_lines_of(data))))


@lru_cache(maxsize=64)
def _function_in(data: bytes, name: str) -> Function | None:
    """Find the last function of this name at the top of a file, which is the one that counts."""
    begins = re.compile(rf"(?:async[ \t]+)?def[ \t]+{re.escape(name)}[ \t]*\(")
    lines = _lines_of(data)[:MOST_LINES]
    first = next((n for n, line in reversed([*enumerate(lines)]) if begins.match(line)), None)
    if first is None:
        return None
    inside = ("", " ", "\t", "\f", "#", ")")
    after = range(first + 1, len(lines))
    end = next((n for n in after if lines[n][:1] not in inside), len(lines))
    return Function(first + 1, lines[first:end])


def line_inside(lines: Sequence[str], name: str) -> int | None:
    """Find a function of this name that stands inside of something else: its line, from 1."""
    begins = re.compile(rf"[ \t]+(?:async[ \t]+)?def[ \t]+{re.escape(name)}[ \t]*\(")
    found = (n for n, line in enumerate(lines[:MOST_LINES], start=1) if begins.match(line))
    return next(found, None)


def loop_left(lines: Sequence[str], number: int) -> int:
    """Find the loop that every first round leaves by the `return` in a line; 0 where there is none.

    It reads indentation alone. Where a round can go on, nothing is found.
    """
    depth, is_either_way = _depth(lines[number - 1]), False
    for above in range(number - 1, max(number - _MOST_IN_A_LOOP, 0), -1):
        line = lines[above - 1].split("#")[0].rstrip()
        if not line.strip():
            continue
        is_return = line.lstrip().startswith("return")
        if _GOES_ON.match(line) or (is_either_way and not is_return):
            return 0
        is_either_way = False
        if _depth(line) < depth:
            is_either_way, depth = line.lstrip() == "else:", _depth(line)
            if not is_either_way:
                return above if LOOP.match(line) else 0
    return 0


def loop_around(lines: Sequence[str], number: int) -> int:
    """Find the innermost loop that a line is in, or begins; 0 where there is none."""
    depth = _depth(lines[number - 1]) + 1
    for above in range(number, max(number - _MOST_IN_A_LOOP, 0), -1):
        line = lines[above - 1]
        if line.strip() and _depth(line) < depth:
            depth = _depth(line)
            if LOOP.match(line):
                return above
    return 0


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


class Source:
    """The handed-in files, as far as sentences speak of them."""

    def __init__(
        self,
        sources: dict[str, bytes],
        module: str,
        asked: frozenset[str] = frozenset(),
        stub: Mapping[str, bytes] | None = None,
        cells: Sequence[Cell] = (),
    ) -> None:
        """Take what was submitted, the names that the hidden cases ask for, and the stub.

        With the cells of a notebook, the module that was made of it is spoken of as the notebook.
        """
        self._sources = sources
        self._stub = stub or {}
        self._cells = cells
        self.module = module
        self.asked = asked

    @property
    def is_notebook(self) -> bool:
        """Whether the module was made of a notebook."""
        return bool(self._cells)

    def called(self, file: str) -> str:
        """Name a file as a sentence begins with it."""
        return "Your notebook" if self._is_notebook(file) else file

    def at(self, file: str, line: int) -> str:
        """Name a line where its file is known: "line 5", "cell 3, line 2"."""
        return place_in(self._cells if self._is_notebook(file) else (), line)

    def where(self, file: str, line: int) -> str:
        """Name a line: "line 5 of sums.py", "cell 3, line 2 of your notebook"."""
        return f"{self.at(file, line)} of {'your notebook' if self._is_notebook(file) else file}"

    def _is_notebook(self, file: str) -> bool:
        return self.is_notebook and file == self.module

    def lines(self, file: str) -> list[str]:
        """All lines of a handed-in file; none where it was not submitted."""
        return _lines_of(self._sources.get(file, b""))

    def line(self, file: str, number: int) -> str | None:
        """One line of a handed-in file, as submitted."""
        lines = self.lines(file)
        return lines[number - 1] if 1 <= number <= len(lines) else None

    def line_at(self, place: Place | None) -> str | None:
        """The line at a place, as submitted."""
        return None if place is None else self.line(place.file, place.line)

    def has_class(self, name: str) -> bool:
        """Whether a class statement of the submission makes a class of this name."""
        return self._makes(name, _CLASS)

    def defines(self, name: str) -> bool:
        """Whether a statement of the submission makes a function, method or class of this name."""
        return name.isidentifier() and self._makes(name, _DEFINITION)

    def is_written(self, name: str) -> bool:
        """Whether a name may be told: the cases ask for it, or statements define all its parts.

        One that is made while running may be made of a hidden input.
        """
        return name in self.asked or all(map(self.defines, name.split(".")))

    def _makes(self, name: str, statement: re.Pattern[str]) -> bool:
        modules = (data for file, data in self._sources.items() if file.endswith(".py"))
        return any(name in _made_by(data, statement) for data in modules)

    def function(self, name: str) -> Function | None:
        """Look at a function of the module; None where it is not at the top."""
        return _function_in(self._sources.get(self.module, b""), name)

    def stub_of(self, name: str) -> Function | None:
        """Look at the same function as the course gave it to begin with."""
        return _function_in(self._stub.get(self.module, b""), name)

    def lines_behind(self, name: str) -> list[int]:
        """Number the lines of a function and of those that it uses; all where there is none."""
        found: set[int] = set()
        todo, done = [name], {name}
        while todo:
            if (function := self.function(todo.pop())) is not None:
                found.update(function.numbers)
                used = {*self.defined_names(self.module)[:_MOST_USED]} & function.names - done
                todo += used
                done |= used
        return sorted(found) or [*range(1, min(len(self.lines(self.module)), MOST_LINES) + 1)]

    def defined_names(self, file: str) -> list[str]:
        """The functions and classes at the top of a file, in written order; long names left out."""
        names = (found[1] for line in self.lines(file) if (found := _AT_THE_TOP.match(line)))
        return [printable(name) for name in names if len(name) <= LONGEST_NAME]
