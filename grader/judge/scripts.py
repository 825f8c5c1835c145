"""Runs one script in a jail's child, and hands on what it prints while it prints."""

import os
import selectors
import time
from collections.abc import Callable

import msgspec

from grader.border.connection import SCRIPT, framed
from grader.model.course import Limits
from grader.sandbox.child import Child

_CHUNK = 1 << 16
_FINISH_SECONDS = 1.0

Hear = Callable[[bool, bytes], None]  # whether it is an error stream, and what was printed


class ScriptEnd(msgspec.Struct, frozen=True):
    """How a script ended."""

    exit_code: int | None  # None: it was stopped, or killed by a signal
    why: str | None = None  # the sentence, where we or the jail stopped it
    left_out_bytes: int = 0  # printed beyond what is kept


class Script(msgspec.Struct, frozen=True):
    """A script, with all files that it may import or read."""

    name: str
    sources: dict[str, bytes]


def run_script(script: Script, child: Child, limits: Limits, hear: Hear) -> ScriptEnd:
    """Run a script until it ends or a limit is reached; raises JailError."""
    with child:
        child.channel.sendall(framed(SCRIPT) + framed(msgspec.msgpack.encode(script)))
        why, left_out = _listen(child, limits, hear)
        if why is not None:
            child.kill()
        ending = child.finish(_FINISH_SECONDS)
        return ScriptEnd(None if why else ending.exit_code, why or ending.why, left_out)


def _listen(child: Child, limits: Limits, hear: Hear) -> tuple[str | None, int]:
    """Hand on what is printed; the sentence, if the script has to be stopped, and what was cut."""
    until = time.monotonic() + limits.seconds_in_all
    printed = left_out = 0
    with selectors.DefaultSelector() as streams:
        for descriptor in child.printed:
            streams.register(descriptor, selectors.EVENT_READ)
        while streams.get_map():
            left = until - time.monotonic()
            if left <= 0:
                return f"It was stopped after {limits.seconds_in_all:g} s.", left_out
            for key, _ in streams.select(left):
                data = os.read(key.fd, _CHUNK)
                if not data:
                    streams.unregister(key.fd)
                    continue
                kept = data[: max(0, limits.printed_kept_bytes - printed)]
                if kept:
                    hear(key.fd == child.printed[1], kept)
                printed += len(data)
                left_out += len(data) - len(kept)
                if printed > limits.printed_stop_bytes:
                    return "It printed too much and was stopped.", left_out
    return None, left_out
