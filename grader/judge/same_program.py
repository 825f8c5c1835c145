"""Tells which submissions are one program, written down in different ways.

Comments, docstrings, blank lines, layout, names of local variables and constants that nothing
reads change no answer of a plain function. That holds for those programs alone that use what
stands in the lists here: whoever could look at his own text, at names, frames, lines or addresses
is a program of his own.
"""

import builtins
import collections
import functools
import hashlib
import io
import itertools
import keyword
import math
import re
import tokenize
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from grader.wire.notebook import is_notebook

from .conversations import Span

_LONGEST_BYTES = 1 << 14  # of a file that is looked at
_BUILTINS = frozenset(
    "abs all any bool dict divmod enumerate filter float frozenset int isinstance iter len list "
    "map max min next pow range reversed round set slice sorted str sum tuple zip "
    "ArithmeticError AssertionError Exception IndexError KeyError LookupError NotImplementedError "
    "OverflowError StopIteration TypeError ValueError ZeroDivisionError".split()
)
# dir(builtins) lacks what interactive Python adds, and notebooks
_OTHER_BUILTINS = frozenset(dir(builtins)) - _BUILTINS | frozenset(
    "copyright credits display exit get_ipython help license quit".split()
)
_MODULES = {
    "collections": frozenset("Counter OrderedDict defaultdict deque".split()),
    "functools": frozenset("cmp_to_key reduce".split()),
    "itertools": frozenset(dir(itertools)),
    "math": frozenset(dir(math)),
    "typing": frozenset(
        "Any Dict Iterable Iterator List Optional Sequence Set Tuple Union".split()
    ),
}
_CONTAINERS = (list, tuple, dict, set, frozenset, str, int, float, collections.Counter)
_ATTRIBUTES = frozenset(
    name for kind in (*_CONTAINERS, collections.deque) for name in dir(kind)
).union(*_MODULES.values()) - {"format", "format_map"}  # which reach attributes by a text
_TAKEN = _BUILTINS.union(keyword.kwlist, keyword.softkwlist)
_REFUSED = (_OTHER_BUILTINS | {"async", "await", "class", "with"}) - {"None", "True", "False"}
_WORDS = frozenset((tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP))
_TEXTS = frozenset((tokenize.NAME, tokenize.NUMBER, tokenize.STRING))
_PLACES = frozenset((tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE))
_OPEN, _CLOSED = frozenset("([{"), frozenset(")]}")
_COMPARES = frozenset(("==", "!=", "<=", ">="))
_BETWEEN = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER))
_GOES_ON = frozenset("case elif else except finally".split())  # with the statement before it
# Python refuses thousands of digits, and what begins with a zero, as not every reader of it does
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,99})(\.[0-9]{0,99})?")


class Program(NamedTuple):
    """What a submission does, by a digest, and what it does not: names and lines."""

    digest: bytes
    unread: frozenset[str]  # constants that no line of it reads
    rows: dict[str, list[int]]  # of each file: in which line each word stands that is not idle

    def span(self, file: str, line: int) -> Span | None:
        """Say which words stand in a line; None where it has none."""
        found = [number for number, row in enumerate(self.rows.get(file, ())) if row == line]
        return Span(file, line, found[0], found[-1]) if found else None

    def line_of(self, span: Span) -> int | None:
        """Say in which line these words stand here; None where they stand in several."""
        rows = self.rows[span.file]
        return rows[span.first] if rows[span.first] == rows[span.last] else None


class _Word(NamedTuple):
    kind: int
    text: str
    row: int


class _Line(NamedTuple):
    """A logical line, by how many blocks it lies in."""

    depth: int
    words: Sequence[_Word]

    def texts(self) -> list[str]:
        return [word.text for word in self.words]


class _NotPlain(Exception):
    """A program uses what is not in the lists."""


@functools.lru_cache(maxsize=4)
def program_of(files: tuple[tuple[str, bytes], ...]) -> Program | None:
    """Tell what a submission's files do, by their names; None where it may be like no other."""
    written, unread, rows = [], set[str](), dict[str, list[int]]()
    try:
        for name, source in sorted(files):
            lines = list(_lines(_text(name, source)))
            for line in lines:
                _look(line)
            lines, constants = _without_idle(lines)
            written.append((name, _renamed(lines)))
            rows[name] = [word.row for line in lines for word in line.words]
            unread |= constants
    except _NotPlain:
        return None
    digest = hashlib.sha256(msgspec.msgpack.encode(written)).digest()
    return Program(digest, frozenset(unread), rows)


def _text(name: str, source: bytes) -> str:
    module, _, ending = name.rpartition(".")
    if ending != "py" or module in _MODULES or len(source) > _LONGEST_BYTES or is_notebook(source):
        raise _NotPlain
    try:
        text = source.decode()
    except UnicodeDecodeError:
        raise _NotPlain from None
    rows = text.split("\n")
    # tabs, form feeds and returns are counted otherwise by one reader than by another
    if any(char < " " and char != "\n" for char in text) or text.startswith("\ufeff"):
        raise _NotPlain
    if any(row.endswith("\\") for row in rows) or any("coding" in row for row in rows[:2]):
        raise _NotPlain
    return text


def _lines(text: str) -> Iterator[_Line]:
    depth, words = 0, list[_Word]()
    for word in _words(text):
        if word.kind in _WORDS:
            words.append(word)
        elif word.kind == tokenize.NEWLINE:
            if words:
                yield _Line(depth, words)
            words = []
        elif word.kind in _PLACES:
            depth += 1 if word.kind == tokenize.INDENT else -1
        elif word.kind not in _BETWEEN:
            raise _NotPlain


def _words(text: str) -> Iterator[_Word]:
    """Cut a text; raise _NotPlain where Python may cut it otherwise."""
    before = None  # where a word ended
    try:
        read = io.StringIO(text, newline="\n").readline
        for kind, found, begin, end, _ in tokenize.generate_tokens(read):
            if kind == tokenize.STRING and "f" in _prefix(found):
                raise _NotPlain  # it names variables, and holds whatever else
            if kind in _TEXTS and begin == before:
                raise _NotPlain  # as in `0or`, where Python reads the beginning of an octal number
            before = end if kind in _TEXTS else None
            yield _Word(kind, found, begin[0])
    except (tokenize.TokenError, SyntaxError):
        raise _NotPlain from None


def _without_idle(lines: list[_Line]) -> tuple[list[_Line], set[str]]:
    """Leave out what does nothing; name the constants among it."""
    used = collections.Counter(
        word.text for line in lines for word in line.words if word.kind == tokenize.NAME
    )
    kept, unread, after = list[_Line](), set[str](), None
    for line in reversed(lines):
        name = _constant(line)
        is_constant, is_text = used[name] == 1, _is_text(line)
        if _may_go(line, after) and (is_constant or is_text):
            unread |= {name} if is_constant else set()
            continue
        after = _Line(line.depth, [line.words[0]._replace(text='""')]) if is_text else line
        kept.append(after)
    return kept[::-1], unread


def _may_go(line: _Line, after: _Line | None) -> bool:
    """Whether Python reads the file both with and without this line, or neither."""
    if after is None:
        return line.depth == 0
    return after.depth == line.depth and after.words[0].text not in _GOES_ON


def _is_text(line: _Line) -> bool:
    return len(line.words) == 1 and line.words[0].kind == tokenize.STRING and _is_value(*line.words)


def _constant(line: _Line) -> str:
    """Name what a line at the top gives a number or a text to; "" for any other line."""
    if line.depth or len(line.words) != 3:
        return ""
    name, sign, value = line.words
    is_plain = sign.text == "=" and _is_value(value)
    return name.text if is_plain and _is_free(name) and not name.text.startswith("_") else ""


def _is_value(word: _Word) -> bool:
    """Whether a word is a number or a text that Python is certain to read."""
    if word.kind == tokenize.NUMBER:
        return bool(_NUMBER.fullmatch(word.text))
    is_plain = word.kind == tokenize.STRING and _prefix(word.text) in ("", "r", "u")
    return is_plain and "\\" not in word.text


def _is_free(word: _Word) -> bool:
    return word.kind == tokenize.NAME and word.text not in _TAKEN


def _renamed(lines: Sequence[_Line]) -> list[tuple[int, list[str | int]]]:
    """Write lines with numbers for local variables, in order of appearance."""
    numbers: dict[str, int] = {}
    local = _local_names(lines)
    return [
        (
            line.depth,
            [
                numbers.setdefault(text, len(numbers)) if text in local else text
                for text in line.texts()
            ],
        )
        for line in lines
    ]


def _local_names(lines: Sequence[_Line]) -> set[str]:
    """Name the variables of functions, as far as nobody else can know them by their names."""
    fixed, bound = set[str](), set[str]()
    function = -1  # how deep the function begins in which a line lies; not in any: -1
    for line in lines:
        if line.depth <= function:
            function = -1
        in_function = function >= 0
        fixed |= _fixed(line) if in_function else set(line.texts())
        bound |= _bound(line)
        if not in_function and line.words[0].text == "def":
            function = line.depth
    return bound - fixed


def _look(line: _Line) -> None:
    """Raise _NotPlain for a line that uses what is not in the lists."""
    texts = line.texts()
    if texts[0] in ("import", "from"):
        return _look_at_import(texts)
    if texts[0] == "@" or "import" in texts or (texts[0] == "except" and "as" in texts):
        raise _NotPlain  # the text of an error may hold a name; what decorates may look at one
    if _sets_attribute(texts):
        raise _NotPlain  # a library may hand over a frame, whose text holds a line
    for before, word in zip(("", *texts), line.words, strict=False):
        if word.kind == tokenize.NAME:
            _look_at_name(word.text, is_attribute=before == ".")
    return None


def _look_at_import(texts: Sequence[str]) -> None:
    module, names = "".join(texts[1:2]), set(texts[3:]) - {"(", ")", ","}
    if module not in _MODULES or texts[2:3] not in ([], ["import"]):
        raise _NotPlain
    if not names <= _MODULES[module]:
        raise _NotPlain


def _look_at_name(name: str, *, is_attribute: bool) -> None:
    if not name.isascii() or name.startswith("__") or name in _REFUSED:
        raise _NotPlain
    if is_attribute and name not in _ATTRIBUTES:
        raise _NotPlain


def _prefix(text: str) -> str:
    """Give the letters before the quote with which a text begins, and ends."""
    return text.partition(text[-1])[0].lower()


def _fixed(line: _Line) -> set[str]:
    """Name what others may know by its name: parameters, attributes, what is given by keyword."""
    texts = line.texts()
    if {"def", "lambda", "global", "nonlocal", "import"} & set(texts):
        return set(texts)
    names = {word.text for word in line.words if not _is_free(word) or word.text.startswith("_")}
    inside = 0
    for before, text, after in zip(("", *texts), texts, (*texts[1:], ""), strict=False):
        inside += (text in _OPEN) - (text in _CLOSED)
        if before == "." or (after == "=" and inside):
            names.add(text)
    return names


def _bound(line: _Line) -> set[str]:
    """Name what a line plainly gives a value to."""
    texts = line.texts()
    return {texts[place] for place in _targets(texts)}


def _targets(texts: Sequence[str]) -> set[int]:
    """Say which words of a line stand where what gets a value stands, and maybe more."""
    found = set[int]()
    inside, ends, is_target = 0, 0, False
    for place, text in enumerate(texts):
        inside += (text in _OPEN) - (text in _CLOSED)
        is_target = text == "for" or (is_target and text != "in")
        if is_target or texts[place + 1 : place + 2] == [":="]:
            found.add(place)
        if not inside and text.endswith("=") and text not in _COMPARES:
            ends = place
    return found.union(range(ends))


def _sets_attribute(texts: Sequence[str]) -> bool:
    """Whether a line may put something in the place of what others use, as of `math.sqrt`."""
    if "." not in texts:
        return False
    dots = (place for place in _targets(texts) if texts[place] == ".")
    return "del" in texts or any(texts[place + 2 : place + 3] != ["("] for place in dots)
