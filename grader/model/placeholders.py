"""The mark of what an author has still to write."""

import re
from collections.abc import Iterator

PLACEHOLDER = "FILL IN (author):"
# what closes the string, the call or the comment that the sentence stands in
_CLOSING = re.compile(r"[\s\"'`)*>-]*$")


def placeholders(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and sentence of each placeholder; the sentence says what to do, if it says any."""
    for number, line in enumerate(text.splitlines(), 1):
        _, mark, after = line.partition(PLACEHOLDER)
        if mark:
            yield number, _CLOSING.sub("", after).strip()
