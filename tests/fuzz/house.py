"""A worker as the product has it, whose jail is a peer on a thread of this process."""

import contextlib
import os
import random
import select
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from grader.border.connection import Channel, ChannelClosed
from grader.course.lesson_files import LessonFiles
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.jail.spec import Ending, Isolation, JailSpec
from grader.judge.examination import SURROUNDINGS
from grader.judge.examiner import prepare_interpreter
from grader.judge.jobs import Job, Run
from grader.judge.learning import learn_lesson
from grader.judge.pair_maker import PairMaker
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from grader.judge.verdict import Judging
from grader.judge.worker import Worker
from grader.model.course import Lesson, LessonId, Limits

from .peer import Peer
from .script import Recorder, Script

AMPLE = Limits(seconds_per_case=10, seconds_in_all=120)  # for who is honest on a busy machine
BRIEF = Limits(seconds_per_case=0.3, wall_multiple=2, seconds_in_all=5)
_SERVES = "import sys; from grader.inside.tiers import serve; serve(int(sys.argv[1]))"
_ENDED = Ending(0, None, 0, 0.0)  # nothing of a peer is left to be killed or waited for
# gets ready with its end of a channel, and gives what is then run on a thread: a thread that
# imports or starts a process while this one forks would leave the fork with its locks
Partner = Callable[[socket.socket], Callable[[], None]]


@dataclass(frozen=True)
class Material:
    """A lesson to be fuzzed: hidden cases, a right submission and one that is wrong everywhere."""

    folder: Path

    @property
    def name(self) -> str:
        """The name of the lesson and of its module."""
        return self.folder.name

    @property
    def hidden(self) -> Path:
        """The file of the hidden cases."""
        return self.folder / f"test_{self.name}.py"

    def submission(self, side: str) -> dict[str, bytes]:
        """Read what is submitted: the side is right or wrong."""
        return {f"{self.name}.py": (self.folder / f"{side}.py").read_bytes()}


class PeersJail:
    """Stands for a warm jail: a child of it is whatever the partner does with a socket."""

    def __init__(self, spec: JailSpec) -> None:
        self.spec = spec
        self.partner: Partner
        self._folders = (spec.scratch / "cases", spec.scratch / "work")

    def start(self) -> None:
        """Do nothing: a partner is ready."""

    def load(self, module: str) -> None:
        """Do nothing: a partner loads what it needs."""

    def open(self) -> JailedChild:
        """Have the partner at the other end of a new channel, and empty folders."""
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        ours, theirs = socket.socketpair()
        threading.Thread(target=self.partner(theirs), daemon=True).start()
        return JailedChild(0, ours, (_nothing(), _nothing()), lambda seconds: _ENDED, _ENDED)

    def close(self) -> None:
        """Do nothing: a partner ends when the examiner hangs up."""


class PeerMaker(PairMaker):
    """Makes pairs of an examiner and a peer."""

    def _confined(self) -> None:
        """Leave examiners as they are: nothing is isolated here."""

    def limit(self, limits: Limits) -> None:
        """Hold what follows to other limits."""
        self._limits = limits


class House(Worker):
    """Learns one lesson, and then judges what its guest wants judged."""

    def __init__(self, stage: Stage, folder: Path, guest: Callable[[], None]) -> None:
        self._jail = PeersJail(stage.jail_spec())
        connection, _ = socket.socketpair()
        self._makes = PeerMaker(stage, cast("Jail", self._jail), folder / "copies")
        super().__init__(connection, stage, self._makes)
        self._guest = guest
        self.has_served = False
        self.isolation = stage.isolation

    def serve(self) -> None:
        """Let the guest in, where a worker would wait for orders."""
        self._guest()
        self.has_served = True

    # -- as learning sees a pool

    def judge(self, jobs: list[Job]) -> list[Run]:
        """Judge with a jail's end that is not hostile."""
        return [self.record(job)[0] for job in jobs]

    def learn(self, knowledge: object) -> None:
        """Keep nothing: what was learned is given back to who opened the house."""

    # -- conversations

    def record(self, job: Job) -> tuple[Run, Recorder]:
        """Judge a submission, and take down what is said."""
        recorder = Recorder()
        work = Path(self._stage.scratch) / "work"
        run = self._judged(job, lambda theirs: serve_and_record(theirs, work, recorder))
        return run, recorder

    def play(
        self, script: Script, sources: dict[str, bytes], limits: Limits
    ) -> tuple[Run, list[Peer]]:
        """Judge what peers play; each that judging needed is given back."""
        peers: list[Peer] = []

        def partner(theirs: socket.socket) -> Callable[[], None]:
            peers.append(Peer(script, theirs))
            return peers[-1].play

        return self._judged(Job(0, sources), partner, limits), peers

    def _judged(self, job: Job, partner: Partner, limits: Limits = AMPLE) -> Run:
        self._jail.partner = partner
        self._limits = limits
        self._makes.limit(limits)
        run = self._judge_safely(job)
        self._pairs.tidy()
        return run


def _nothing() -> int:
    reading, writing = os.pipe()
    os.close(writing)
    return reading


def serve_and_record(theirs: socket.socket, work: Path, recorder: Recorder) -> Callable[[], None]:
    """Start a process that serves a submission; what is given back lets all pass, and is noted."""
    ours, desk = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVES, str(desk.fileno())],
        pass_fds=[desk.fileno()],
        cwd=work,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    desk.close()

    def relay() -> None:
        with contextlib.suppress(ChannelClosed):
            _relay(Channel(theirs), Channel(ours), (theirs, ours), recorder)
        process.kill()
        process.wait()

    return relay


def _relay(
    examiner: Channel, jail: Channel, ends: tuple[socket.socket, socket.socket], recorder: Recorder
) -> None:
    while True:
        for ready in select.select(ends, [], [])[0]:
            if ready is ends[0]:
                for data in _received(examiner):
                    recorder.note_heard(data)
                    jail.send(data)
            else:
                for data in _received(jail):
                    recorder.note_said(data)
                    examiner.send(data)


def _received(channel: Channel) -> Iterator[bytes]:
    """Yield the frames that have come, of which a channel reads several at once."""
    yield bytes(channel.receive())
    while channel.has_waiting():
        yield bytes(channel.receive())


def stage_of(material: Material, folder: Path, isolation: Isolation) -> Stage:
    """Lay the hidden cases out in a folder."""
    hidden = folder / "hidden"
    hidden.mkdir()
    (hidden / material.hidden.name).write_bytes(material.hidden.read_bytes())
    return Stage(
        hidden_folder=str(hidden),
        module=material.name,
        course_files={},
        packages=(),
        isolation=isolation,
        cache_folder=str(folder / "compiled"),
        limits=AMPLE,
        hand_in=tuple(material.submission("right")),
        scratch=str(folder / "scratch"),
    )


def learn(material: Material, pool: Pool, folder: Path) -> Judging:
    """Learn a lesson, of which no case may be left out."""
    sources = material.submission("right")
    lesson = Lesson(LessonId(material.name), material.name, hand_in=tuple(sources))
    files = LessonFiles(sources, (), {}, folder / "hidden", material.name)
    learned = learn_lesson(pool, lesson, files, folder / "learned")
    if learned.warnings:
        raise ValueError("\n".join(learned.warnings))
    return Judging(lesson, "", learned.knowledge)


def open_house(material: Material, folder: Path, guest: Callable[[House, Judging], None]) -> None:
    """Learn a lesson in this process, and let a guest judge it over and over."""
    # at this level files cross as frames; nothing is isolated here
    stage = stage_of(material, folder, "full")
    prepare_interpreter(stage.cache_folder, ())
    SURROUNDINGS.install()
    random.seed(0)
    house = House(stage, folder, lambda: guest(house, judging))
    judging = learn(material, cast("Pool", house), folder)
    house._learn(judging.knowledge)
    if not house._serve_warm():
        house.serve()
    if not house.has_served:  # pytest, in whose loop it was, has said why
        raise ChildProcessError(f"The campaign on {material.name} broke down.")
