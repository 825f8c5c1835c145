"""The end of the first tier believes data, and refuses whatever else a peer writes."""

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.bridge.contract import CaseContract, Contract, Learned
from grader.bridge.exceptions import SubmissionEnded
from grader.bridge.inert import Inert, Wrong, WrongResult
from grader.bridge.session import Session
from grader.wire.channel import Channel
from grader.wire.conversation import Breach
from grader.wire.values import (
    ANSWER,
    ASK,
    FUNCTIONS,
    OBJECTS,
    RAISE,
    Box,
    Message,
    Mine,
    Named,
    Raised,
    Value,
    Yours,
    decode,
    encode,
)

MIB = 1 << 20
FACTS: dict[str, Value] = {
    **dict.fromkeys(("name", "qualname", "module"), "dcg"),
    "doc": None,
    "arguments": Box("tuple", 0, ["rels"]),
    **dict.fromkeys(("flags", "count", "line"), 1),
    **dict.fromkeys(("wraps", "is_function", "binds"), False),
}


def answering(value: Value, kind: int = ANSWER, seq: int = 0) -> Message:
    """A frame with nothing but a value."""
    return Message(kind, seq, "", [value], {}, [], [], [], [], {})


class Peer:
    """Plays the jail's end: gives one scripted answer after the other, keeps what it heard."""

    def __init__(self, connection: socket.socket, answers: list[Value | Raised]) -> None:
        self.channel = Channel(connection)
        self.answers = answers
        self.heard: list[Message] = []

    def run(self) -> None:
        """Answer until there is nothing left to say."""
        self.channel.receive()
        for answer in self.answers:
            question = decode(self.channel.receive())
            self.heard.append(question)
            if isinstance(answer, Message):
                answer.seq = question.seq
                self.channel.send(encode(answer))
                continue
            kind = RAISE if isinstance(answer, Raised) else ANSWER
            self.channel.send(encode(answering(answer, kind, question.seq)))


def pair(kind: str, value: Value) -> Box:
    """What a name of a module comes to."""
    return Box("tuple", 0, [kind, value])


def function(facts: dict[str, Value]) -> Box:
    """A function that is told of."""
    return pair("function", Box("dict", 900, [*facts.values()], [*facts]))


Meet = Callable[..., tuple[Session, Peer]]


@pytest.fixture
def meet(tmp_path: Path) -> Iterator[Meet]:
    """A session of the first tier, and a peer that plays its part."""
    threads: list[threading.Thread] = []
    sockets: list[socket.socket] = []

    def met(*answers: Any) -> tuple[Session, Peer]:
        ours, theirs = socket.socketpair()
        sockets.extend((ours, theirs))
        peer = Peer(theirs, list(answers))
        threads.append(threading.Thread(target=peer.run))
        threads[-1].start()
        gate = Learned(Contract(), is_recording=False)
        session = Session(Channel(ours), gate, str(tmp_path), MIB)
        session.start_case("case")
        return session, peer

    yield met
    for connection in sockets:
        connection.shutdown(socket.SHUT_RDWR)
        connection.close()
    for thread in threads:
        thread.join()


def called(session: Session) -> Any:
    """Import the module, take the function from it, call it."""
    module = session.ask("import", ("ndcg", False))
    return session.get(module, "dcg")([3, 2])


def test_functions_are_called_by_name(meet: Meet) -> None:
    """No number of the submission's is asked for, and none is known."""
    session, peer = meet("doc", function(FACTS), 4.0)

    assert called(session) == 4.0
    assert [question.op for question in peer.heard] == ["import", "get", "call"]
    assert peer.heard[2].args[:2] == ["ndcg", "dcg"]


OBJECT = Mine(1, "object", None, {"name": "Ranking"})
LIARS: dict[str, Value] = {
    "an instance": Mine(1, "instance", Named("builtins", "object"), {}),
    "a function": Mine(1, "function", None, FACTS),
    "a class": Mine(1, "class", None, {}),
    "an object of ours": Yours(1),
    "a class of nobody's": Named("os", "system"),
    "an exception": Raised([("builtins", "ValueError")], []),
    "an object without a number": Mine(0, "object", None, {"name": "A"}),
    "an object of a class": Mine(1, "object", Named("builtins", "int"), {"name": "A"}),
    "an object with a fact": Mine(1, "object", None, {"name": "A", "held": 1}),
    "an object without a name": Mine(1, "object", None, {"name": 1}),
    "an iterator of no items": Mine(0, "iterator", None, {"items": 3, "error": None}),
    "an iterator with a number": Mine(7, "iterator", None, {"items": Box("tuple", 0, [])}),
    "a container that never crossed": Box("list", 7, [Mine(1, "instance", None, {})]),
}


@pytest.mark.parametrize("liar", LIARS.values(), ids=LIARS)
@pytest.mark.parametrize("deep", [False, True], ids=["bare", "in a tuple"])
def test_nothing_but_data_is_read(meet: Meet, liar: Value, deep: bool) -> None:
    """What the second tier knows is a breach here, wherever it lies."""
    value = Box("tuple", 0, [liar]) if deep else liar
    session, _ = meet("doc", function(FACTS), answering(value))

    with pytest.raises(Breach):
        called(session)
    with pytest.raises(SubmissionEnded):
        session.ask("import", ("ndcg", False))


@pytest.mark.parametrize(
    "name",
    [
        3.0,
        pair("class", 1),
        Box("tuple", 0, [Mine(1, "object", None, {"name": "A"}), 1]),
        pair("function", 1),
        Box("tuple", 0, ["data"]),
        function({"name": "dcg"}),
        function(FACTS | {"more": 1}),
        function(FACTS | {"name": 3}),
        function(FACTS | {"arguments": Box("tuple", 0, [1])}),
    ],
)
def test_a_name_is_data_or_a_function(meet: Meet, name: Value) -> None:
    """Facts that are missing, strange or too many end the conversation."""
    session, _ = meet("doc", name)

    with pytest.raises(Breach):
        called(session)


@pytest.mark.parametrize(
    "raised",
    [
        Raised([("builtins", "ValueError")], [], cls=Named("builtins", "ValueError")),
        Raised([("builtins", "ValueError")], [], object=Mine(3)),
        Raised([("builtins", "ValueError")], [Yours(1)]),
        Raised([("builtins", "ValueError")], [], state={"x": Named("os", "system")}),
        Raised([("builtins", "KeyError")], [], cause=Raised([], [], object=Mine(0))),
    ],
)
def test_an_exception_is_no_object(meet: Meet, raised: Raised) -> None:
    """It is what kind it is, with data."""
    session, _ = meet("doc", function(FACTS), raised)

    with pytest.raises(Breach):
        called(session)


def test_an_exception_is_of_the_nearest_known_kind(meet: Meet) -> None:
    """A class of the student's is told by what it extends."""
    types = [("ndcg", "Empty"), ("builtins", "ValueError")]
    session, _ = meet("doc", function(FACTS), Raised(types, ["no results"], text="no results"))

    with pytest.raises(ValueError, match="no results"):
        called(session)


def test_an_exception_of_an_own_class_says_what_it_said_there(meet: Meet) -> None:
    """Its text is taken as data; its arguments stay what they were."""
    types = [("ndcg", "Empty"), ("builtins", "KeyError"), ("builtins", "LookupError")]
    session, _ = meet("doc", function(FACTS), Raised(types, [3], text="no result for 3"))

    with pytest.raises(KeyError, match=r"^no result for 3$") as caught:
        called(session)
    assert caught.value.args == (3,)


def test_a_known_exception_words_itself(meet: Meet) -> None:
    """What the peer says of its text is not asked for."""
    raised = Raised([("builtins", "ValueError")], ["two"], text="one")
    session, _ = meet("doc", function(FACTS), raised)

    with pytest.raises(ValueError, match=r"^two$") as caught:
        called(session)
    assert type(caught.value) is ValueError


@pytest.mark.parametrize("name", ["__class__", "__cause__", "__traceback__", "args"])
def test_an_exception_keeps_its_own_kind(meet: Meet, name: str) -> None:
    """What Python keeps about an exception is no attribute that a peer may set."""
    session, _ = meet(
        "doc", function(FACTS), Raised([("builtins", "KeyError")], [], state={name: 3})
    )

    with pytest.raises(KeyError):
        called(session)


def test_nothing_is_asked_of_us(meet: Meet) -> None:
    """There is nothing of the test's that the submission could ask for."""
    question = Message(ASK, 0, "call", [Yours(1)], {}, [], [], [], [], {})
    session, _ = meet("doc", function(FACTS), question)

    with pytest.raises(Breach):
        called(session)


def test_an_object_can_only_be_handed_back(meet: Meet) -> None:
    """Nothing is asked of what is no data; the submission's functions take it as their own."""
    session, peer = meet("doc", function(FACTS), OBJECT, 1.0)
    module = session.ask("import", ("ndcg", False))
    dcg = session.get(module, "dcg")
    given = dcg([3, 2])

    assert type(given) is Inert
    assert dcg(given) == 1.0
    assert peer.heard[3].args[2] == Yours(1)
    with pytest.raises(WrongResult, match=Wrong.OBJECT):
        given.__eq__(4.0)


def test_a_class_is_a_factory_or_nothing(meet: Meet) -> None:
    """One that both sides have is what a dictionary calls for a key that it lacks."""
    counts = Box("defaultdict", 902, [2], ["a"], Named("builtins", "int"))
    session, _ = meet("doc", function(FACTS), Box("tuple", 0, [counts, Named("builtins", "int")]))

    given, cls = called(session)

    assert (given["a"], given["b"]) == (2, 0)
    assert type(cls) is Inert


def test_an_iterator_is_its_items(meet: Meet) -> None:
    """What ends it is raised where it ends."""
    items = Box("tuple", 0, [1, 2])
    error = Raised([("builtins", "ValueError")], [])
    drawn = Mine(0, "iterator", None, {"items": items, "error": error})
    session, _ = meet("doc", function(FACTS), drawn)

    given = called(session)

    assert [next(given), next(given)] == [1, 2]
    with pytest.raises(ValueError, match=r"^$"):
        next(given)


@pytest.mark.parametrize("op", ["set", "method", "special", "content", "signature", "subclass"])
def test_every_other_question_is_refused(meet: Meet, op: str) -> None:
    """It never leaves this process."""
    session, peer = meet("doc", function(FACTS))
    module = session.ask("import", ("ndcg", False))
    dcg = session.get(module, "dcg")

    with pytest.raises(WrongResult):
        session.ask(op, (dcg, "name", "__eq__"))
    assert len(peer.heard) == 2


def test_the_first_frame_names_the_tier(tmp_path: Path) -> None:
    """It is what the reference needed, and never what a submission asks for."""
    needy = Contract({"case": CaseContract(needs={"test_a.py:3": "call with a function"})})
    said = []
    for contract, recording in ((Contract(), False), (Contract(), True), (needy, False)):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            Session(Channel(ours), Learned(contract, recording), str(tmp_path), MIB)
            said.append(bytes(Channel(theirs).receive()))

    assert said == [FUNCTIONS, OBJECTS, OBJECTS]
