"""Puts a lesson's pictures into its page; refuses what is none and what could do more."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from posixpath import normpath
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

MAX_BYTES = 2 * 1024 * 1024
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
ElementTree.register_namespace("", _SVG.strip("{}"))
_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF87a": "gif", b"GIF89a": "gif"}
_DRAWN = frozenset(
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text "
    "tspan textPath linearGradient radialGradient stop clipPath mask pattern marker".split()
)
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*>", re.IGNORECASE)
_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY|ATTLIST|ELEMENT)", re.IGNORECASE)
_REACHES_OUT = re.compile(
    r"@import|url\s*\((?!\s*['\"]?#)|\\|javascript:|expression", re.IGNORECASE
)
_DEEPEST = 100


def picture_address(address: str, pictures: Mapping[str, bytes]) -> str | None:
    """Return a `data:` address of the picture that lies there, if it is one that can be shown."""
    name = normpath(unquote(address).split("?")[0].split("#")[0])
    content = pictures.get(name)
    if content is None or len(content) > MAX_BYTES:
        return None
    kind = _kind(content)
    if kind is None:
        content, kind = clean_svg(content) or b"", "svg+xml"
    return f"data:image/{kind};base64,{b64encode(content).decode()}" if content else None


def clean_svg(content: bytes) -> bytes | None:
    """Return a drawing that neither runs nor loads anything; nothing if it is no drawing."""
    try:
        text = _DOCTYPE.sub("", content.decode("utf-8-sig"), count=1)
        if _DECLARES.search(text):
            return None
        root = ElementTree.fromstring(text)  # noqa: S314 - what declares entities is refused
    except (ElementTree.ParseError, LookupError, ValueError):
        return None
    if root.tag != f"{_SVG}svg" or _depth(root) > _DEEPEST:
        return None
    for element in list(root.iter()):
        _clean(element)
    return ElementTree.tostring(root, encoding="unicode").encode()


def _kind(content: bytes) -> str | None:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)


def _clean(element: Element) -> None:
    for child in list(element):
        if not _is_harmless(child):
            element.remove(child)
    for name in list(_unwanted(element)):
        del element.attrib[name]


def _is_harmless(element: Element) -> bool:
    if not isinstance(element.tag, str) or element.tag.removeprefix(_SVG) not in _DRAWN:
        return False
    is_style = element.tag == f"{_SVG}style"
    return not (is_style and _REACHES_OUT.search("".join(element.itertext())))


def _unwanted(element: Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        plain = name.lower()
        is_link = plain == "href" or name == _LINK
        is_foreign = name.startswith("{") and name != _LINK
        leads_out = is_link and not value.startswith("#")
        if leads_out or is_foreign or plain.startswith("on") or _REACHES_OUT.search(value):
            yield name


def _depth(root: Element) -> int:
    level, depth = [root], 0
    while level:
        level = [child for element in level for child in element]
        depth += 1
    return depth
