"""The submission, as far as sentences to its author speak of it."""

import re
from collections.abc import Mapping, Sequence

from grader.model.report import Place
from grader.model.submission import Cell, place_in
from grader.model.text import printable, source_lines

from .function_source import Function, function_in

LONGEST_NAME = 80  # characters: a longer one helps nobody, and comparing it takes long
# Statements are found by how their lines begin: a text that holds such a line misleads nobody, and
# to parse a stranger's file costs far more than its bytes.
_CLASS = re.compile(r"^[ \t\f]*class[ \t]+(\w+)", re.MULTILINE)
_AT_THE_TOP = re.compile(r"(?:async[ \t]+def|def|class)[ \t]+(\w+)")


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
        self._classes: set[str] | None = None
        self._defined: dict[str, list[str]] = {}
        self._functions: dict[str, Function | None] = {}
        self._stubs: dict[str, Function | None] = {}

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
        return source_lines(self._sources.get(file, b""))

    def line(self, file: str, number: int) -> str | None:
        """One line of a handed-in file, as submitted."""
        data = self._sources.get(file)
        if data is None or number < 1:
            return None
        lines = source_lines(data)
        return lines[number - 1] if number <= len(lines) else None

    def line_at(self, place: Place | None) -> str | None:
        """The line at a place, as submitted."""
        return None if place is None else self.line(place.file, place.line)

    def mixes_indents(self, file: str) -> bool:
        """Whether some lines of a file begin with a tab, and some with a space."""
        return {"\t", " "} <= {line[:1] for line in self.lines(file)}

    def has_class(self, name: str) -> bool:
        """Whether a class statement of the submission makes a class of this name."""
        if self._classes is None:
            self._classes = set()
            for file, data in self._sources.items():
                if file.endswith(".py"):
                    self._classes.update(_CLASS.findall("\n".join(source_lines(data))))
        return name in self._classes

    def function(self, name: str) -> Function | None:
        """Look at a function of the module; None where it is not at the top."""
        if name not in self._functions:
            self._functions[name] = function_in(self.lines(self.module), name)
        return self._functions[name]

    def stub_of(self, name: str) -> Function | None:
        """Look at the same function as the course gave it to begin with."""
        if name not in self._stubs:
            lines = source_lines(self._stub.get(self.module, b""))
            self._stubs[name] = function_in(lines, name)
        return self._stubs[name]

    def defined_names(self, file: str) -> list[str]:
        """The functions and classes at the top of a file, in written order; long names left out."""
        if file not in self._defined:
            lines = source_lines(self._sources.get(file, b""))
            names = [found[1] for line in lines if (found := _AT_THE_TOP.match(line))]
            self._defined[file] = [printable(name) for name in names if len(name) <= LONGEST_NAME]
        return self._defined[file]
