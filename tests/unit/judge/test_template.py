"""Stand-ins made in advance are bound to a submission that fits, and to no other."""

import types
from collections.abc import Callable
from typing import Any

import pytest
from grader.bridge.exceptions import SubmissionEnded
from grader.bridge.modules import RemoteModule, StudentFinder
from grader.bridge.session import Session
from grader.wire.classes import RemoteMeta, RemoteObject
from grader.wire.functions import RemoteFunction
from grader.wire.standins import number_of

from grader.border.contract import Contract, Learned
from grader.judge.events import EarlyNames
from grader.judge.template import (
    NotInAdvance,
    RecordingSession,
    TemplateSession,
    Unbound,
)
from tests.unit.judge.builders import TEST_FILE

FACTS = dict[str, Any](name="add", qualname="add", module="sums", doc=None, is_function=True)
FACTS |= {"line": 1, "flags": 0, "arguments": (), "count": 0}
FILES = ("sums.py",)
EARLY = EarlyNames(["sums"], [("sums", "add", FACTS)])
CHANNEL: Any = types.SimpleNamespace(send=len)  # nothing else is sent: the jail is scripted


class Jail:
    """Stands for a jail: answers questions by their name, notes them."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def ask(self, session: Any, op: str, _args: Any, _named: Any = None) -> Any:
        """Answer as scripted; an exception is raised, a function is asked with the session."""
        self.asked.append(op)
        answer = self.answers.get(op)
        if isinstance(answer, BaseException):
            raise answer
        return answer(session) if callable(answer) else answer


@pytest.fixture
def jail(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Jail]:
    """Return a function that puts a scripted jail at the other end of all sessions."""

    def script(**answers: Any) -> Jail:
        scripted = Jail(**answers)

        def ask(session: Session, *question: Any) -> Any:  # a method, unlike `scripted.ask`
            return scripted.ask(session, *question)

        monkeypatch.setattr(Session, "ask", ask)
        return scripted

    return script


def sums(session: Any, number: int = 7) -> RemoteModule:
    """The submission's module."""
    return RemoteModule(session, number, "sums")


def add(session: Any, number: int = 8) -> RemoteFunction:
    """The submission's function, with facts of its own."""
    return RemoteFunction(session, number, {**FACTS, "doc": "mine"})


def template() -> tuple[TemplateSession, RemoteModule, RemoteFunction]:
    """Collect in advance: import the module, take a function from it."""
    session = TemplateSession(EARLY, Contract(), "/hidden", 1 << 20, FILES)
    module = session.ask("import", ("sums", False))
    return session, module, session.ask("get", (module, "add"))


@pytest.mark.parametrize(
    "read",
    [
        lambda finder, _: finder.get_source("sums"),
        lambda _, function: function.__code__,
        lambda _, function: function.__doc__,
    ],
    ids=["the text", "the code of a function", "the docstring of a function"],
)
def test_how_it_is_written_is_not_known_in_advance(jail: Callable[..., Jail], read: Any) -> None:
    """Whoever looks at that while collecting is collected again, even if he goes on."""
    session, _, function = template()
    finder = StudentFinder(session, dict.fromkeys(FILES, b""))
    was_ready = session.is_ready()

    with pytest.raises(NotInAdvance):
        read(finder, function)

    assert (was_ready, session.is_ready()) == (True, False)


def test_code_is_of_the_file_that_was_handed_in(jail: Callable[..., Jail]) -> None:
    """A function names the file of its module, and else what no file is called."""
    session, _, _ = template()
    session.sources = {"sums.py": b"", "shop/__init__.py": b"", "shop/models.py": b""}
    modules = ("sums", "shop", "shop.models", "operator")
    elsewhere = session.module_told("operator")

    files = [
        RemoteFunction(session, 0, FACTS | {"module": name}).__code__.co_filename
        for name in modules
    ]

    assert files == ["sums.py", "shop/__init__.py", "shop/models.py", f"<module {elsewhere}>"]


def test_what_the_reference_has_is_there_in_advance(jail: Callable[..., Jail]) -> None:
    """Modules and functions of the reference can be imported with no jail at all."""
    scripted = jail()

    session, module, function = template()

    assert session.ask("import", ("sums", False)) is module
    assert (type(module), type(function)) == (RemoteModule, RemoteFunction)
    assert scripted.asked == []


@pytest.mark.parametrize(
    ("op", "args"),
    [("get", (None, "add")), ("call", (None,)), ("special", (None, None, "__eq__"))],
)
def test_nothing_else_is_there_in_advance(op: str, args: tuple[Any, ...]) -> None:
    """A call, a constant or an operator while collecting waits for a submission."""
    session, module, _ = template()

    with pytest.raises(NotInAdvance):
        session.ask(op, args)
    with pytest.raises(NotInAdvance):
        session.ask("get", (module, "LIMIT"))


def test_a_fitting_submission_is_bound(jail: Callable[..., Jail]) -> None:
    """After binding, the stand-ins stand for the submission's own module and function."""
    scripted = jail(**{"import": sums, "get": add})
    session, module, function = template()

    session.bind(Contract(), {"sums.py": b""}, "")

    assert (number_of(module), number_of(function)) == (7, 8)
    assert scripted.asked == ["begin", "import", "get"]
    assert session.ask("import", ("sums", False)).__name__ == "sums"


@pytest.mark.parametrize(
    "answers",
    [
        {"import": SyntaxError("bad"), "get": add},
        {"import": sums, "get": AttributeError("add")},
        {"import": sums, "get": 3},
        {"import": sums, "get": sums},
        {"import": add, "get": add},
        {"import": None, "get": add},
        {"import": SystemExit(3), "get": add},
        {"import": GeneratorExit(), "get": add},
    ],
)
def test_another_submission_is_not_bound(
    answers: dict[str, Any], jail: Callable[..., Jail]
) -> None:
    """What differs in kind from the reference, or cannot be imported, is collected again."""
    jail(**answers)
    session, _, _ = template()

    with pytest.raises(Unbound):
        session.bind(Contract(), {"sums.py": b""}, "")


def test_the_end_of_a_submission_is_no_misfit(jail: Callable[..., Jail]) -> None:
    """A submission that ends while it is bound is not tried again."""
    jail(**{"import": SubmissionEnded("ended")})
    session, _, _ = template()

    with pytest.raises(SubmissionEnded):
        session.bind(Contract(), {"sums.py": b""}, "")


def recorded(jail: Callable[..., Jail], **answers: Any) -> RecordingSession:
    """Record a run of the reference over a scripted jail."""
    jail(begin=None, **{"import": sums, "get": add}, **answers)
    gate = Learned(Contract(), is_recording=True)
    session = RecordingSession(CHANNEL, gate, "/hidden", stop_at=1 << 20)
    session.ask("begin", ())
    return session


def test_recording_notes_what_is_asked_before_the_first_case(jail: Callable[..., Jail]) -> None:
    """Modules and functions are noted with their facts, until the first case begins."""
    session = recorded(jail)

    module = session.ask("import", ("sums", False))
    session.ask("get", (module, "add"))
    session.start_case(f"{TEST_FILE}::one")
    session.ask("import", ("other", False))

    assert session.early.modules == ["sums"]
    assert [(m, n) for m, n, _ in session.early.functions] == [("sums", "add")]
    assert session.early.can_wait


def test_recording_notes_what_a_template_cannot_serve(jail: Callable[..., Jail]) -> None:
    """A call while collecting means that each submission is collected again."""
    session = recorded(jail, call=3)

    session.ask("call", (add(session),))

    assert not session.early.can_wait


def account(session: Any, number: int = 9) -> type:
    """The submission's class."""
    names = {"_grader_built": True, "_grader_link": session, "_grader_number": number}
    made: type = RemoteMeta("Account", (RemoteObject,), names)
    return made


def collected_with_a_class() -> tuple[TemplateSession, types.ModuleType]:
    """Collect in advance a hidden module that imports a class."""
    early = EarlyNames(["sums"], [], [("sums", "Account")])
    session = TemplateSession(early, Contract(), "/hidden", 1 << 20, FILES)
    hidden = types.ModuleType("test_sums")
    module = session.ask("import", ("sums", False))
    vars(hidden)["Account"] = session.ask("get", (module, "Account"))
    return session, hidden


def test_recording_notes_classes(jail: Callable[..., Jail]) -> None:
    """A class that is imported can be filled in later."""
    session = recorded(jail)
    module = session.ask("import", ("sums", False))
    jail(get=account)

    session.ask("get", (module, "Account"))

    assert (session.early.classes, session.early.can_wait) == ([("sums", "Account")], True)


@pytest.mark.parametrize(("name", "can_wait"), [("__test__", True), ("FEE", False)])
def test_recording_notes_what_fails(name: str, can_wait: bool, jail: Callable[..., Jail]) -> None:
    """A question that fails counts too, unless pytest asks it of all that it sees."""
    session = recorded(jail)
    jail(get=AttributeError(name))

    with pytest.raises(AttributeError):
        session.ask("get", (account(session), name))

    assert session.early.can_wait == can_wait


def test_a_class_is_filled_in(jail: Callable[..., Jail]) -> None:
    """After binding, a hidden module holds the submission's own class."""
    jail(**{"import": sums, "get": account})
    session, hidden = collected_with_a_class()

    assert session.is_ready()
    session.bind(Contract(), {"sums.py": b""}, "")

    assert type(vars(hidden)["Account"]) is RemoteMeta


def test_a_class_that_is_none_is_not_filled_in(jail: Callable[..., Jail]) -> None:
    """Where the submission has a function of that name, all is collected again."""
    jail(**{"import": sums, "get": add})
    session, _hidden = collected_with_a_class()

    assert session.is_ready()
    with pytest.raises(Unbound):
        session.bind(Contract(), {"sums.py": b""}, "")


def test_a_class_held_elsewhere_is_not_ready() -> None:
    """A class that is kept in a list, too, cannot be filled in everywhere."""
    session, hidden = collected_with_a_class()
    kept = [vars(hidden)["Account"]]

    assert not session.is_ready()
    assert kept


@pytest.mark.parametrize("use", [repr, lambda cls: cls(3), lambda cls: cls.FEE, iter, len])
def test_a_class_that_was_used_is_not_ready(use: Callable[[Any], Any]) -> None:
    """Whoever uses a class too early is refused, and it is noticed even if they go on."""
    session, hidden = collected_with_a_class()

    with pytest.raises(NotInAdvance):
        use(vars(hidden)["Account"])

    assert not session.is_ready()
