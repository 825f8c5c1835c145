"""Writes pages, and renders only those that are not there already.

A page depends on what its renderer is handed and on the renderer, and on nothing else.
The seal that OUT/.pages.json keeps for each page is on both and on the page's own bytes, so a page
that was changed, or that somebody else's grader wrote, is rendered again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import msgspec

from grader.feedback.html import renderer_version
from grader.ground.folders import write_whole
from grader.ground.seal import Seal

NAME = ".pages.json"
_arguments = msgspec.msgpack.Encoder(enc_hook=repr)  # fractions have no form of their own
_marks = msgspec.json.Decoder(dict[str, str])


@dataclass(frozen=True)
class Page:
    """A page that may be there already."""

    made_of: bytes
    render: Callable[[], str]

    @classmethod
    def of(cls, render: Callable[..., str], *arguments: object) -> Self:
        """Describe the page that a renderer makes of these."""
        made_of = _arguments.encode((render.__name__, renderer_version(), arguments))
        return cls(made_of, partial(render, *arguments))


Pages = Mapping[str, Page]  # by the names of their files


def write_pages(out: Path, folders: Mapping[str, Pages], seal: Seal | None = None) -> None:
    """Bring the pages in folders of `out` up to date, and remove the others there.

    Without a seal nothing that is there is believed.
    """
    earlier = _read_marks(out / NAME) if seal is not None else {}
    marks = {}
    for folder, pages in folders.items():
        for path in (out / folder).glob("*.html"):
            if path.name not in pages:
                path.unlink()
        for name, page in pages.items():
            place = f"{folder}/{name}"
            marks[place] = _bring(out / place, page, seal, earlier.get(place))
    if seal is not None:
        write_whole(out / NAME, msgspec.json.encode(marks))


def _bring(path: Path, page: Page, seal: Seal | None, mark: str | None) -> str:
    """Render a page unless it bears its mark; return the mark that it bears now."""
    if seal is not None and mark is not None and _is_there(path, page, seal, mark):
        return mark
    data = page.render().encode("utf-8")
    write_whole(path, data)
    return seal.mark(_sealed_bytes(page, data)) if seal is not None else ""


def _is_there(path: Path, page: Page, seal: Seal, mark: str) -> bool:
    try:
        return seal.is_on(_sealed_bytes(page, path.read_bytes()), mark)
    except OSError:
        return False


def _sealed_bytes(page: Page, data: bytes) -> bytes:
    # with its length in front no other division of the same bytes bears the mark
    return b"%d\0%b%b" % (len(page.made_of), page.made_of, data)


def _read_marks(path: Path) -> dict[str, str]:
    try:
        return _marks.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return {}
