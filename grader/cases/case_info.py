"""A hidden case as its author wrote it."""

import msgspec

CONFTEST = "conftest.py"  # a folder's own hooks and fixtures, which may be broken too


class CaseInfo(msgspec.Struct, frozen=True):
    """A hidden case as its author wrote it."""

    id: str
    sentence: str
    points: str = "1"
    hint: str | None = None
    reveal: str = "sentence"
    visibility: str = "visible"
    file: str = ""
    seconds: float | None = None  # a limit of the author's for this case
