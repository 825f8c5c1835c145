"""What every conversation of a lesson begins with, before there is a submission.

An examiner is heard once with a child of nobody's. From then on each worker says the same to each
child that waits, and each examiner that waits is told what was answered: neither needs the other.
"""

import msgspec

from grader.jail.child import JailedChild
from grader.wire.channel import Channel, ChannelClosed, framed
from grader.wire.tape import Turn
from grader.wire.values import Blob, Box, decode, encode

_SECONDS = 10.0  # for each answer of a child that nobody has handed anything in to


class Opening(msgspec.Struct, frozen=True):
    """The name of the tier, the practice of both sides, and how files are handed over."""

    tier: bytes
    practice: list[Turn]
    begin: bytes

    @classmethod
    def of(cls, tier: bytes, turns: list[Turn]) -> "Opening":
        """Read it off a conversation that ends when files are handed over; which is no matter."""
        *practice, begin = turns
        heard = cls(tier, practice, begin.question)
        return cls(tier, practice, heard.hand_over({}, ""))

    @property
    def said(self) -> bytes:
        """What a child has been sent once it waits."""
        return b"".join(map(framed, (self.tier, *(turn.question for turn in self.practice))))

    @property
    def heard(self) -> bytes:
        """What it has answered to that."""
        return b"".join(framed(turn.answer) for turn in self.practice)

    def is_held_with(self, child: JailedChild) -> bool:
        """Have a child do ahead what needs no submission; False for one that does it otherwise."""
        channel = Channel(child.channel)
        child.channel.settimeout(_SECONDS)
        try:
            channel.send(self.tier)
            for turn in self.practice:
                channel.send(turn.question)
                if channel.receive() != turn.answer:
                    return False
        except ChannelClosed:
            return False
        child.channel.settimeout(None)  # an examiner that takes over waits as long as it takes
        return not channel.has_waiting()  # what was read ahead here, no examiner reads

    def hand_over(self, sources: dict[str, bytes], cases: str) -> bytes:
        """Write the frame that hands over files."""
        begin = decode(self.begin)
        box = begin.args[0]
        assert isinstance(box, Box)  # noqa: S101 # as our own examiner wrote it
        files = Box(box.kind, box.number, list(map(Blob, sources.values())), list(sources))
        args = [files, begin.args[1], cases]
        return encode(msgspec.structs.replace(begin, args=args))


class Openings(msgspec.Struct, frozen=True):
    """How the conversations of a lesson begin, as far as they were heard."""

    cases: Opening | None = None
    calls: Opening | None = None  # in which fair calls are asked

    def agrees(self, other: "Openings") -> bool:
        """Whether both begin alike what both have heard."""
        pairs = ((self.cases, other.cases), (self.calls, other.calls))
        return all(None in pair or pair[0] == pair[1] for pair in pairs)

    def with_those_of(self, other: "Openings") -> "Openings":
        """Add what another has heard."""
        return Openings(self.cases or other.cases, self.calls or other.calls)
