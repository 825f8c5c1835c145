"""Lines that are no reports are refused with their number, whatever stands in them."""

from pathlib import Path

import msgspec
import pytest

from grader.errors import UsageError
from grader.exchange.report_lines import NAME, read_lines
from tests.unit.exchange.builders import ALL_KINDS, report

SOUND = msgspec.json.encode(report("ann", *ALL_KINDS))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "this is no report"),
        (SOUND.replace(b'"ann"', b'"\xff"'), "this is no report"),
        (b'{"report_version": 1, "x": ' + b"[" * 100_000, "this is no report"),
        (SOUND.replace(b'"points":"1"', b'"points":"1e999999999"'), "no number of points at"),
        (SOUND.replace(b'"points":"1"', b'"points":"1/0"'), "no number of points at"),
        (SOUND.replace(b'"max_points":"1"', b'"max_points":"one"'), "no number of points at"),
        (SOUND.replace(b'"report_version":1', b'"report_version":2'), "no report of version 1,"),
    ],
    ids=["cut", "no text", "too deep", "endless points", "nothing under", "words", "later"],
)
def test_a_line_that_is_no_report(line: bytes, said: str, tmp_path: Path) -> None:
    """The sentence names file and line, and nobody waits for it."""
    path = tmp_path / NAME
    path.write_bytes(SOUND + b"\n" + line + b"\n")

    with pytest.raises(UsageError, match=said) as caught:
        read_lines(path)

    assert str(caught.value).startswith(f"{path}, line 2: ")
