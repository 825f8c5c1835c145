"""What the reference's run gave and asked, by case and by name: the measure for all others.

Names are `bank.Account` (a name of the module), `Account()` (what calling it gives),
`Account.balance`, `Account.deposit()`, `bank.rates()[]` (what lies in data, or is yielded) and
`bank.pay()!` (what an error holds). What is written `Account` is the role of the reference's class:
an object of a submission plays the role that the reference's object had at its name.
"""

from enum import StrEnum

import msgspec

MAX_TURNS = 10_000  # values at one name, of which some are objects


class Shape(StrEnum):
    """What something is that is no plain data."""

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


class Deed(StrEnum):
    """What else the reference's run did, and a submission's may do then."""

    USES = "uses"  # asks a test's object something
    LACKS = "lacks"  # gives NaN, what is masked, or an array without items
    COMPILES = "compiles"  # has a text compiled beside the cases, by its digest
    OPENS = "opens"  # a hidden file
    CHANGES = "changes"  # a file that it did not make
    STARS = "stars"  # has a name that a test imports by a star


class CaseContract(msgspec.Struct):
    """What one case admits."""

    shapes: dict[str, list[str]] = {}  # name to shapes, an object's or a class's with its role
    turns: dict[str, list[int]] = {}  # name to which of its values were objects, if not all were
    data: set[str] = set()  # names at which data came
    believed: set[str] = set()  # role, family and kind of operand of which an answer counts
    deeds: set[str] = set()

    def needs(self) -> list[str]:
        """Name what is more than functions and data, with its shape."""
        plain = (Shape.FUNCTION, Shape.MODULE, Shape.ITERATOR)
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
        self.believed |= other.believed
        self.deeds |= other.deeds


class Contract(msgspec.Struct):
    """The reference's run over all cases; the empty id is what happens before any case."""

    cases: dict[str, CaseContract] = {}

    def needs_objects(self) -> bool:
        """Whether the reference gave or took more than functions and data."""
        return any(case.needs() for case in self.cases.values())


class Terms:
    """Records a contract, or holds a run to one."""

    def __init__(self, contract: Contract, *, is_recording: bool) -> None:
        self.contract = contract
        self.is_recording = is_recording
        self.start_case("")

    def start_case(self, case: str) -> None:
        """Turn to what one case admits."""
        self.id = case
        known = self.contract.cases.get(case)
        if self.is_recording:
            known = self.contract.cases[case] = CaseContract()
        self.case = known or CaseContract()
        self._turns: dict[str, int] = {}

    def finish_case(self) -> Contract:
        """Give what was recorded for the running case, and before any case."""
        case = self.case
        case.turns = {name: turns for name, turns in case.turns.items() if name in case.data}
        case.data = set()
        return Contract({one: self.contract.cases[one] for one in ("", self.id)})

    def note_data(self, name: str, count: int) -> None:
        """Hear that so many pieces of plain data came at a name."""
        self._turns[name] = self._turns.get(name, 0) + count
        if self.is_recording:
            self.case.data.add(name)

    def note_instance(self, role: str) -> None:
        """Hear that a class refuses to be called: a submission's may refuse what is done next."""
        if self.is_recording:
            self.case.shapes.setdefault(f"{role}()", [f"{Shape.OBJECT}:{role}"])
            self.case.shapes.setdefault(f"{role}.", [f"{Shape.FUNCTION}:"])  # its methods

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        """Say which role what came at a name plays; None where it is not admitted.

        `classes` are the names along its inheritance, the first of which is the role where the
        reference is recorded. They decide only where a name has several roles.
        """
        turn = self._turns.get(name, 0)
        own = classes[0] if classes else ""
        if self.is_recording:
            shapes = self.case.shapes.setdefault(name, [])
            if f"{shape}:{own}" not in shapes:
                shapes.append(f"{shape}:{own}")
            if turn < MAX_TURNS:
                self.case.turns.setdefault(name, []).append(turn)
            self._turns[name] = turn + 1
            return own
        if name in self.case.turns and turn not in self.case.turns[name]:
            return None
        start = f"{shape}:"
        shapes = self.case.shapes
        admitted = shapes.get(name) or shapes.get(name[: name.rfind(".") + 1], ())
        roles = [one.removeprefix(start) for one in admitted if one.startswith(start)]
        if len(roles) > 1:
            roles = [role for role in classes if role in roles]
        if not roles:
            return None
        self._turns[name] = turn + 1
        return roles[0]

    def has_own(self, name: str) -> bool:
        """Whether the reference gave a function or a class of its own at a name."""
        own = (f"{Shape.FUNCTION}:", f"{Shape.CLASS}:")
        shapes = self.case.shapes.get(name, ())
        return not self.is_recording and any(shape.startswith(own) for shape in shapes)

    def believes(self, role: str, family: str, operand: Operand) -> bool:
        """Whether an answer of a special method that hears a value counts."""
        return f"{role}|{family}|{operand}" in self.case.believed

    def note_answer(self, role: str, family: str, operand: Operand) -> None:
        """Record that the reference's special method gave an answer."""
        if self.is_recording:
            self.case.believed.add(f"{role}|{family}|{operand}")

    def admits(self, deed: Deed, what: str) -> bool:
        """Whether the reference's run did the same in this case; records that it does."""
        if self.is_recording:
            self.case.deeds.add(f"{deed}|{what}")
        return f"{deed}|{what}" in self.case.deeds
