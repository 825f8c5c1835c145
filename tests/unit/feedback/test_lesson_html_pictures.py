"""Pictures of a lesson can be looked at, and do nothing else."""

from base64 import b64decode

import pytest

from grader.feedback.lesson_html import MAX_BYTES, clean_svg, picture_address

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
)
HOSTILE = [
    SVG.format("", "<script>alert(1)</script>"),
    SVG.format('onload="alert(1)"', ""),
    SVG.format("", '<image href="https://example.org/alert"/>'),
    SVG.format("", '<a href="javascript:alert(1)"><text>x</text></a>'),
    SVG.format("", '<use xlink:href="https://example.org/alert#a"/>'),
    SVG.format(
        "", "<foreignObject><b xmlns='http://www.w3.org/1999/xhtml'>alert</b></foreignObject>"
    ),
    SVG.format("", "<style>@import url(https://example.org/alert)</style>"),
    SVG.format("", '<rect style="fill: url(https://example.org/alert)"/>'),
    SVG.format("", '<set attributeName="href" to="javascript:alert(1)"/>'),
    SVG.format("", "<g><g><script>alert(1)</script></g></g>"),
]
NONE = [
    b"no drawing",
    b"<html/>",
    b"<svg/>",
    b"\xff\xfe<",
    b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("", "&a;").encode(),
    SVG.format("", "<g>" * 200 + "</g>" * 200).encode(),
    SVG.format("", "").encode("utf-16"),
]


@pytest.mark.parametrize("drawing", HOSTILE)
def test_drawings_are_cleaned(drawing: str) -> None:
    """What could run or load something is taken out, the rest stays."""
    cleaned = clean_svg(drawing.encode())

    assert cleaned is not None
    assert b"alert" not in cleaned
    assert cleaned.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.parametrize("content", NONE)
def test_what_is_no_drawing_is_refused(content: bytes) -> None:
    """Other files, and drawings that declare entities, are not shown."""
    assert clean_svg(content) is None


def test_drawings_keep_what_is_drawn() -> None:
    """Shapes, texts, gradients within the drawing and its viewBox stay, a doctype does not."""
    drawing = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    drawing += SVG.format(
        'viewBox="0 0 9 9"',
        '<style>* { fill: url(#g) }</style><use xlink:href="#g"/><rect fill="url(#g)" x="1"/>',
    )

    cleaned = clean_svg(drawing.encode())

    assert cleaned is not None
    for part in (b'viewBox="0 0 9 9"', b"* { fill: url(#g) }", b'href="#g"', b'fill="url(#g)"'):
        assert part in cleaned
    assert b"DOCTYPE" not in cleaned


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"GIF89a", "gif"),
        (b"RIFF0000WEBP", "webp"),
    ],
)
def test_pictures_are_known_by_their_content(start: bytes, kind: str) -> None:
    """A picture's kind is what it is, not what it is called."""
    address = picture_address("my%20pictures/a.svg", {"my pictures/a.svg": start})

    assert address is not None
    head, _, content = address.partition(",")
    assert head == f"data:image/{kind};base64"
    assert b64decode(content) == start


@pytest.mark.parametrize(
    ("address", "content"),
    [
        ("b.png", b"\x89PNG\r\n\x1a\n"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES),
        ("a.png", b"MZ"),
    ],
)
def test_other_pictures_are_not_shown(address: str, content: bytes) -> None:
    """A picture that is missing, too large or no picture has no address."""
    assert picture_address(address, {"a.png": content}) is None
