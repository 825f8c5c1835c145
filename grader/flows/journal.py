"""Remembers each judged submission as soon as it is judged, so that a killed run can go on."""

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from grader.model.report import JudgedSubmission

NAME = ".journal.jsonl"
_encoder = msgspec.json.Encoder()


class Entry(msgspec.Struct, frozen=True):
    """One judged submission, under a key of all that its report depends on."""

    key: str
    judged: JudgedSubmission


_decoder = msgspec.json.Decoder(Entry)


class Journal:
    """Appends entries to a file; a line that a kill cut short is left out when read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._known: dict[str, JudgedSubmission] = {}
        for line in self._lines():
            try:
                entry = _decoder.decode(line)
            except msgspec.MsgspecError:
                continue
            self._known[entry.key] = entry.judged
        # append mode with one write a line: two runs at once cannot mix their lines
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def _lines(self) -> list[bytes]:
        try:
            return self._path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []

    def find(self, key: str) -> JudgedSubmission | None:
        """Give back what was judged under a key."""
        return self._known.get(key)

    def add(self, key: str, judged: JudgedSubmission) -> None:
        """Write one entry down before anything else is done with it."""
        os.write(self._file, b"\n" + _encoder.encode(Entry(key, judged)) + b"\n")
        self._known[key] = judged

    def keep(self, keys: list[str]) -> None:
        """Write the journal anew with these entries only."""
        part = self._path.with_suffix(".part")
        lines = [_encoder.encode(Entry(k, self._known[k])) for k in keys if k in self._known]
        part.write_bytes(b"\n".join(lines) + b"\n")
        part.replace(self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)


def entry_key(*parts: str | None) -> str:
    """Digest everything that a report depends on."""
    return hashlib.sha256(
        "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    ).hexdigest()
