"""Turns a LaTeX formula into MathML for pages, or into a line of text for terminals."""

import re
from functools import cache
from html import escape

from math_core import LatexError, LatexToMathML

from grader.model.text import printable

MAX_CHARACTERS = 4000
MAX_BRACES_DEEP = 100
# The converter recurses on the C stack, so what nests is bounded before it is called: each
# command may nest one level deeper, and a definition may nest without end.
MAX_COMMANDS = 300
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_DEFINITION = re.compile(r"\\(?:(?:new|renew|provide)command|g?def|let|global)(?![A-Za-z])")

_INSIDE = r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}"  # of braces, which may hold braces once more
_TEXT = re.compile(rf"\\(?:mathrm|text|operatorname){_INSIDE}")
_FRACTION = re.compile(rf"\\[dt]?frac{_INSIDE}{_INSIDE}")
_CHOICE = re.compile(rf"\\binom{_INSIDE}{_INSIDE}")
_SINGLE = re.compile(r"[\w.|]+")  # needs no brackets beside a slash
_LAYOUT = re.compile(r"\\(?:begin|end)\{\w+\*?\}|\\(?:left|right)(?![A-Za-z])\.?|&|\\[,;:! ]")
_SIGNS = {
    "sum": "Σ",
    "prod": "Π",
    "sqrt": "√",
    "cdot": "·",
    "times": "×",
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "approx": "≈",
    "in": "∈",
    "cap": "∩",
    "cup": "∪",
    "infty": "∞",
    "to": "→",
    "ldots": "…",
    "mid": "|",
    "alpha": "α",
    "kappa": "κ",
    "quad": " ",
    "qquad": " ",
}


def to_mathml(latex: str, *, block: bool) -> str:
    """Return a `math` element; a formula that cannot be converted becomes code."""
    if _is_convertible(latex):
        try:
            return _converter().convert_with_local_state(latex, displaystyle=block)
        except LatexError:
            pass
    code = f'<code class="formula">{escape(printable(latex.strip()))}</code>'
    return f"<pre>{code}</pre>" if block else code


def _is_convertible(latex: str) -> bool:
    if len(latex) > MAX_CHARACTERS or printable(latex) != latex or _DEFINITION.search(latex):
        return False
    depth = deepest = 0
    for each in latex:
        depth += (each in "{[(") - (each in "}])")
        deepest = max(deepest, depth)
    return deepest <= MAX_BRACES_DEEP and len(_COMMAND.findall(latex)) <= MAX_COMMANDS


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False, max_expansions=100)


def to_text(latex: str) -> str:
    """Write a formula on lines of text: fractions with a slash, commands by sign or name."""
    if not _is_convertible(latex):
        return " ".join(printable(latex).split())
    return "\n".join(map(_row_text, latex.split("\\\\")))


def _row_text(row: str) -> str:
    row, before = _LAYOUT.sub(" ", row), ""
    while row != before:  # from the innermost outwards
        before = row
        row = _TEXT.sub(r"\1", row)
        row = _FRACTION.sub(lambda one: f"{_bracketed(one[1])} / {_bracketed(one[2])}", row)
        row = _CHOICE.sub(r"(\1 choose \2)", row)
    row = _COMMAND.sub(lambda one: _SIGNS.get(one[1], one[1]), row)
    return " ".join(row.split())


def _bracketed(part: str) -> str:
    return part if _SINGLE.fullmatch(part) else f"({part})"
