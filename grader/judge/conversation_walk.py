"""Asks a submission what others were asked before it, and knows what comes of known answers.

Of what it answers nothing is read: bytes lead to the next question, or they do not. Whoever
answers what nobody has, takes long or does anything else goes on before an examiner, which is told
all that was said and heard.
"""

import select
import socket
import time

from msgspec import Struct, field
from msgspec.structs import replace

from grader.jail.child import JailedChild
from grader.wire.channel import HEADER_BYTES, frame_size, framed
from grader.wire.values import MAX_FRAME_BYTES

from .conversations import NEAR, Asked, Conversations, Over, next_key
from .supervision import Spent

_PIECE_BYTES = 1 << 16
_PATIENCE = 0.5  # seconds, for one answer


class Followed(Struct):
    """How far a submission went along what is known."""

    child: JailedChild | None = None
    over: Over | None = None
    said: bytearray = field(default_factory=bytearray)
    heard: bytearray = field(default_factory=bytearray)
    keys: list[bytes] = field(default_factory=list)
    begun: list[Spent] = field(default_factory=list)

    def seconds(self) -> dict[str, float]:
        """Say how long each case took that asked anything."""
        ends = [later.wall for later in self.begun[1:]] + [time.monotonic()]
        pairs = zip(self.begun, ends, strict=True)
        return {one.case: round(end - one.wall, 6) for one, end in pairs}

    def pause(self, seconds: float) -> None:
        """Have the clock on the wall stand still for so long."""
        self.begun = [replace(one, wall=one.wall + seconds) for one in self.begun]


class Along:
    """One submission's way along what is known."""

    def __init__(self, child: JailedChild, known: Conversations, limits: dict[str, float]) -> None:
        """`limits` holds the seconds of CPU of each case, those of others under ""."""
        self._child = child
        self._socket = child.channel
        self._known = known
        self._limits = limits
        self._poll = select.poll()
        # what is printed past the wire is for an examiner's watch: it reads on, and counts
        for source in (self._socket, *child.printed):
            self._poll.register(source, select.POLLIN)
        self._way = Followed(child)

    def follow(self, key: bytes, files: bytes, deadline: float) -> Followed:
        """Go from a key on as far as it is known; `files` is the frame that hands them over."""
        way = self._way
        while (entry := self._known.find(key)) is not None:
            way.keys.append(key)
            if self._poll.poll(0):  # an answer that nobody asked for, printed bytes, or the end
                break
            if isinstance(entry, Over):
                way.over = entry
                break
            self._begin(entry)
            answer = self._answer() if self._ask(entry.question or files) else None
            if answer is None or self._is_near(deadline):
                break
            key = next_key(key, answer)
        return way

    def _begin(self, entry: Asked) -> None:
        begun = self._way.begun
        if not begun or begun[-1].case != entry.case:
            begun.append(Spent(entry.case, self._child.cpu_seconds(), time.monotonic()))

    def _is_near(self, deadline: float) -> bool:
        begun, now = self._way.begun[-1], time.monotonic()
        near, used = self._near(), self._child.cpu_seconds() - begun.cpu
        return used > near or now - begun.wall > near or now > deadline

    def _near(self) -> float:
        case = self._way.begun[-1].case
        return self._limits.get(case, self._limits[""]) * NEAR

    def _ask(self, question: bytes) -> bool:
        frame = framed(question)
        try:
            sent = self._socket.send(frame, socket.MSG_DONTWAIT)
        except OSError:
            return False
        self._way.said += frame[:sent]
        return sent == len(frame)

    def _answer(self) -> bytes | None:
        """Wait for one answer; None where it is late, or is not all that came."""
        heard = self._way.heard
        # a wait for a core that others have is known to the clocks of a pair, and not here
        begins, until = len(heard), time.monotonic() + min(_PATIENCE, self._near())
        while (left := until - time.monotonic()) > 0 and self._poll.poll(left * 1000):
            try:
                piece = self._socket.recv(_PIECE_BYTES, socket.MSG_DONTWAIT)
            except OSError:
                return None
            heard += piece
            have = len(heard) - begins - HEADER_BYTES
            size = frame_size(heard, begins) if have >= 0 else MAX_FRAME_BYTES
            if have == size:
                return bytes(heard[begins + HEADER_BYTES :])
            if not piece or have > size or size > MAX_FRAME_BYTES:
                return None
        return None
