"""Who is asked along what is known is asked nothing early, and credited for known bytes only."""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from grader.judge import conversation_memory
from grader.judge.conversation_memory import Along, Followed
from grader.judge.conversations import Conversations, Over, first_key, rows_of
from grader.wire.channel import Channel, ChannelClosed, framed
from grader.wire.tape import Turn
from tests.unit.judge.builders import a_result

FILES = b"here are the files"
TURNS = [Turn("", b"begin", b"begun"), Turn("one", b"1 + 1", b"2"), Turn("two", b"1 + 2", b"3")]
FIRST = first_key(["sums.py"], None)
OVER = Over((a_result("one"), a_result("two")), "")
LIMITS = {"": 2.0}
ANSWERS = [turn.answer for turn in TURNS]


@dataclass
class Child:
    """A child whose other end a thread plays."""

    channel: socket.socket
    printed: tuple[int, int]
    writes: tuple[int, int]  # its own ends of those
    seconds: float = 0.0
    pid: int = 1
    heard: list[bytes] = field(default_factory=list)

    def cpu_seconds(self) -> float:
        """Read a clock that stands still, or has run far."""
        return self.seconds if self.heard[1:] else 0.0


Play = Callable[[Channel, socket.socket, Child], None]
Ask = Callable[..., tuple[Followed, Child]]


@pytest.fixture
def ask() -> Iterator[Ask]:
    """Ask whoever plays along what is known of `TURNS`."""
    with contextlib.ExitStack() as stack:

        def asked(play: Play, seconds: float = 0.0) -> tuple[Followed, Child]:
            ours, theirs = map(stack.enter_context, socket.socketpair())
            pipes = [os.pipe(), os.pipe()]
            for descriptor in (*pipes[0], *pipes[1]):
                stack.callback(os.close, descriptor)
            child = Child(ours, (pipes[0][0], pipes[1][0]), (pipes[0][1], pipes[1][1]), seconds)

            def run() -> None:
                with contextlib.suppress(ChannelClosed, OSError):
                    play(Channel(theirs), theirs, child)

            thread = threading.Thread(target=run)
            thread.start()
            stack.callback(thread.join)
            stack.callback(ours.shutdown, socket.SHUT_RDWR)
            known = Conversations(rows_of(FIRST, TURNS, OVER))
            way = Along(child, known, LIMITS)  # type: ignore[arg-type] # all that is asked of one
            return way.follow(FIRST, FILES, time.monotonic() + 60), child

        yield asked


def saying(*answers: bytes) -> Play:
    """Answer each question in turn."""

    def play(channel: Channel, _socket: socket.socket, child: Child) -> None:
        for answer in answers:
            child.heard.append(bytes(channel.receive()))
            channel.send(answer)
        child.heard.append(bytes(channel.receive()))  # which never comes at the end

    return play


def writing(*pieces: bytes) -> Play:
    """Write to the first question whatever there is, as it is."""

    def play(channel: Channel, ours: socket.socket, child: Child) -> None:
        child.heard.append(bytes(channel.receive()))
        for piece in pieces:
            ours.sendall(piece)
        child.heard.append(bytes(channel.receive()))

    return play


def test_known_answers_lead_to_what_came_of_them(ask: Ask) -> None:
    """Files first, then each question once the one before it is answered."""
    way, child = ask(saying(*ANSWERS))

    assert way.over == OVER
    assert child.heard == [FILES, b"1 + 1", b"1 + 2"]
    assert set(way.seconds()) == {"", "one", "two"}


@pytest.mark.parametrize("wrong", [b"2 ", b"", b"3", b"2" * 70_000])
def test_another_answer_is_credited_with_nothing(ask: Ask, wrong: bytes) -> None:
    """What was said and heard is handed on, and no further question is asked."""
    way, child = ask(saying(b"begun", wrong))

    assert way.over is None
    assert bytes(way.said) == framed(FILES) + framed(b"1 + 1")
    assert bytes(way.heard) == framed(b"begun") + framed(wrong)
    assert child.heard == [FILES, b"1 + 1"]


def test_whoever_answers_before_he_is_asked_goes_on_elsewhere(ask: Ask) -> None:
    """All answers at once are one answer and more, whatever they say."""
    way, child = ask(writing(b"".join(map(framed, ANSWERS))))

    assert way.over is None
    assert child.heard == [FILES]
    assert bytes(way.said) == framed(FILES)


def test_an_answer_too_many_at_the_end_is_no_credit(ask: Ask) -> None:
    """What follows the last answer is for a pair to look at."""

    def more(channel: Channel, ours: socket.socket, child: Child) -> None:
        for answer in ANSWERS:
            child.heard.append(bytes(channel.receive()))
            ours.sendall(framed(answer) + (b"x" if answer is ANSWERS[-1] else b""))

    assert ask(more)[0].over is None


def test_an_answer_may_come_in_pieces(ask: Ask) -> None:
    """Where its bytes were cut says nothing of it."""
    whole = framed(b"begun")

    def play(channel: Channel, ours: socket.socket, child: Child) -> None:
        channel.receive()
        for byte in whole:
            ours.sendall(bytes([byte]))
        saying(*ANSWERS[1:])(channel, ours, child)

    assert ask(play)[0].over == OVER


@pytest.mark.parametrize("piece", [framed(b"begun")[:3], framed(b"begun")[:-1], b"", b"\xff" * 8])
def test_whoever_is_late_goes_on_elsewhere(
    ask: Ask, piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part of an answer is handed on as it came; so is one of more bytes than there may be."""
    monkeypatch.setattr(conversation_memory, "_PATIENCE", 0.05)

    way, _ = ask(writing(piece))

    assert way.over is None
    assert bytes(way.heard) == piece


@pytest.mark.parametrize("stream", [0, 1])
@pytest.mark.parametrize("number", range(len(TURNS)))
def test_whoever_prints_past_the_wire_is_watched(ask: Ask, stream: int, number: int) -> None:
    """A full pipe would hold up who prints, so that what is too much is never counted."""

    def play(channel: Channel, _ours: socket.socket, child: Child) -> None:
        for answer in ANSWERS:
            child.heard.append(bytes(channel.receive()))
            if len(child.heard) == number + 1:
                os.write(child.writes[stream], b"x")
            channel.send(answer)

    way, child = ask(play)

    assert way.over is None
    assert len(child.heard) == number + 1


def test_of_a_short_limit_no_more_than_half_is_waited(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest is left to the clocks of a pair, which stand still while a core is waited for."""
    monkeypatch.setattr(conversation_memory, "_PATIENCE", 60.0)
    monkeypatch.setitem(LIMITS, "", 0.02)

    way, _ = ask(writing(b"\0"))

    assert way.over is None


def test_whoever_has_ended_goes_on_elsewhere(ask: Ask) -> None:
    """A child that is gone is a pair's to explain."""

    def leave(channel: Channel, ours: socket.socket, _child: Child) -> None:
        channel.receive()
        ours.shutdown(socket.SHUT_RDWR)

    way, _ = ask(leave)

    assert way.over is None
    assert bytes(way.heard) == b""


def test_whoever_comes_near_a_limit_goes_on_elsewhere(ask: Ask) -> None:
    """The clocks of a pair decide, from where the case began."""
    way, _ = ask(saying(*ANSWERS), seconds=1.5)

    assert way.over is None
    assert way.begun[-1].case == "one"
