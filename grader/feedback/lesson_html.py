"""Turns a lesson's Markdown and pictures into markup that can do nothing but be read."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.anchors.index import anchors_plugin, slugify
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from grader.feedback.formulas import to_mathml
from grader.model.text import printable

MAX_BYTES = 2 * 1024 * 1024
_KINDS = {
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".webp": "webp",
    ".svg": "svg+xml",  # a browser runs and loads nothing in a drawing that is an image
}
_MATHML = (
    "math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle mpadded mphantom menclose msub "
    "msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd"
).split()
_MATHML_ATTRIBUTES = set(
    "display displaystyle scriptlevel stretchy symmetric largeop movablelimits lspace rspace "
    "minsize maxsize form accent accentunder linethickness width height depth voffset mathvariant "
    "notation".split()
)
_ATTRIBUTES = {
    "*": {"class", "id", "tabindex"},
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    **dict.fromkeys(_MATHML, _MATHML_ATTRIBUTES),
}
_LINKS = ("http://", "https://", "mailto:")
_SCROLLED = '<div class="{}" tabindex="0">{}</div>\n'  # a keyboard can scroll it, too
# Only choose between two drawings of the character before them.
_DRAWINGS = dict.fromkeys((0xFE0E, 0xFE0F))


def parser() -> MarkdownIt:
    """Return a parser of CommonMark with tables and formulas in dollars; HTML is text to it.

    A price is no formula: dollars that stand before a space or after a digit are text.
    """
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
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


def words_of(tokens: Sequence[Token] | None) -> str:
    """Return running text without any markup, as a picture's description is."""
    return " ".join(RendererHTML().renderInlineAsText(tokens, parser().options, {}).split())


def to_html(
    markdown: str,
    *,
    images: Mapping[str, bytes] | None = None,
    name: str = "text",
    without_title: bool = False,
) -> Markup:
    """Return the lesson as markup for inside a `lesson-text` element.

    `images` are the pictures beside the text, by the names that it gives them; others become
    their descriptions. The page's policy has to allow pictures from `data:` addresses. Ids begin
    with the name, so that they are none of the page's own.
    """
    renderer = _renderer(name)
    tokens = renderer.parse(readable(markdown))
    if without_title and tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]  # opening, words, closing
    environment = {"images": images or {}}
    made = renderer.renderer.render(tokens, renderer.options, environment)
    return Markup(_cleaner(name).clean(made))  # noqa: S704 - it has just been cleaned


@lru_cache(8)
def _renderer(name: str) -> MarkdownIt:
    made = parser().use(
        anchors_plugin, max_level=6, slug_func=lambda title: f"{name}-{slugify(title)}"
    )
    rules: dict[str, Callable[..., str]] = {
        "math_inline": lambda _, tokens, at, *__: to_mathml(tokens[at].content, block=False),
        "math_inline_double": lambda _, tokens, at, *__: to_mathml(tokens[at].content, block=False),
        "math_block": lambda _, tokens, at, *__: _SCROLLED.format(
            "formula", to_mathml(tokens[at].content, block=True)
        ),
        "fence": _code,
        "code_block": _code,
        "image": _picture,
        "table_open": lambda *_: '<div class="scroll" tabindex="0"><table>\n',
        "table_close": lambda *_: "</table></div>\n",
    }
    for kind, rule in rules.items():
        made.add_render_rule(kind, rule)
    return made


@cache
def _cleaner(name: str) -> nh3.Cleaner:
    def kept(_: str, attribute: str, value: str) -> str | None:
        if attribute == "href" and value.startswith("#"):
            return f"#{name}-{value[1:].lower()}"
        if attribute == "href":  # a link to another file would lead nowhere
            return value if value.lower().startswith(_LINKS) else None
        if attribute == "src":
            return value if value.startswith("data:image/") else None
        return value

    return nh3.Cleaner(
        tags=nh3.ALLOWED_TAGS | set(_MATHML),
        attributes=_ATTRIBUTES,
        attribute_filter=kept,
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def _code(_: object, tokens: Sequence[Token], place: int, *__: object) -> str:
    code = f"<pre><code>{escape(tokens[place].content)}</code></pre>"
    return _SCROLLED.format("excerpt", code)


def _picture(
    _: object,
    tokens: Sequence[Token],
    place: int,
    __: object,
    environment: Mapping[str, Mapping[str, bytes]],
) -> str:
    """Show a picture that lies beside the text, of others their descriptions."""
    description = escape(words_of(tokens[place].children))
    address = str(tokens[place].attrs.get("src", ""))
    name = normpath(unquote(address).split("?")[0].split("#")[0])
    kind = _KINDS.get(PurePosixPath(name).suffix.lower())
    content = environment["images"].get(name)
    if kind is None or content is None or len(content) > MAX_BYTES:
        return description
    encoded = b64encode(content).decode()
    return f'<img src="data:image/{kind};base64,{encoded}" alt="{description}">'
