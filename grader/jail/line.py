"""The line to a warm jail: JSON messages, with the number of the process that sent each."""

import json
import os
import select
import socket
import struct
import subprocess
from collections.abc import Sequence
from typing import Any

from grader.errors import JailError
from grader.ground.children import has_ended

_MESSAGE_BYTES = 1 << 17
_CREDENTIALS = struct.Struct("3i")  # process, user, group
_WORDS_KEPT = 2000
_TO_LEAVE_SECONDS = 1.0


class Line:
    """Our end of a packet socket, the process at the other end, and what it says on the side."""

    def __init__(
        self, control: socket.socket, process: subprocess.Popen[bytes], words: int
    ) -> None:
        self._control = control
        self._process = process
        self._words = words  # a descriptor: the process's standard error

    def send(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        """Ask for something; raise JailError where nobody is left to hear it."""
        try:
            socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)
        except OSError as error:
            raise JailError(f"The jail ended unexpectedly. {self._last_words()}") from error

    def expect(self, said: str, seconds: float) -> tuple[dict[str, Any], int]:
        """Wait for one message; return it with the number of its sender, as this machine counts.

        Raises JailError for any other message, for none in time, and when the jail has ended.
        """
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise JailError(f"The jail did not answer within {seconds:g} seconds.")
        message, sender = self._receive()
        answer: dict[str, Any] = json.loads(message) if message else {}
        if answer.pop("said", None) != said:
            raise JailError(f"The jail failed. {answer.get('why') or self._last_words()}")
        return answer, sender

    def close(self) -> None:
        """Hang up, by which the jail ends; wait for that, and end it if it does not."""
        self._control.close()
        if not has_ended(self._process, _TO_LEAVE_SECONDS):
            self._process.kill()
            self._process.wait()
        os.close(self._words)

    def _receive(self) -> tuple[bytes, int]:
        space = socket.CMSG_SPACE(_CREDENTIALS.size)
        try:
            message, ancillary, _, _ = self._control.recvmsg(_MESSAGE_BYTES, space)
        except OSError:  # it died with a message of ours unread
            return b"", 0
        for _, kind, packed in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                return message, _CREDENTIALS.unpack(packed)[0]
        return message, 0

    def _last_words(self) -> str:
        """Read what the process said before it ended."""
        has_ended(self._process, _TO_LEAVE_SECONDS)
        os.set_blocking(self._words, False)
        try:
            said = os.read(self._words, 1 << 16)
        except BlockingIOError:
            said = b""
        return said.decode(errors="replace").strip()[-_WORDS_KEPT:] or "It said nothing."
