"""Has one lesson judged in many hostile conversations, and counts what comes of it."""

import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec

from grader.judge.jobs import Job, Run
from grader.judge.verdict import Judging

from .grammar import WIRE, Stock
from .house import AMPLE, BRIEF, House, Material, open_house
from .mutations import Mutator
from .oracle import Secrets, finds_in, passed
from .script import Exchange, Script

_HONEST_EVERY = 10  # conversations, after which the right submission is judged


class Conversations(msgspec.Struct):
    """Which of a campaign: the number of the first, and how many."""

    first: int
    count: int


class Find(msgspec.Struct):
    """What did not hold in a conversation, or after some."""

    lesson: str
    seed: int
    where: Conversations
    what: list[str]
    hostile: list[str]  # what was written, and where


class Transcript(msgspec.Struct):
    """What one peer heard, and what it said to each frame."""

    heard: list[bytes]
    said: list[bytes]


class Figures(msgspec.Struct):
    """What a campaign came to."""

    conversations: int = 0
    frames: int = 0  # that peers wrote
    hostile: int = 0  # conversations that came to their hostile place
    files: int = 0  # broken ones that were read
    refused: int = 0  # of these
    tiers: set[str] = set()
    finds: list[Find] = []
    transcripts: list[Transcript] = []  # where they are asked for

    def add(self, other: "Figures") -> None:
        """Count another campaign, too."""
        self.conversations += other.conversations
        self.frames += other.frames
        self.hostile += other.hostile
        self.files += other.files
        self.refused += other.refused
        self.tiers = self.tiers | other.tiers
        self.finds = [*self.finds, *other.finds]


class Campaign:
    """The guest of a house."""

    def __init__(
        self, material: Material, seed: int, numbers: range, until: float, transcribes: bool
    ) -> None:
        self._material = material
        self._seed = seed
        self._numbers = numbers
        self._until = until
        self._transcribes = transcribes
        self.figures = Figures()

    def visit(self, house: House, judging: Judging) -> None:
        """Record both submissions, then play one hostile conversation after the other."""
        self._house, self._judging = house, judging
        right = self._record_right()
        wrong = self._record_wrong()
        stock = Stock()
        for exchange in wrong:
            for frame in (one for turn in exchange.turns for one in turn):
                WIRE.collect(msgspec.msgpack.decode(frame.data), stock)
        mutator = Mutator(wrong, stock)
        for first in self._numbers[::_HONEST_EVERY]:
            if time.monotonic() > self._until:
                break
            for number in range(first, min(first + _HONEST_EVERY, self._numbers.stop)):
                self._converse(number, mutator)
            self._check_honest(first, right)

    def _record_right(self) -> list[Exchange]:
        run, recorder = self._house.record(Job(0, self._material.submission("right")))
        if missing := self._not_passed(run):
            raise ValueError(f"The right submission does not pass {missing}.")
        self.figures.tiers = {recorder.heard[0].decode()}  # the first frame of all says it
        self._secrets = Secrets.of(self._material.hidden, recorder.heard)
        return recorder.exchanges

    def _record_wrong(self) -> list[Exchange]:
        run, recorder = self._house.record(Job(0, self._material.submission("wrong")))
        found = finds_in(run, self._judging, recorder.heard, self._secrets)
        self._note(Conversations(0, 1), found, ["the wrong submission as it is"])
        return recorder.exchanges

    def _converse(self, number: int, mutator: Mutator) -> None:
        random = Random(f"{self._seed} {self._material.name} {number}")
        script, said = mutator.script(number, random)
        run, peers = self._house.play(script, self._material.submission("wrong"), BRIEF)
        heard = [frame for peer in peers for frame in peer.heard]
        self.figures.conversations += 1
        if self._transcribes:
            self.figures.transcripts.append(Transcript(peers[0].heard, peers[0].said))
        self.figures.frames += sum(peer.written for peer in peers)
        self.figures.hostile += any(peer.was_hostile for peer in peers)
        found = finds_in(run, self._judging, heard, self._secrets)
        self._note(Conversations(number, 1), found, said)

    def _check_honest(self, first: int, right: list[Exchange]) -> None:
        run, _ = self._house.play(Script(right), self._material.submission("right"), AMPLE)
        found = [f"the next right one fails {case}" for case in self._not_passed(run)]
        self._note(Conversations(first, _HONEST_EVERY), found, ["one of these conversations"])

    def _not_passed(self, run: Run) -> list[str]:
        cases = {case.id for case in self._judging.knowledge.cases}
        return sorted(cases - set(passed(run, self._judging)))

    def _note(self, where: "Conversations", what: list[str], said: list[str]) -> None:
        if what:
            name = self._material.name
            self.figures.finds.append(Find(name, self._seed, where, what, said))


def run_apart(
    material: Material, seed: int, numbers: range, until: float, transcribes: bool = False
) -> Figures:
    """Run a campaign in a process of its own, since one keeps the hooks of the lesson it judged."""
    os.environ["PYTHONHASHSEED"] = "0"  # as a worker's
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(run_here, material, seed, numbers, until, transcribes).result()


def run_here(
    material: Material, seed: int, numbers: range, until: float, transcribes: bool
) -> Figures:
    """Run a campaign in this process."""
    campaign = Campaign(material, seed, numbers, until, transcribes)
    with tempfile.TemporaryDirectory(prefix="grader-fuzz-") as folder:
        open_house(material, Path(folder), campaign.visit)
    return campaign.figures
