"""Asks a submission along what is known, adds what is new to it, and says what that is.

Of what a submission answers nothing is decoded: bytes lead to the next question, or they do not.
Whoever answers what nobody has, takes long or does anything else goes on before an examiner, which
is told all that was said and heard.
"""

import contextlib
import re
import select
import socket
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from grader.jail.child import JailedChild
from grader.model.course import Limits
from grader.wire.channel import HEADER_BYTES, frame_size, framed
from grader.wire.values import FUNCTIONS, MAX_FRAME_BYTES

from .call_choice import Asked
from .conversations import (
    NEAR,
    Contradiction,
    Conversations,
    Over,
    Question,
    Row,
    Same,
    first_key,
    first_key_of_calls,
    key_of_program,
    next_key,
    row_of_program,
    rows_of,
)
from .events import Finished
from .jail_children import JailChildren
from .jobs import Grow, Job, Knowledge, Run
from .opening import Opening, Openings
from .stage import Stage
from .supervision import PairOutcome, Spent, take_rest

if TYPE_CHECKING:
    from .same_program import Program

_PIECE_BYTES = 1 << 16
_PATIENCE = 0.5  # seconds, for one answer
# how a set is written: its order may hang on where a nan lies, or None, and no sign tells who looks
_SET = re.compile(rb"\xa3set|\xa9frozenset")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
_MOST_SAID = 1 << 12  # bytes of words in questions, of a program that is to be known again
_NAMING = re.compile(rb"NameError|UnboundLocalError")  # whose texts name variables
_ADDRESS = re.compile(rb"0x[0-9a-fA-F]{6}")


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
            if not isinstance(entry, Question):
                way.over = entry if isinstance(entry, Over) else None
                break
            self._begin(entry)
            answer = self._answer() if self._ask(entry.question or files) else None
            if answer is None or self._is_near(deadline):
                break
            key = next_key(key, answer)
        return way

    def _begin(self, entry: Question) -> None:
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


class Beginning(NamedTuple):
    """By what a conversation with a submission is known, and the frame that hands it over."""

    key: bytes
    files: bytes
    program: "Program | None" = None

    @property
    def program_key(self) -> bytes | None:
        """The key of what this program came to where it was asked the same."""
        return self.program and key_of_program(self.key, self.program.digest)


class Remembering:
    """Holds what is known of the lesson, where that can be."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._limits = stage.limits
        self._cases = stage.folder_to_copy()
        self._by_case: dict[str, float] = {}
        self._known = Conversations()
        self._is_on = False
        self._news = Run(0)
        self._program: Program | None = None

    def learn(self, knowledge: Knowledge) -> None:
        """Turn to a lesson; where more than answers decides, nothing is ever known of it."""
        own = {case.id: case.seconds for case in knowledge.cases if case.seconds is not None}
        self._by_case = {"": self._limits.seconds_per_case, **own}
        is_safe = self._stage.isolation != "none"  # where a submission could write what is kept
        contract = knowledge.contract
        self._is_on = is_safe and contract.asks_plainly and not contract.needs_objects()

    def keep(self, openings: Openings) -> None:
        """Let those who have no examiner begin so, where anything may be known of the lesson."""
        if self._is_on:
            self._news.openings = openings.with_those_of(self._news.openings)

    def stop(self) -> None:
        """Know nothing of the lesson any more."""
        self._is_on = False

    def take(self, grow: Grow) -> None:
        """Take over what others know."""
        try:
            self._known.add(grow.rows)
        except Contradiction:
            self.stop()

    def turn_to(self, job: Job) -> None:
        """See which program is judged next, where others may be the same."""
        self._program = None
        # a module of the course's may look into the submission, beside which it lies
        is_alone = not any(name.endswith(".py") for name in self._stage.course_files)
        if job.has_others and job.known and is_alone and self._is_on:
            from .same_program import program_of  # nobody else needs it

            self._program = program_of(tuple(job.sources.items()))

    def of_cases(
        self, opening: Opening, sources: dict[str, bytes], todo: Sequence[str] | None
    ) -> Beginning:
        """Begin to ask a submission hidden cases."""
        files = opening.hand_over(sources, self._cases)
        return Beginning(first_key(sources, todo), files, self._program)

    def of_calls(self, opening: Opening, sources: dict[str, bytes], asked: Asked) -> Beginning:
        """Begin to ask it fair calls."""
        key = first_key_of_calls(sources, asked.calls, asked.ways_to_fail)
        return Beginning(key, opening.hand_over(sources, self._cases), self._program)

    def recall(self, beginning: Beginning) -> Over | None:
        """Say what the same program came to; None where nobody knows."""
        key, program = beginning.program_key, beginning.program
        if key is None or program is None or not self._is_on:
            return None
        same = self._known.find(key)
        if not isinstance(same, Same) or any(name.encode() in same.said for name in program.unread):
            return None
        over = self._known.find(same.over)
        moved = {(span.file, span.line): program.line_of(span) for span in same.spans}
        if not isinstance(over, Over) or None in moved.values():
            return None
        for result in over.results:
            if (failure := result.failure) is not None and failure.line:
                line = moved[failure.file, failure.line] or 0
                result.failure = replace(failure, line=line)
        self._news.used += [key, same.over]
        return over

    def follow(self, child: JailedChild, beginning: Beginning, deadline: float) -> Followed:
        """Ask a child along what is known."""
        if not self._is_on:
            return Followed()
        along = Along(child, self._known, self._by_case)
        way = along.follow(beginning.key, beginning.files, deadline)
        if way.over is None:
            return way
        self._news.used += way.keys
        if beginning.program is not None:
            asked = filter(None, map(self._known.find, way.keys))
            questions = [one.question for one in asked if isinstance(one, Question)]
            self._note_program(beginning, way.keys[-1], way.over, questions, bytes(way.heard))
        return way

    def note(self, beginning: Beginning, outcome: PairOutcome) -> None:
        """Know what a pair came to from now on, where nothing but answers decided."""
        turns, finished = outcome.turns, outcome.finished
        is_near = outcome.used_seconds > NEAR * min(self._by_case.values())
        if not self._is_on or turns is None or finished is None or outcome.why != "done" or is_near:
            return
        if not turns or turns[0].question != beginning.files:
            return
        if any(_SET.search(turn.answer) for turn in turns):
            return
        results = (msgspec.structs.replace(result, seconds=0.0) for result in outcome.results)
        over = Over(tuple(results), finished.printed, outcome.differs)
        rows = rows_of(beginning.key, turns, over)
        if any(_ADDRESS.search(row.entry) for row in rows):
            return
        self._grow(rows)
        questions = [turn.question for turn in turns[1:]]
        heard = b"".join(turn.answer for turn in turns)
        self._note_program(beginning, rows[-1].key, over, questions, heard)

    def _note_program(
        self, beginning: Beginning, end: bytes, over: Over, questions: list[bytes], heard: bytes
    ) -> None:
        """Know what a program comes to, where no name of its own has a part in that."""
        key, program = beginning.program_key, beginning.program
        if key is None or program is None or self._known.find(key) or _NAMING.search(heard):
            return
        words = b" ".join({word for question in questions for word in _WORD.findall(question)})
        places = _places(over)
        spans = [span for place in places if (span := program.span(*place)) is not None]
        if len(words) > _MOST_SAID or over.printed or len(spans) < len(places):
            return
        if not any(name.encode() in words for name in program.unread):
            self._grow([row_of_program(key, Same(end, words, spans))])

    def _grow(self, rows: list[Row]) -> None:
        self.take(Grow(rows))
        self._news.grown += rows

    def contradict(self) -> None:
        """Stop: where the same was answered, something else was asked."""
        self.stop()
        self._news.contradicts = True

    def tell(self, run: Run) -> None:
        """Say with a run what is new by it."""
        news, self._news = self._news, Run(0)
        run.used, run.grown, run.contradicts = news.used, news.grown, news.contradicts
        run.openings = news.openings


def _places(over: Over) -> set[tuple[str, int]]:
    """List the files and lines of a submission that results name."""
    failures = filter(None, (result.failure for result in over.results))
    return {(one.file, one.line) for one in failures if one.file or one.line}


def outcome_of(over: Over) -> PairOutcome:
    """Say what comes of what is known, where nobody had to be asked: it took no time."""
    outcome = PairOutcome()
    outcome.why, outcome.finished = "done", Finished("done", over.printed)
    outcome.results = list(over.results)
    return outcome


def known_outcome(child: JailedChild, way: Followed, over: Over, limits: Limits) -> PairOutcome:
    """Say what comes of known answers, and end who gave them."""
    child.kill()
    outcome = outcome_of(over)
    seconds = way.seconds()
    for result in outcome.results:
        result.seconds = seconds.get(result.id, 0.0)
    take_rest(outcome, child, limits)
    return outcome


class KnownExamples:
    """Asks fair calls along what others answered, until one is answered otherwise.

    A child that is asked them is asked nothing else, as before an examiner.
    """

    def __init__(self, stage: Stage, children: JailChildren, remembering: Remembering) -> None:
        self._seconds = stage.limits.seconds_per_case
        self._children = children
        self._remembering = remembering
        self.opening: Opening | None = None

    def look(self, sources: dict[str, bytes], asked: Asked) -> Over | None:
        """Say what comes of the answers; None where nobody knows. The child is over then.

        Raises JailError when the jail is to be replaced, with all that was made for it.
        """
        beginning = self._beginning(sources, asked)
        if beginning is None or self.opening is None:
            return None
        if (same := self._remembering.recall(beginning)) is not None:
            return same
        child = self._children.open()
        with contextlib.suppress(OSError):  # its end is seen next
            child.channel.sendall(framed(self.opening.tier))
        deadline = time.monotonic() + self._seconds
        over = self._remembering.follow(child, beginning, deadline).over
        child.kill()
        return over

    def note(self, sources: dict[str, bytes], asked: Asked, outcome: PairOutcome) -> None:
        """Know what an examiner's calls came to from now on."""
        if self.opening is None and outcome.turns:
            self.opening = Opening.of(FUNCTIONS, outcome.turns[:1])
            self._remembering.keep(Openings(calls=self.opening))
        beginning = self._beginning(sources, asked)
        if beginning is not None:
            self._remembering.note(beginning, outcome)

    def _beginning(self, sources: dict[str, bytes], asked: Asked) -> Beginning | None:
        if self.opening is None:
            return None
        if any(call.files or call.has_many_answers for call in asked.calls):
            return None  # a file is told of with its times; what an author's own code says may vary
        return self._remembering.of_calls(self.opening, sources, asked)
