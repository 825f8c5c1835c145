"""Remembers each judged submission as soon as it is judged, so that a killed run can go on.

Each line bears a seal: only what this user's grader wrote is believed.
"""

import hashlib
import os
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from grader.ground.folders import open_to_append, write_whole
from grader.ground.seal import Seal
from grader.model.report import JudgedSubmission

NAME = ".journal.jsonl"
_encoder = msgspec.json.Encoder()


class Entry(msgspec.Struct, frozen=True):
    """One judged submission, under a key of all that its report depends on."""

    key: str
    judged: bytes  # packed, since sources and traces are most of what a class leaves behind
    seal: str

    def sealed_bytes(self) -> bytes:
        """Return what the seal is on."""
        return self.key.encode("utf-8", "surrogatepass") + b"\0" + self.judged

    def unpacked(self) -> JudgedSubmission:
        """Return what was judged; to be asked where the seal has been looked at."""
        return _decoder.decode(zlib.decompress(self.judged))


_entry_decoder = msgspec.json.Decoder(Entry)
_decoder = msgspec.json.Decoder(JudgedSubmission)


class Journal:
    """Appends entries to a file; a line that a kill cut short is left out when read."""

    def __init__(self, folder: Path, seal: Seal) -> None:
        self._path = folder / NAME
        self._seal = seal
        self._known: dict[str, JudgedSubmission] = {}
        # append mode with one write a line: two runs at once cannot mix their lines
        self._file = open_to_append(self._path)
        for line in self._path.read_bytes().split(b"\n"):
            try:
                entry = _entry_decoder.decode(line)
                if seal.is_on(entry.sealed_bytes(), entry.seal):
                    self._known[entry.key] = entry.unpacked()
            except msgspec.MsgspecError:
                continue

    def find(self, key: str) -> JudgedSubmission | None:
        """Give back what was judged under a key."""
        return self._known.get(key)

    def forget(self, keys: list[str]) -> None:
        """Know nothing of these any more."""
        for key in keys:
            self._known.pop(key, None)

    def add(self, key: str, judged: JudgedSubmission) -> None:
        """Write one entry down before anything else is done with it."""
        os.write(self._file, b"\n" + self._line(key, judged) + b"\n")
        self._known[key] = judged

    def keep(self, keys: list[str]) -> None:
        """Write the journal again with these entries only."""
        lines = [self._line(k, self._known[k]) for k in keys if k in self._known]
        write_whole(self._path, b"\n".join(lines) + b"\n")

    def _line(self, key: str, judged: JudgedSubmission) -> bytes:
        entry = Entry(key, zlib.compress(_encoder.encode(judged)), "")
        sealed = msgspec.structs.replace(entry, seal=self._seal.mark(entry.sealed_bytes()))
        return _encoder.encode(sealed)

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
