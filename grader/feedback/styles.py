"""Picks of the house's style sheet what a page uses, so that a page by itself stays small."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from markupsafe import Markup

_SHEETS = ("page.css", "map.css", "lesson_text.css")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(
    r"(?P<media>@media[^{]*)\{(?P<inner>(?:[^{}]+\{[^{}]*\})*)\s*\}"
    r"|(?P<selectors>[^{}]+)\{(?P<declarations>[^{}]*)\}"
)
_SPACED = re.compile(r'("[^"]*")|\s*([{};,>]|:(?=\s))\s*')  # texts keep their spaces
# What says when or where a rule holds, but not of which elements and classes.
_CONDITIONS = re.compile(r"\([^()]*\)|\[[^\]]*\]|::?[\w-]+|#[\w-]+")
_NAMES = re.compile(r"\.[\w-]+|(?<![\w-])[a-z]\w*")
_ELEMENTS = re.compile(r"<([a-z]\w*)")
_CLASSES = re.compile(r' class="([^"]*)"')
_MOST_KEPT = 256  # pages of a class are alike: few of them differ in what they use


@dataclass(frozen=True)
class _Rule:
    media: str  # "" where it holds on every medium
    needs: tuple[frozenset[str], ...]  # names that a page must have, for each of its selectors
    text: str


def used_styles(body: str) -> Markup:
    """Return the rules that can hold for something in the body of a page, in their order."""
    classes = {f".{name}" for value in _CLASSES.findall(body) for name in value.split()}
    return _styles_for(frozenset({"html", *_ELEMENTS.findall(body), *classes}))


def house_styles() -> str:
    """Return the whole style sheet, as its files have it."""
    folder = files("grader.feedback").joinpath("templates")
    return "\n".join(folder.joinpath(name).read_text("utf-8") for name in _SHEETS)


@lru_cache(_MOST_KEPT)
def _styles_for(names: frozenset[str]) -> Markup:
    lines, media = [], ""
    for rule in _rules():
        if not any(needed <= names for needed in rule.needs):
            continue
        if rule.media != media:
            lines += ["}"] * bool(media) + [f"{rule.media}{{"] * bool(rule.media)
            media = rule.media
        lines.append(rule.text)
    lines += ["}"] * bool(media)
    return Markup("\n".join(lines))  # noqa: S704 # our own style sheet


@cache
def _rules() -> tuple[_Rule, ...]:
    rules = []
    for block in _BLOCK.finditer(_COMMENT.sub("", house_styles())):
        if block["media"]:
            media = _short(block["media"])
            rules += [_rule(media, one) for one in _BLOCK.finditer(block["inner"])]
        else:
            rules.append(_rule("", block))
    return tuple(rules)


def _rule(media: str, block: re.Match[str]) -> _Rule:
    selectors = _CONDITIONS.sub("", block["selectors"]).split(",")
    needs = tuple(frozenset(_NAMES.findall(one)) for one in selectors)
    declarations = _short(block["declarations"]).rstrip(";")
    return _Rule(media, needs, f"{_short(block['selectors'])}{{{declarations}}}")


def _short(text: str) -> str:
    return _SPACED.sub(r"\1\2", text.strip())
