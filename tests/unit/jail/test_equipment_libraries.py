"""The libraries that a program needs are read from the loader's own trace."""

import sys
from pathlib import Path

import pytest

from grader.jail.equipment import LIBS, Item, read_trace

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")

TRACE = """\
	linux-vdso.so.1 (0x00007f)
	./lib-dynload/_json.so (0x00007f)
	libgcc_s.so.1 => /lib/libgcc_s.so.1 (0x00007f)
	libodd name.so => /opt/odd folder/lib.so (0x00007f)
	libgone.so => not found
	/lib64/ld-linux.so.2 (0x00007f)
"""


@linux_only
def test_a_trace_is_read() -> None:
    """Libraries and the loader are taken from a trace; modules and missing ones are not."""
    assert read_trace(TRACE) == (
        Item(Path("/lib/libgcc_s.so.1").resolve(), f"{LIBS}/libgcc_s.so.1"),
        Item(Path("/opt/odd folder/lib.so"), f"{LIBS}/libodd name.so"),
        Item(Path("/lib64/ld-linux.so.2").resolve(), "/lib64/ld-linux.so.2"),
    )
