"""The contract: what the reference's run gave and asked, by case and by name.

Names are `bank.Account` (a name of the module), `Account()` (what calling it gives),
`Account.balance`, `Account.deposit()`, `bank.rates()[]` (what lies in data, or is yielded) and
`bank.pay()!` (what an error holds). What is written `Account` is the role of the reference's class:
an object of a submission plays the role that the reference's object had at its name.
"""

from enum import StrEnum

import msgspec

MAX_TURNS = 10_000  # values at one name, of which some are objects


class Shape(StrEnum):
    """What came at a name."""

    DATA = "data"
    OBJECT = "object"
    CLASS = "class"
    FUNCTION = "function"
    MODULE = "module"
    ITERATOR = "iterator"
    ERROR = "error"
    TEST = "test"  # an object of the test, back again


class Operand(StrEnum):
    """The kind of value that a special method hears."""

    DATA = "data"
    OBJECT = "object"
    ERROR = "error"


class Action(StrEnum):
    """What a submission may do in a case only where the reference's run did the same."""

    USES = "uses"  # asks a test's object for an attribute, or something else
    LACKS = "lacks"  # gives NaN, or nothing in place of items at a name
    COMPILES = "compiles"  # has a text compiled beside the cases, by its digest
    NAMES = "names"  # gives a path that leads to a hidden file
    OPENS = "opens"  # has a hidden file opened: no more often than the reference
    CHANGES = "changes"  # changes a file that it did not make
    STARS = "stars"  # has a name that a test imports by a star


class CaseContract(msgspec.Struct):
    """What one case admits: four sets, and nothing beside them."""

    shapes: dict[str, list[str]] = {}  # each name, and what came there: `object:Account`
    turns: dict[str, list[int]] = {}  # which of the values at a name were objects
    answered: set[str] = set()  # role, family of operators and kind of operand of each answer
    actions: dict[str, int] = {}  # what else was done, and how often

    def needs(self) -> list[str]:
        """Name what is more than functions and data, with its shape."""
        plain = (Shape.DATA, Shape.FUNCTION, Shape.MODULE, Shape.ITERATOR)
        return [
            f"{name} is {shape.rstrip(':').replace(':', ' ')}"
            for name, shapes in self.shapes.items()
            for shape in shapes
            if shape.partition(":")[0] not in plain
        ]

    def add(self, other: "CaseContract") -> None:
        """Admit what another run of the reference did, too."""
        for name, shapes in other.shapes.items():
            own = self.shapes.setdefault(name, [])
            own += [shape for shape in shapes if shape not in own]
        self.answered |= other.answered
        for action, times in other.actions.items():
            self.actions[action] = max(times, self.actions.get(action, 0))


class Contract(msgspec.Struct):
    """What each case admits; the empty id is what happens before any case."""

    cases: dict[str, CaseContract] = {}

    def needs_objects(self) -> bool:
        """Whether the reference gave or took more than functions and data."""
        return any(case.needs() for case in self.cases.values())


class Terms:
    """The contract of the running case: recorded in the reference's run, and kept in all others.

    Each question has one method, which records what the reference does and answers that it may.
    """

    def __init__(self, contract: Contract, *, is_recording: bool) -> None:
        self.contract = contract
        self.is_recording = is_recording
        self.start_case("")

    def start_case(self, case: str) -> None:
        """Turn to one case; a case that the contract does not know admits nothing."""
        self.id = case
        known = self.contract.cases.get(case)
        if self.is_recording:
            known = self.contract.cases[case] = CaseContract()
        self.case = known or CaseContract()
        self._came: dict[str, int] = {}  # how many values came at a name so far
        self._done: dict[str, int] = {}  # actions, and how often

    def finish_case(self) -> Contract:
        """Give what was recorded for the running case, and before any case."""
        return Contract({one: self.contract.cases[one] for one in ("", self.id)})

    def note_data(self, name: str, count: int) -> None:
        """Count plain data that came at a name."""
        self._came[name] = self._came.get(name, 0) + count
        if self.is_recording:
            self._add_shape(name, f"{Shape.DATA}:")

    def gave_at(self, name: str) -> bool:
        """Whether the reference gave data at a name, or items; while it is recorded it may yet."""
        shapes = self.case.shapes
        has_given = f"{Shape.DATA}:" in shapes.get(name, ()) or f"{name}[]" in shapes
        return self.is_recording or has_given

    def note_instance(self, role: str) -> None:
        """Record that a class refuses to be called: a submission's may refuse what is done next."""
        if self.is_recording:
            self._add_shape(f"{role}()", f"{Shape.OBJECT}:{role}")
            self._add_shape(f"{role}.", f"{Shape.FUNCTION}:")  # its methods

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        """Say which role what came at a name plays; None where it is not admitted.

        `classes` are the names along its inheritance. The first is the role where the reference is
        recorded; else they choose, where the name has several roles.
        """
        turn = self._came.get(name, 0)
        if self.is_recording:
            own = classes[0] if classes else ""
            self._add_shape(name, f"{shape}:{own}")
            if turn < MAX_TURNS:
                self.case.turns.setdefault(name, []).append(turn)
            self._came[name] = turn + 1
            return own
        shapes = self.case.shapes.get(name, ())
        if f"{Shape.DATA}:" in shapes and turn not in self.case.turns.get(name, ()):
            return None
        admitted = shapes or self.case.shapes.get(name[: name.rfind(".") + 1], ())
        rows = [one.partition(":") for one in admitted]
        roles = [role for kind, _, role in rows if kind == shape]
        if len(roles) > 1:
            roles = [role for role in classes if role in roles]
        if not roles:
            return None
        self._came[name] = turn + 1
        return roles[0]

    def has_own(self, name: str) -> bool:
        """Whether the reference gave a function or a class of its own at a name."""
        own = (f"{Shape.FUNCTION}:", f"{Shape.CLASS}:")
        shapes = self.case.shapes.get(name, ())
        return not self.is_recording and any(shape.startswith(own) for shape in shapes)

    def _add_shape(self, name: str, shape: str) -> None:
        shapes = self.case.shapes.setdefault(name, [])
        if shape not in shapes:
            shapes.append(shape)

    def believes(self, role: str, family: str, operand: Operand) -> bool:
        """Whether the answer of a special method that hears a value counts."""
        return self.is_recording or f"{role}|{family}|{operand}" in self.case.answered

    def note_answer(self, role: str, family: str, operand: Operand) -> None:
        """Record that the reference's special method gave an answer."""
        if self.is_recording:
            self.case.answered.add(f"{role}|{family}|{operand}")

    def admits(self, action: Action, what: str) -> bool:
        """Whether the reference did the same in this case; a hidden file is opened as often."""
        row = f"{action}|{what}"
        times = self._done[row] = self._done.get(row, 0) + 1
        if self.is_recording:
            self.case.actions[row] = times
        known = self.case.actions.get(row, 0)
        return times <= known if action is Action.OPENS else known > 0
