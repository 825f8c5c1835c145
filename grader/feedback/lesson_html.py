"""Turns a lesson's Markdown and pictures into markup that can do nothing but be read."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.anchors.index import anchors_plugin, slugify
from msgspec import Struct, field
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from grader.feedback.formulas import to_mathml
from grader.feedback.lesson_markdown import (
    alignment,
    is_link,
    link_of,
    parser,
    readable,
    words_of,
)

MAX_BYTES = 2 * 1024 * 1024
_KINDS = {
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".webp": "webp",
    ".svg": "svg+xml",  # a browser runs and loads nothing in a drawing that is an image
}
_LONGEST_COLOURED = 20_000  # characters; beyond, colours would cost more than they tell
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
_OPENING = re.compile(r"[(\[{„“‘\"']+$")
_CLOSING = re.compile(r"^[)\]}.,;:!?…”’\"'%]+")
_COURSE_PAGE = "../README.md"  # as a lesson's text links to it; the map holds it as "about"
_SCROLLED = '<div class="{}" tabindex="0">{}</div>\n'  # a keyboard can scroll it, too


class LessonText(Struct, frozen=True):
    """The Markdown of one lesson, and the pictures that it names."""

    markdown: str
    pictures: Mapping[str, bytes] = field(default_factory=dict)


def to_html(
    markdown: str,
    *,
    images: Mapping[str, bytes] | None = None,
    name: str = "lesson",
    below: int = 0,
) -> Markup:
    """Return the lesson as markup for inside a `lesson-text` element.

    `images` are the pictures beside the text, by the names that it gives them; others become
    their descriptions. The page's policy has to allow pictures from `data:` addresses. Ids begin
    with the name. Below a heading of that level, which gives the lesson's title, the text's own
    title is left out and its other headings are of deeper levels.
    """
    renderer = _renderer(name)
    tokens = renderer.parse(readable(markdown))
    if below and tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]  # opening, words, closing
    for token in tokens:
        if below and token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) - 1 + below)}"
        _settle_links(token.children or (), name)
        _keep_together(token.children or ())
    environment = {"images": images or {}}
    cleaned = _cleaner().clean(renderer.renderer.render(tokens, renderer.options, environment))
    return Markup(cleaned)  # noqa: S704 - it has just been cleaned


@lru_cache(64)
def _renderer(name: str) -> MarkdownIt:
    made = parser().use(
        anchors_plugin, max_level=6, slug_func=lambda title: f"{name}-{slugify(title)}"
    )
    rules: dict[str, Callable[..., str]] = {
        "math_inline": _formula,
        "math_inline_double": _formula,
        "math_block": lambda _, tokens, place, *__: _SCROLLED.format(
            "formula", to_mathml(tokens[place].content, block=True)
        ),
        "fence": _code,
        "code_block": _code,
        "image": _picture,
        "table_open": lambda *_: '<div class="scroll" tabindex="0"><table>\n',
        "table_close": lambda *_: "</table></div>\n",
        "th_open": _cell,
        "td_open": _cell,
    }
    for kind, rule in rules.items():
        made.add_render_rule(kind, rule)
    return made


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=nh3.ALLOWED_TAGS | set(_MATHML),
        attributes=_ATTRIBUTES,
        attribute_filter=_kept,
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def _kept(_: str, name: str, value: str) -> str | None:
    if name == "href":
        return value if is_link(value) else None
    if name == "src":
        return value if value.startswith("data:image/") else None
    return value


def _settle_links(tokens: Sequence[Token], prefix: str) -> None:
    """Hide links that lead nowhere, and lead those within the page to their headings."""
    is_hidden = False  # links do not nest
    for token in tokens:
        if token.type == "link_open":
            address = link_of(token)
            is_hidden = not is_link(address) and address != _COURSE_PAGE
            if address == _COURSE_PAGE:
                token.attrSet("href", "#about")
            elif address.startswith("#"):
                token.attrSet("href", f"#{prefix}-{address[1:].lower()}")
        if token.type in ("link_open", "link_close"):
            token.hidden = is_hidden


def _keep_together(tokens: Sequence[Token]) -> None:
    """Give a formula the brackets and stops beside it, which browsers part from it at a line's end.

    A word joiner does not help: Chromium breaks a line before and after any formula.
    """
    for place, token in enumerate(tokens):
        if token.type.startswith("math_inline"):
            before, after = tokens[place - 1 : place], tokens[place + 1 : place + 2]
            token.meta = {
                "before": _taken(_OPENING, before),
                "after": _taken(_CLOSING, after),
            }


def _taken(pattern: re.Pattern[str], beside: Sequence[Token]) -> str:
    found = pattern.search(beside[0].content) if beside and beside[0].type == "text" else None
    if found is None:
        return ""
    beside[0].content = pattern.sub("", beside[0].content)
    return found[0]


def _formula(_: object, tokens: Sequence[Token], place: int, *__: object) -> str:
    formula = to_mathml(tokens[place].content, block=False)
    before, after = (escape(tokens[place].meta[name]) for name in ("before", "after"))
    return f'<span class="whole">{before}{formula}{after}</span>' if before or after else formula


def _code(_: object, tokens: Sequence[Token], place: int, *__: object) -> str:
    token = tokens[place]
    code = _coloured(token.content, token.info.partition(" ")[0])
    return _SCROLLED.format("excerpt", f"<pre><code>{code}</code></pre>")


def _coloured(code: str, language: str) -> str:
    if not language or len(code) > _LONGEST_COLOURED:
        return escape(code)
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(code)
    return highlight(code, lexer, HtmlFormatter(nowrap=True, classprefix="code-"))


def _picture(
    _: object,
    tokens: Sequence[Token],
    place: int,
    __: object,
    environment: Mapping[str, Mapping[str, bytes]],
) -> str:
    """Show a picture that lies beside the text, of others their descriptions."""
    description = escape(words_of(tokens[place].children))
    name = normpath(unquote(link_of(tokens[place])).split("?")[0].split("#")[0])
    kind = _KINDS.get(PurePosixPath(name).suffix.lower())
    content = environment["images"].get(name)
    if kind is None or content is None or len(content) > MAX_BYTES:
        return description
    encoded = b64encode(content).decode()
    return f'<img src="data:image/{kind};base64,{encoded}" alt="{description}">'


def _cell(_: object, tokens: Sequence[Token], place: int, *__: object) -> str:
    token = tokens[place]
    side = alignment(token)
    return f"<{token.tag}>" if side == "left" else f'<{token.tag} class="{side}">'
