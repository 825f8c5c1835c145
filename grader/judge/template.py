"""A session that pytest can collect over before there is a submission.

Importing pytest files and collecting their cases costs more than judging a small submission. It
is done once for each lesson, with stand-ins for the functions that the reference has; a fork of
the process then binds these stand-ins to a submission. What a stand-in made in advance cannot
serve (a class, a constant, a call while collecting) is collected anew for each submission.
"""

from typing import Any

import msgspec

from grader.bridge.contract import Contract, Gate
from grader.bridge.modules import RemoteModule
from grader.bridge.session import CONTROL, Session
from grader.wire.channel import Channel
from grader.wire.functions import RemoteFunction
from grader.wire.standins import NUMBER, StandIn, number_of, own_dict
from grader.wire.values import Mine


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    modules: list[str] = []
    functions: list[tuple[str, str, dict[str, Any]]] = []  # module, name, facts
    only_functions: bool = True


class NotInAdvance(Exception):
    """Something is asked while collecting that only a submission can answer."""


class Unbound(Exception):
    """A submission does not fit the stand-ins that were made in advance."""


class RecordingSession(Session):
    """Notes what is asked before the first case."""

    def __init__(self, channel: Channel, gate: Gate, hidden_folder: str, stop_at: int) -> None:
        super().__init__(channel, gate, hidden_folder, stop_at)
        self.early = EarlyNames()
        self._is_early = True

    def start_case(self, case: str) -> None:
        self._is_early = False
        super().start_case(case)

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        result = super().ask(op, args, named)
        if self._is_early and op != "begin":
            self._note_early(op, args, result)
        return result

    def _note_early(self, op: str, args: tuple[Any, ...], result: Any) -> None:
        if op == "import" and isinstance(result, RemoteModule):
            self.early.modules.append(args[0])
        elif op == "get" and isinstance(args[0], RemoteModule) and type(result) is RemoteFunction:
            facts = dict(own_dict(result)["_grader_facts"])
            self.early.functions.append((args[0].__name__, args[1], facts))
        else:
            self.early.only_functions = False


class TemplateSession(Session):
    """Answers from what the reference had, until it is bound to a submission."""

    def __init__(self, early: EarlyNames, hidden_folder: str, stop_at: int) -> None:
        gate = Gate(Contract(), is_recording=False)
        super().__init__(None, gate, hidden_folder, stop_at)  # type: ignore[arg-type] # set by bind
        self._early_facts = {(module, name): facts for module, name, facts in early.functions}
        self._early_modules: dict[str, RemoteModule] = {}
        self._early_functions: list[tuple[RemoteModule, str, RemoteFunction]] = []
        self._is_bound = False
        self._is_binding = False

    def admit(self, made: Any, kind: str, path: str) -> Any:
        # a name that the test imports may be anything; what it gives when used is looked at then
        return made if self._is_binding else super().admit(made, kind, path)

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        if self._is_bound:
            return super().ask(op, args, named)
        if op == "import":
            return self._early_modules.setdefault(args[0], RemoteModule(self, 0, args[0]))
        if op == "get" and isinstance(args[0], RemoteModule):
            return self._early_function(args[0], args[1])
        raise NotInAdvance(op)

    def _early_function(self, module: RemoteModule, name: str) -> RemoteFunction:
        facts = self._early_facts.get((module.__name__, name))
        if facts is None:
            raise NotInAdvance(name)
        made = RemoteFunction(self, 0, dict(facts))
        self._early_functions.append((module, name, made))
        return made

    def bind(
        self, channel: Channel, contract: Contract, sources: dict[str, bytes], cases: str
    ) -> None:
        """Take over a submission; raises Unbound where it differs in kind from the reference."""
        self.channel = channel
        self.gate = Gate(contract, is_recording=False)
        self._is_bound = self._is_binding = True
        self.ask("begin", (sources, "submission", cases))
        try:
            for name, module in self._early_modules.items():
                self._rebind(self.ask("import", (name, False)), module, "module")
            for module, name, function in self._early_functions:
                found = self.get(module, name)
                if type(found) is not RemoteFunction:
                    raise Unbound(name)
                facts = own_dict(found)["_grader_facts"]
                own = {"_grader_facts": facts, "__name__": facts["name"]}
                own_dict(function).update(own)
                self._rebind(found, function, "function")
        except (Unbound, *CONTROL):
            raise
        except BaseException as error:
            raise Unbound(type(error).__name__) from error
        finally:
            self._is_binding = False

    def _rebind(self, found: Any, made: Any, kind: str) -> None:
        if not isinstance(found, StandIn) or (kind == "module") != isinstance(found, RemoteModule):
            raise Unbound(kind)
        number = number_of(found)
        own_dict(made)[NUMBER] = number
        self._told[number] = Mine(number, kind)
        self._theirs[number] = made
