"""What the reference does at each place of each case: the measure for what may arrive.

A place is an expression of a hidden test, with what is done there. Where the reference gave
data, an object of the student's is inert; where it asked no operator, none is asked. Functions by
name, data, exceptions, printed text and files are the first tier; whatever else the reference's run
asks, hands over or is given is a need for the second, in which objects cross.
"""

from enum import StrEnum

import msgspec

from grader.wire.kinds import Lack

from .questions import Asking, Spot, called


class Deed(StrEnum):
    """What the reference's run did, under a name, and a submission may do then."""

    CHANGES = "file"  # one that it did not make
    LACKS = "lack"  # gives a table, array or list without values or items
    SETS = "set"  # what a test's class has for all its objects
    OPENS = "opened"  # a hidden file, at a place
    STARS = "star"  # has a name that a test imports by a star
    RUNS = "text"  # as the test's own, by its digest
    USES = "module"  # of Python's library
    IS_OF = "home"  # a module, as a function or class of its own


# all others count in whichever case they were done
_OF_THE_CASE = (Deed.CHANGES, Deed.LACKS, Deed.SETS)


class CaseContract(msgspec.Struct):
    """The places of one case."""

    objects: set[str] = msgspec.field(default_factory=set)  # place, label and depth
    operators: dict[str, list[str]] = msgspec.field(default_factory=dict)  # place to modes
    needs: dict[str, str] = msgspec.field(default_factory=dict)  # place to what needs objects


class Contract(msgspec.Struct):
    """The reference's run over all cases; the empty id is what happens before any case."""

    cases: dict[str, CaseContract] = msgspec.field(default_factory=dict)

    def needs_objects(self) -> bool:
        """Whether the reference needed more than functions and data."""
        return any(case.needs for case in self.cases.values())


class Learned:
    """Records a contract, or holds a run to one."""

    def __init__(self, contract: Contract, is_recording: bool) -> None:
        self.contract = contract
        self.is_recording = is_recording
        self._case = CaseContract()
        self._id = ""
        self.start_case("")

    def start_case(self, case: str) -> None:
        """Turn to the places of one case."""
        self._id = case
        if self.is_recording:
            self._case = self.contract.cases.setdefault(case, CaseContract())
        else:
            self._case = self.contract.cases.get(case) or CaseContract()

    def contract_of_case(self) -> Contract:
        """What was recorded for the running case, and before any case."""
        kept = {case: self.contract.cases[case] for case in ("", self._id)}
        return Contract(kept)

    def note_asked(self, asking: Asking) -> None:
        """Record which function is called at a place."""
        self._case.objects.update(asking.by_label())

    def note_call(self, name: str) -> None:
        """Record that a method of that name is called."""
        if self.is_recording:
            self._case.objects.add(called(name))

    def note_object(self, spot: Spot) -> None:
        """Record that an object may come back there."""
        if self.is_recording:
            self._case.objects.update(spot.asking.recorded(spot.path))

    def note_need(self, place: str, what: str) -> None:
        """Record what other than functions and data is needed there."""
        if self.is_recording:
            self._case.needs.setdefault(place, what)

    def admits_object(self, spot: Spot) -> bool:
        """Whether an object may come back there."""
        self.note_object(spot)
        known = self._case.objects
        if spot.asking.is_denied(known, spot.path):
            return False
        return any(place in known for place in spot.asking.looked_up(spot.path))

    def admits(self, deed: Deed, name: str) -> bool:
        """Whether the reference's run did the same: in this case, or in any where that counts."""
        in_any = self.contract.cases.setdefault("", CaseContract())
        known = self._case.objects if deed in _OF_THE_CASE else in_any.objects
        if self.is_recording:
            known.add(f"{deed}|{name}")
        return f"{deed}|{name}" in known

    def admits_lack(self, lack: Lack, is_told: bool) -> bool:
        """Whether a table or array that the submission gives may lack values, or items.

        It may lack items where the reference gave a list or the like without any, too; what is
        merely told of an object does not count.
        """
        if lack is Lack.PLAIN_ITEMS:
            is_given = self.is_recording and not is_told
            return not is_given or self.admits(Deed.LACKS, Lack.ITEMS.value)
        return self.admits(Deed.LACKS, lack.value)

    def is_in_case(self) -> bool:
        """Whether a case is running, and the hidden files are not just being imported."""
        return bool(self._id)

    def admits_target(self, asking: Asking) -> bool:
        """Whether what an attribute holds is there to be called, as the reference's method is."""
        return asking.op == "get" and called(asking.name) in self._case.objects

    def admits_operator(self, place: str) -> bool:
        """Whether the student's own operator may be asked at a place."""
        if self.is_recording:
            self._case.operators.setdefault(place, [])
        return place in self._case.operators

    def equality(self, place: str, own_mode: str) -> str:
        """How to compare at a place: as the reference's class does; empty where it never did."""
        if self.is_recording:
            modes = self._case.operators.setdefault(place, [])
            if own_mode not in modes:
                modes.append(own_mode)
            return own_mode
        modes = self._case.operators.get(place, [])
        if own_mode in modes:
            return own_mode
        return modes[0] if modes else ""
