"""Reads a lesson's Markdown into tokens; markup of HTML is text to it."""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from grader.model.text import printable

_LINK = re.compile(r"(?:https?://|mailto:|#)", re.IGNORECASE)
_ALIGNED = re.compile(r"text-align:(left|center|right)")
# Only choose between two drawings of the character before them.
_DRAWINGS = dict.fromkeys((0xFE0E, 0xFE0F))


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 - the library's names
        """Take every address: each door decides with `is_link` what to do with it."""
        return True


def parser() -> MarkdownIt:
    """Return a parser of CommonMark with tables, formulas in dollars and struck text.

    A price is no formula: dollars that stand before a space or after a digit are text.
    """
    made = _Parser("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    made.inline.ruler.at("math_inline", _inline_formula)
    return made


_formula_rule = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)


def _inline_formula(state: StateInline, silent: bool) -> bool:
    source = state.src
    # The rule asks what stands before the dollar, which for the first one is the text's end.
    state.src = f"{source} "
    try:
        return _formula_rule(state, silent)
    finally:
        state.src = source


def readable(source: str) -> str:
    """Return the source with what nobody could see spelled out."""
    return printable(source.removeprefix("\ufeff").translate(_DRAWINGS))


def is_link(address: str) -> bool:
    """Tell whether a link may be followed: to a web page, a mailbox or a heading."""
    return _LINK.match(address) is not None


def link_of(token: Token) -> str:
    """Return the address of a link or a picture as it was written."""
    return str(token.attrs.get("src" if token.type == "image" else "href", ""))


def alignment(token: Token) -> str:
    """Return where a table's cell puts its text: left, center or right."""
    found = _ALIGNED.match(str(token.attrs.get("style", "")))
    return found[1] if found else "left"


def words_of(tokens: Sequence[Token] | None) -> str:
    """Return running text without any markup, as a picture's description is."""
    return " ".join(RendererHTML().renderInlineAsText(tokens, parser().options, {}).split())
