"""Whatever is no message of the grammar is malformed, and nothing else."""

import msgspec
import pytest

from grader.wire.values import ANSWER, Message, decode, encode

TRUE = encode(Message(ANSWER, 1, "", ["text"], {}, [], [], [], [], {}))


def test_a_message_is_read_as_it_was_written() -> None:
    """What is encoded is decoded."""
    assert encode(decode(TRUE)) == TRUE


@pytest.mark.parametrize(
    "frame",
    [
        TRUE.replace(b"text", b"\xff\xff\xff\xff"),
        TRUE[:-1],
        TRUE + b"\0",
        b"",
        b"\x91" * 100,
        TRUE.replace(b"\xa4text", b"\x92\x09\xc0"),
    ],
    ids=["no UTF-8", "cut", "more", "empty", "nested arrays", "another type"],
)
def test_a_malformed_frame_is_told_apart(frame: bytes) -> None:
    """No other exception comes of a frame than the one that is a breach."""
    with pytest.raises(msgspec.MsgspecError):
        decode(frame)
