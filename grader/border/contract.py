"""The contract: what the reference's run gave and asked, by case and by name.

Names are `bank.Account` (a name of the module), `Account()` (what calling it gives),
`Account.balance`, `Account.deposit()`, `bank.rates()[]` (what lies in data, or is yielded) and
`bank.pay()!` (what an error holds). A name that comes of an object begins with its role, which is
the name of the reference's class: an object of a submission plays the role that the reference's had
at the same name.
"""

from enum import StrEnum

import msgspec

MAX_TURNS = 10_000  # values at one name


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
    """The kind of value that a special method is handed."""

    DATA = "data"
    OBJECT = "object"
    ERROR = "error"
    FAILURE = "failure"  # an error by which a test fails: what it asserts, or what is no Exception


class Action(StrEnum):
    """What a submission may do in a case only where the reference's run did the same."""

    USES = "uses"  # uses an attribute of a test's object, or a module of Python's own
    LACKS = "lacks"  # gives NaN or an empty array, or data without items at a name
    COMPILES = "compiles"  # has the test compile a text, known by its digest
    NAMES = "names"  # gives a path of a hidden file
    OPENS = "opens"  # has the test open a hidden file, no more often than the reference
    CHANGES = "changes"  # changes a file that it did not make
    STARS = "stars"  # has a name that `from module import *` takes


class CaseContract(msgspec.Struct):
    """What one case admits: four tables, and nothing beside them."""

    shapes: dict[str, list[str]] = {}  # by name, what came there: shape and role, `object:Account`
    turns: dict[str, list[int]] = {}  # by name, which of the values there (0, 1, ...) were objects
    answered: set[str] = set()  # `role|family|operand` of each special method that answered
    actions: dict[str, int] = {}  # `action|what`, and how often

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
        for name, turns in other.turns.items():
            self.turns[name] = sorted({*self.turns.get(name, ()), *turns})
        self.answered |= other.answered
        for action, times in other.actions.items():
            self.actions[action] = max(times, self.actions.get(action, 0))


class Contract(msgspec.Struct):
    """What each case admits; the empty id stands for what happens before any case."""

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
        self._came: dict[str, int] = {}  # by name, how many values came there so far
        self._done: dict[str, int] = {}  # by action, how often it was done so far

    def finish_case(self) -> Contract:
        """Give what was recorded for the running case, and before any case."""
        return Contract({one: self.contract.cases[one] for one in ("", self.id)})

    def note_data(self, name: str, count: int) -> None:
        """Count plain data that came at a name."""
        self._came[name] = self._came.get(name, 0) + count
        if self.is_recording:
            self._add_shape(name, f"{Shape.DATA}:")

    def gave_at(self, name: str) -> bool:
        """Whether the reference gave data or items at a name; True while it is being recorded."""
        shapes = self.case.shapes
        has_given = f"{Shape.DATA}:" in shapes.get(name, ()) or f"{name}[]" in shapes
        return self.is_recording or has_given

    def admit_instance(self, role: str) -> None:
        """Admit an instance and its methods where the reference's class raised as it was called.

        A submission's class may raise later, in the first method.
        """
        if self.is_recording:
            self._add_shape(f"{role}()", f"{Shape.OBJECT}:{role}")
            self._add_shape(f"{role}.", f"{Shape.FUNCTION}:")  # its methods

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        """Say which role a value that came at a name plays; None where it is not admitted.

        `classes` are the names of its class and of the bases. In the reference's run the first is
        the role; in a submission's they only choose where a name has several roles.
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
        # `Account.` stands for each attribute of a role, see `admit_instance`
        admitted = shapes or self.case.shapes.get(name[: name.rfind(".") + 1], ())
        rows = [one.partition(":") for one in admitted]
        roles = [role for kind, _, role in rows if kind == shape]
        if len(roles) > 1:
            roles = [role for role in classes if role in roles]
        if not roles:
            return None
        self._came[name] = turn + 1
        return roles[0]

    def has_own(self, name: str, *kinds: Shape) -> bool:
        """Whether the reference gave one of some kinds at a name, and not one of Python's."""
        own = tuple(f"{kind}:" for kind in kinds)
        shapes = self.case.shapes.get(name, ())
        return not self.is_recording and any(shape.startswith(own) for shape in shapes)

    def _add_shape(self, name: str, shape: str) -> None:
        shapes = self.case.shapes.setdefault(name, [])
        if shape not in shapes:
            shapes.append(shape)

    def believes(self, role: str, family: str, operand: Operand) -> bool:
        """Whether the answer of a special method that is handed a value counts."""
        return self.is_recording or f"{role}|{family}|{operand}" in self.case.answered

    def note_answer(self, role: str, family: str, operand: Operand) -> None:
        """Record that the reference's special method gave an answer."""
        if self.is_recording:
            self.case.answered.add(f"{role}|{family}|{operand}")

    def admits(self, action: Action, what: str) -> bool:
        """Whether the reference did the same in this case, a hidden file's opening as often."""
        row = f"{action}|{what}"
        times = self._done[row] = self._done.get(row, 0) + 1
        if self.is_recording:
            self.case.actions[row] = times
        known = self.case.actions.get(row, 0)
        return times <= known if action is Action.OPENS else known > 0
