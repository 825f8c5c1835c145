"""Stand-ins made in advance are bound to a submission that fits, and to no other."""

import gc
import types
from collections.abc import Callable
from typing import Any

import pytest

from grader.border.client import Client, SubmissionEnded
from grader.border.contract import Contract, Terms
from grader.border.facts import ClassFacts, FunctionFacts
from grader.border.proxies import (
    Handle,
    RemoteFunction,
    RemoteMeta,
    RemoteModule,
    handle_of,
    make_class,
    own_dict,
)
from grader.border.surroundings import Surroundings
from grader.judge.jobs import EarlyNames
from grader.judge.template import NotInAdvance, RecordingClient, TemplateClient, Unbound
from tests.unit.judge.builders import TEST_FILE

FACTS = FunctionFacts(3, "add", "add", "sums")
EARLY = EarlyNames([("sums", "add", FACTS)])
CONNECTION: Any = None  # the jail is scripted
Script = Callable[..., list[str]]


@pytest.fixture
def jail(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Return a function that scripts the jail's answers by operation; it gives what is asked."""

    def script(**answers: Any) -> list[str]:
        asked: list[str] = []

        def ask(client: Client, _path: str, operation: str, *_values: Any) -> Any:
            asked.append(operation)
            answer = answers.get(operation)
            if isinstance(answer, BaseException):
                raise answer
            return answer(client) if callable(answer) else answer

        monkeypatch.setattr(Client, "ask", ask)
        return asked

    return script


def sums(client: Any) -> RemoteModule:
    """The submission's module."""
    module = RemoteModule("sums")
    own_dict(module)["_grader_handle"] = Handle(client, 7, "sums")
    return module


def add(client: Any) -> RemoteFunction:
    """The submission's function, with facts of its own."""
    return RemoteFunction(Handle(client, 8, "sums.add"), FunctionFacts(8, "add", "add", "sums"))


def account(client: Any) -> type:
    """The submission's class."""
    told = ClassFacts(9, "Account", "Account", "sums", [], [], [], True)
    return make_class(client, told, (object,), is_recording=False)


def template() -> tuple[TemplateClient, Any, Any]:
    """Collect in advance: import the module, take a function from it."""
    client = TemplateClient(EARLY, Contract(), 1 << 20)
    module = client.ask("", "import", "sums", False)
    return client, module, client.ask("", "get", module, "add")


def bind(client: TemplateClient) -> None:
    """Turn to a submission."""
    client.bind()


@pytest.mark.parametrize(
    "read",
    [lambda client, _: client.file_of("sums"), lambda _, function: function.__doc__],
    ids=["the file", "the docstring of a function"],
)
def test_how_it_is_written_is_not_known_in_advance(read: Any) -> None:
    """Whoever looks at that while collecting is collected again, even if he goes on."""
    client, _, function = template()
    was_ready = client.is_ready()

    with pytest.raises(NotInAdvance):
        read(client, function)

    assert (was_ready, client.is_ready()) == (True, False)


def test_what_the_reference_has_is_there_in_advance(jail: Script) -> None:
    """Modules and functions of the reference can be imported with no jail at all."""
    asked = jail()

    client, module, function = template()

    assert client.ask("", "import", "sums", False) is module
    assert (type(module), type(function)) == (RemoteModule, RemoteFunction)
    assert asked == []


@pytest.mark.parametrize("operation", ["get", "call", "special"])
def test_nothing_else_is_there_in_advance(operation: str) -> None:
    """A call, a constant or an operator while collecting waits for a submission."""
    client, module, _ = template()

    with pytest.raises(NotInAdvance):
        client.ask("", operation, None, "add")
    with pytest.raises(NotInAdvance):
        client.ask("", "get", module, "LIMIT")


def test_a_fitting_submission_is_bound(jail: Script) -> None:
    """After binding, the stand-ins stand for the submission's own module and function."""
    asked = jail(**{"import": sums, "get": add})
    client, module, function = template()

    bind(client)

    handles = [handle_of(module), handle_of(function)]
    assert [handle.number for handle in handles if handle] == [7, 8]
    assert asked == ["import", "get"]


@pytest.mark.parametrize(
    "answers",
    [
        {"import": SyntaxError("bad"), "get": add},
        {"import": sums, "get": AttributeError("add")},
        {"import": sums, "get": 3},
        {"import": sums, "get": sums},
        {"import": sums, "get": account},
        {"import": SystemExit(3), "get": add},
        {"import": GeneratorExit(), "get": add},
    ],
)
def test_another_submission_is_not_bound(answers: dict[str, Any], jail: Script) -> None:
    """What differs in kind from the reference, or cannot be imported, is collected again."""
    jail(**answers)
    client, _, _ = template()

    with pytest.raises(Unbound):
        bind(client)


def test_the_end_of_a_submission_is_no_misfit(jail: Script) -> None:
    """A submission that ends while it is bound is not tried again."""
    jail(**{"import": SubmissionEnded("ended")})
    client, _, _ = template()

    with pytest.raises(SubmissionEnded):
        bind(client)


def recorded(jail: Script, **answers: Any) -> RecordingClient:
    """Record a run of the reference over a scripted jail."""
    jail(**{"import": sums, "get": add, **answers})
    terms = Terms(Contract(), is_recording=True)
    return RecordingClient(CONNECTION, terms, Surroundings(terms, 1 << 20))


def test_recording_notes_what_is_asked_before_the_first_case(jail: Script) -> None:
    """Functions are noted with their facts, until the first case begins."""
    client = recorded(jail)

    module = client.ask("", "import", "sums", False)
    client.ask("", "get", module, "add")
    client.terms.start_case(f"{TEST_FILE}::one")
    client.ask("", "import", "other", False)

    assert [(m, n) for m, n, _ in client.early.functions] == [("sums", "add")]
    assert client.early.can_wait


def test_recording_notes_what_a_template_cannot_serve(jail: Script) -> None:
    """A call while collecting means that each submission is collected again."""
    client = recorded(jail, call=3)

    client.ask("", "call", add(client), ())

    assert not client.early.can_wait


def test_recording_notes_classes(jail: Script) -> None:
    """A class that is imported can be filled in later."""
    client = recorded(jail, get=account)

    client.ask("", "get", client.ask("", "import", "sums", False), "Account")

    assert (client.early.classes, client.early.can_wait) == ([("sums", "Account")], True)


@pytest.mark.parametrize(("name", "can_wait"), [("__test__", True), ("FEE", False)])
def test_recording_notes_what_fails(name: str, can_wait: bool, jail: Script) -> None:
    """A question that fails counts too, unless pytest asks it of all that it sees."""
    client = recorded(jail, get=AttributeError(name))

    with pytest.raises(AttributeError):
        client.ask("", "get", account(client), name)

    assert client.early.can_wait == can_wait


def collected_with_a_class() -> tuple[TemplateClient, types.ModuleType]:
    """Collect in advance a hidden module that imports a class."""
    early = EarlyNames([], [("sums", "Account")])
    client = TemplateClient(early, Contract(), 1 << 20)
    hidden = types.ModuleType("test_sums")
    module = client.ask("", "import", "sums", False)
    vars(hidden)["Account"] = client.ask("", "get", module, "Account")
    return client, hidden


def test_a_class_is_filled_in(jail: Script) -> None:
    """After binding, a hidden module holds the submission's own class."""
    jail(**{"import": sums, "get": account})
    client, hidden = collected_with_a_class()

    assert client.is_ready()
    bind(client)

    assert issubclass(type(vars(hidden)["Account"]), RemoteMeta)


def test_a_class_is_found_in_the_last_module_that_gc_knows(
    jail: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What looks for a class holds it no more when its references are counted."""
    jail(**{"import": sums, "get": account})
    client, hidden = collected_with_a_class()
    monkeypatch.setattr(gc, "get_objects", lambda: [hidden])

    assert client.is_ready()


def test_a_class_that_is_none_is_not_filled_in(jail: Script) -> None:
    """Where the submission has a function of that name, all is collected again."""
    jail(**{"import": sums, "get": add})
    client, _hidden = collected_with_a_class()

    assert client.is_ready()
    with pytest.raises(Unbound):
        bind(client)


def test_a_class_held_elsewhere_is_not_ready() -> None:
    """A class that is kept in a list, too, cannot be filled in everywhere."""
    client, hidden = collected_with_a_class()
    kept = [vars(hidden)["Account"]]

    assert not client.is_ready()
    assert kept


@pytest.mark.parametrize("use", [repr, lambda cls: cls(3), lambda cls: cls.FEE, iter, len])
def test_a_class_that_was_used_is_not_ready(use: Callable[[Any], Any]) -> None:
    """Whoever uses a class too early is refused, and it is noticed even if they go on."""
    client, hidden = collected_with_a_class()

    with pytest.raises(NotInAdvance):
        use(vars(hidden)["Account"])

    assert not client.is_ready()
