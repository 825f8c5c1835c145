"""What one worker does with what is known: asks along it, adds to it, and says what is new."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from grader.jail.child import JailedChild
from grader.model.course import Limits

from .call_choice import Asked
from .conversation_walk import Along, Followed
from .conversations import (
    NEAR,
    Contradiction,
    Conversations,
    Over,
    first_key,
    first_key_of_calls,
    rows_of,
)
from .events import Finished
from .jobs import Grow, Knowledge, Run
from .opening import Opening, Openings
from .stage import Stage
from .supervision import PairOutcome, take_rest

# how a set is written: its order may hang on where a nan lies, or None, and no sign tells who looks
_SET = re.compile(rb"\xa3set|\xa9frozenset")
_ADDRESS = re.compile(rb"0x[0-9a-fA-F]{6}")


class Beginning(NamedTuple):
    """By what a conversation with a submission is known, and the frame that hands it over."""

    key: bytes
    files: bytes


class Remembering:
    """Holds what is known of the lesson, where that can be."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._limits = Limits(**stage.limits)
        self._cases = stage.folder_to_copy()
        self._by_case: dict[str, float] = {}
        self._known = Conversations()
        self._is_on = False
        self._news = Run(0)

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

    def of_cases(
        self, opening: Opening, sources: dict[str, bytes], todo: Sequence[str] | None
    ) -> Beginning:
        """Begin to ask a submission hidden cases."""
        return Beginning(first_key(sources, todo), opening.hand_over(sources, self._cases))

    def of_calls(self, opening: Opening, sources: dict[str, bytes], asked: Asked) -> Beginning:
        """Begin to ask it fair calls."""
        key = first_key_of_calls(sources, asked.calls, asked.ways_to_fail)
        return Beginning(key, opening.hand_over(sources, self._cases))

    def follow(self, child: JailedChild, beginning: Beginning, deadline: float) -> Followed:
        """Ask a child along what is known."""
        if not self._is_on:
            return Followed()
        along = Along(child, self._known, self._by_case)
        way = along.follow(beginning.key, beginning.files, deadline)
        if way.over is not None:
            self._news.used += way.keys
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


def known_outcome(child: JailedChild, way: Followed, over: Over, limits: Limits) -> PairOutcome:
    """Say what comes of known answers, and end who gave them."""
    child.kill()
    outcome = PairOutcome()
    outcome.why, outcome.finished = "done", Finished("done", over.printed)
    outcome.results = list(over.results)
    seconds = way.seconds()
    for result in outcome.results:
        result.seconds = seconds.get(result.id, 0.0)
    take_rest(outcome, child, limits)
    return outcome
