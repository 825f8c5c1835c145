"""Pictures of a lesson can be looked at, and do nothing else."""

from base64 import b64decode

import pytest

from grader.feedback.lesson_html import MAX_BYTES, picture_address


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"GIF89a", "gif"),
        (b"RIFF0000WEBP", "webp"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "svg+xml"),
        (b"\xef\xbb\xbf<?xml version='1.0'?><!DOCTYPE svg><svg/>", "svg+xml"),
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
