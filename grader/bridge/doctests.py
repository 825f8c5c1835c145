"""Runs the examples of a submission's docstrings where the submission is: in the jail."""

import builtins
import doctest
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

_SPACE = "__grader_examples__"
_numbers = itertools.count(1)


def is_written_below(folder: str, text: str) -> bool:
    """Whether a text stands in a hidden file, however it is indented there."""
    sought = _unindented(text.strip())
    return any(
        sought in _unindented(path.read_text(encoding="utf-8", errors="replace"))
        for path in Path(folder).rglob("*.py")
    )


def _unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


class Source(str):
    """The source of an example, with the module whose docstring holds it."""

    module: str


class Pending(NamedTuple):
    """An example in place of its code."""

    source: Source
    filename: str


def install(module_of: Callable[[Any], str | None], ask: Callable[..., Any]) -> None:
    """Have doctest send a submission's examples to the jail, once for each process."""
    parse = doctest.DocTestParser.parse

    def parsing(self: Any, string: str, name: str = "<string>") -> Any:
        pieces = parse(self, string, name)
        examples = [piece for piece in pieces if isinstance(piece, doctest.Example)]
        module = module_of(string) if examples else None
        for example in examples if module is not None else ():
            example.source = Source(example.source)
            example.source.module = str(module)
        return pieces

    def compiling(source: Any, filename: Any, *rest: Any) -> Any:
        if isinstance(source, Source):
            return Pending(source, str(filename))
        return builtins.compile(source, filename, *rest)

    def running(code: Any, names: dict[str, Any]) -> None:
        if not isinstance(code, Pending):
            builtins.exec(code, names)  # noqa: S102 - an example of the test's own
            return
        number = names.setdefault(_SPACE, next(_numbers))
        ask("example", (code.source.module, number, str(code.source), code.filename))

    setattr(doctest.DocTestParser, "parse", parsing)  # noqa: B010
    vars(doctest).update(compile=compiling, exec=running)
