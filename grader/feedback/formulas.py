"""Turns a LaTeX formula into MathML or into plain text; what it cannot turn it gives back."""

import re
from functools import cache
from html import escape, unescape
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

from grader.feedback.formula_text import lines_of
from grader.model.text import printable

MAX_CHARACTERS = 4000
MAX_BRACES_DEEP = 100
# The converter recurses on the C stack, so what nests is bounded before it is called: each
# command may nest one level deeper, and a definition may nest without end.
MAX_COMMANDS = 300
_COMMAND = re.compile(r"\\[A-Za-z]+")
_DEFINITION = re.compile(r"\\(?:(?:new|renew|provide)command|g?def|let|global)(?![A-Za-z])")
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot);)[A-Za-z]+;")
_STYLE = re.compile(r' style="([^"]*)"')
# The converter makes three dots of these, which as text would look like factors.
_DOTS_IN_A_SUM = re.compile(r"\\dots(?=\s*[-+*=<>])")
_DEEPEST_TREE = 80


def to_mathml(latex: str, *, block: bool) -> str:
    """Return a `math` element without styles; a formula beyond the converter becomes code."""
    converted = _convert(latex, block=block)
    if converted is None:
        code = f'<code class="formula">{escape(printable(latex.strip()))}</code>'
        return f"<pre>{code}</pre>" if block else code
    # Its lines over and below a term are a combining character, which browsers put beside it.
    for place, line in (("mover", "\u203e"), ("munder", "_")):
        converted = converted.replace(f"\u0332</mo></{place}>", f"{line}</mo></{place}>")
    return _STYLE.sub(_as_class, converted)


def to_lines(latex: str, *, block: bool, ascii_only: bool = False) -> list[str]:
    """Return a formula as a line of text; a block of several rows has a line for each.

    A formula beyond the converter is given as it was written.
    """
    tree = _parse(_DOTS_IN_A_SUM.sub(r"\\cdots", latex), block=block)
    if tree is None:
        return [" ".join(printable(latex).split())]
    return lines_of(tree, block=block, ascii_only=ascii_only)


def _convert(latex: str, *, block: bool) -> str | None:
    if not _is_convertible(latex):
        return None
    try:
        return _converter().convert_with_local_state(latex, displaystyle=block)
    except LatexError:
        return None


def _is_convertible(latex: str) -> bool:
    if len(latex) > MAX_CHARACTERS or printable(latex) != latex or _DEFINITION.search(latex):
        return False
    return _braces_deep(latex) <= MAX_BRACES_DEEP and len(_COMMAND.findall(latex)) <= MAX_COMMANDS


def _braces_deep(latex: str) -> int:
    depth = deepest = 0
    for each in latex:
        depth += (each in "{[(") - (each in "}])")
        deepest = max(deepest, depth)
    return deepest


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False, max_expansions=100)


def _as_class(style: re.Match[str]) -> str:
    # A strict policy forbids styles, so columns are aligned by the style sheet.
    rules = style[1]
    side = next((side for side in ("left", "right") if f"text-align: {side}" in rules), None)
    apart = " apart" if "padding-left:1em" in rules else ""
    return f' class="{side}{apart}"' if side else ""


def _parse(latex: str, *, block: bool) -> ElementTree.Element | None:
    converted = _convert(latex, block=block)
    if converted is None:
        return None
    text = _ENTITY.sub(lambda entity: unescape(entity[0]), converted)
    try:
        tree = ElementTree.fromstring(text)  # noqa: S314 - the converter's own: no declarations
    except ElementTree.ParseError:
        return None
    return tree if depth_of(tree) <= _DEEPEST_TREE else None


def depth_of(tree: ElementTree.Element) -> int:
    """Count the levels of a tree, however deep it is."""
    level, depth = [tree], 0
    while level:
        level = [child for element in level for child in element]
        depth += 1
    return depth
