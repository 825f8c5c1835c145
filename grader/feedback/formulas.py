"""Turns a LaTeX formula into MathML or into plain text; what it cannot turn it gives back."""

import logging
import re
import unicodedata
from functools import cache
from html import escape

from math_core import LatexError, LatexToMathML
from pylatexenc import latex2text, latexwalker
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec
from pylatexenc.latexwalker import LatexMacroNode, LatexWalker, LatexWalkerError
from pylatexenc.macrospec import LatexContextDb, std_macro

from grader.model.text import printable

MAX_CHARACTERS = 4000
MAX_BRACES_DEEP = 100
# The converter recurses on the C stack, so what nests is bounded before it is called: each
# command may nest one level deeper, and a definition may nest without end.
MAX_COMMANDS = 300
logging.getLogger("pylatexenc").addHandler(logging.NullHandler())  # a student's screen is no log
_COMMAND = re.compile(r"\\[A-Za-z]+")
_DEFINITION = re.compile(r"\\(?:(?:new|renew|provide)command|g?def|let|global)(?![A-Za-z])")
_STYLE = re.compile(r' style="([^"]*)"')

_FRACTIONS = ("frac", "dfrac", "tfrac", "binom")
# Says how large something is or where it stands, which a line of text cannot show.
_LAYOUT = re.compile(
    r"\\(?:(?:left|right)\s*\.?|(?:[bB]igg?[lrm]?|(?:no)?limits|operatorname\*?)(?![A-Za-z]))"
)
_FUNCTION = re.compile(r"\\(arg|det|exp|gcd|inf|lim|ln|log|max|min|Pr|sup)\s+(?=[\w\\])")
# Commands that pylatexenc does not know, and the signs of operators.
_MORE = dict(
    zip(
        "ne neg land lor gets implies iff bmod mid".split(),
        "≠ ¬ ∧ ∨ ← ⇒ ⇔ mod |".split(),
        strict=True,
    )
)
# Below and above the line Unicode has these characters alone (no q below, for one).
_BELOW = dict(
    zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_ABOVE = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyz⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ",
        strict=True,
    )
)
_LONGEST_SCRIPT = 4  # characters that are still easy to read below or above the line
# What is rarely in a terminal's font, or looks like something else there.
_CLEARER = str.maketrans("-∑∏⋅∣∥∗'", "−ΣΠ·|‖*′")
# A fraction has marks around it until what stands beside it is known; `printable` text has none.
_BESIDE = re.compile(r"(?<=[\w)])\x02([^\x02\x03]*)\x03|\x02([^\x02\x03]*)\x03(?=[\w(√])")
_SCRIPT = re.compile(r"([_^])\s*(?:\{([^{}]*)\}|([^\s{}]))")
_BRACKETS = re.compile(r"\([^()]*\)|\{[^{}]*\}|\|[^|]*\|")
_SINGLE = re.compile(r"[\d.]*(?:\^\w?)?|[^\d\s+\-−·⋅×/=,<>\x02][^\s+\-−·⋅×/=,<>\x02]*")
_RELATION = re.compile(r"\s*([=<>≤≥≠≈≡∈→⇒·×∩∪])\s*")
_SIGN = re.compile(r"(?<=[\w)\]′…|!])\s*([+−±])\s*")
_SET = str.maketrans("_^", "\x04\x05")  # a script that stays in the line
_LAST = str.maketrans("❴❵\x04\x05", "{}_^", "{}")


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


def to_text(latex: str, *, has_scripts: bool = True) -> str:
    """Return a formula as text, a line for each row; what is wrong stays as it was written.

    Without scripts, what stands below or above the line has its sign before it, as in x_i.
    """
    source = _FUNCTION.sub(r"\\\1\\ ", _LAYOUT.sub("", latex))
    source = source.replace(r"\{", "❴").replace(r"\}", "❵")
    try:
        if _convert(latex, block=True) is None:
            raise ValueError(latex)
        nodes, *_ = LatexWalker(source, latex_context=_grammar()).get_latex_nodes()
        rows = _writer().nodelist_to_text(nodes).translate(_CLEARER).split("\n")
    except (LatexWalkerError, LookupError, RecursionError, TypeError, ValueError):
        return " ".join(printable(latex).split())
    lines = (_line(row, has_scripts=has_scripts) for row in rows)
    return unicodedata.normalize("NFC", "\n".join(line for line in lines if line))


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
    depth = deepest = 0
    for each in latex:
        depth += (each in "{[(") - (each in "}])")
        deepest = max(deepest, depth)
    return deepest <= MAX_BRACES_DEEP and len(_COMMAND.findall(latex)) <= MAX_COMMANDS


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False, max_expansions=100)


def _as_class(style: re.Match[str]) -> str:
    # A strict policy forbids styles, so columns are aligned by the style sheet.
    rules = style[1]
    side = next((side for side in ("left", "right") if f"text-align: {side}" in rules), None)
    apart = " apart" if "padding-left:1em" in rules else ""
    return f' class="{side}{apart}"' if side else ""


@cache
def _grammar() -> LatexContextDb:
    context = latexwalker.get_default_latex_context_db()
    macros = [std_macro(name, False, 2) for name in _FRACTIONS]
    context.add_context_category("fractions", macros=macros, prepend=True)
    return context


@cache
def _writer() -> LatexNodes2Text:
    context = latex2text.get_default_latex_context_db()
    macros = [MacroTextSpec(name, simplify_repl=_fraction) for name in _FRACTIONS]
    macros.append(MacroTextSpec("sqrt", simplify_repl=_root))
    macros.append(MacroTextSpec("overline", simplify_repl=_lined))
    macros += [MacroTextSpec(name, f" {sign} ") for name, sign in _MORE.items()]
    context.add_context_category("fractions", macros=macros, prepend=True)
    context.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=lambda node: node.macroname))
    return LatexNodes2Text(context, keep_braced_groups=True, keep_braced_groups_minlen=2)


def _fraction(node: LatexMacroNode, l2tobj: LatexNodes2Text) -> str:
    over, under = _arguments(node, l2tobj)
    if node.macroname == "binom":
        return f"({over} choose {under})"
    over, under = _bracketed(_spaced(over)), _bracketed(_spaced(under))
    bar = " / " if " " in over + under else "/"
    return f"\x02{over}{bar}{under}\x03"


def _root(node: LatexMacroNode, l2tobj: LatexNodes2Text) -> str:
    *index, inside = _arguments(node, l2tobj)
    return "".join(f"^{{{one.strip('[]')}}}" for one in index if one) + "√" + _bracketed(inside)


def _lined(node: LatexMacroNode, l2tobj: LatexNodes2Text) -> str:
    (inside,) = _arguments(node, l2tobj)
    return "".join(f"{each}\u0304" for each in inside)


def _arguments(node: LatexMacroNode, writer: LatexNodes2Text) -> list[str]:
    arguments = node.nodeargd.argnlist if node.nodeargd else ()  # none where braces are missing
    texts = (writer.nodelist_to_text([each]) if each else "" for each in arguments)
    return [text.removeprefix("{").removesuffix("}").strip() for text in texts]


def _bracketed(text: str) -> str:
    """Put brackets around what a fraction's line or a root's sign would part otherwise."""
    bare, before = text, ""
    while bare != before:
        before, bare = bare, _BRACKETS.sub("", bare)
    return text if _SINGLE.fullmatch(bare) else f"({text})"


def _line(row: str, *, has_scripts: bool) -> str:
    row, before = _spaced(row), ""
    while row != before:  # from the innermost outwards
        before = row
        row = _BESIDE.sub(r"(\1\2)", _SCRIPT.sub(lambda one: _script(one, has_scripts), row))
        row = re.sub("\x02([^\x02\x03]*)\x03", r"\1", row)
    return " ".join(row.translate(_LAST).split())


def _spaced(text: str) -> str:
    return _SIGN.sub(r" \1 ", _RELATION.sub(r" \1 ", text)).strip()


def _script(found: re.Match[str], has_scripts: bool) -> str:
    sign, text = found[1], found[2] or found[3] or ""
    bare = text if not has_scripts or re.search(r"\w\s+\w", text) else "".join(text.split())
    table = _BELOW if sign == "_" else _ABOVE
    is_word = sign == "_" and len(bare) > 2 and bare.isalpha()
    if has_scripts and not (is_word or len(bare) > _LONGEST_SCRIPT or set(bare) - set(table)):
        return "".join(table[each] for each in bare)
    return sign.translate(_SET) + (bare if len(bare) == 1 or bare.isalnum() else f"({bare})")
