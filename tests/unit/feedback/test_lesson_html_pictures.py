"""Pictures of a lesson can be looked at, and do nothing else."""

from base64 import b64encode

import pytest

from grader.feedback.lesson_html import MAX_BYTES, to_html


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("a.png", "png"), ("a.jpg", "jpeg"), ("A.JPEG", "jpeg")),
        *(("a.gif", "gif"), ("a.webp", "webp"), ("a.svg", "svg+xml")),
    ],
)
def test_pictures_are_known_by_their_names(name: str, kind: str) -> None:
    """A picture that lies beside the text becomes a part of the page."""
    shown = to_html(f"![it](my%20pictures/{name})", images={f"my pictures/{name}": b"content"})

    assert f'src="data:image/{kind};base64,{b64encode(b"content").decode()}"' in shown


@pytest.mark.parametrize(
    ("address", "content"),
    [
        ("b.png", b"\x89PNG\r\n\x1a\n"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES),
        ("a.exe", b"MZ"),
    ],
)
def test_other_pictures_are_not_shown(address: str, content: bytes) -> None:
    """Of a picture that is missing, too large or no picture stands the description."""
    shown = to_html(f"![it]({address})", images={"a.png": content, "a.exe": content})

    assert shown == "<p>it</p>\n"
