"""Decides each question to a submission, and each object that comes from one, by one table.

It is shut by default: what no row allows is refused. A row says what is done, what the reference's
run did at that place, and what the submission's object is; the first row that fits decides.
"""

from enum import Enum
from functools import cache
from typing import NamedTuple

from grader.wire.special_methods import FREE, KINDS


class Answer(Enum):
    """Who answers a question, or as what an object is let in."""

    OBJECT = "the object itself"
    CONTENT = "what it holds, as the built-in type that it extends"
    FIELDS = "its fields, or what it holds, read and compared by the grader"
    STATE = "what both hold; its own operator can only deny"
    ITEMS = "its items, one by one"
    IDENTITY = "whether it is the same object"
    UNHEARD = "the object, and its answer is dropped"
    ABSENT = "no such attribute"
    CALLED = "a function, which can be called and nothing else"
    REFUSED = "no answer: the case fails"


# what the reference's run needed: data and functions by name, or objects as well
FUNCTIONS, OBJECTS = "functions and data", "objects"
# what the reference's run did at the place: whether it asked this of an object, how it compared
NEVER, ASKED = "never", "asked"
OWN, SAME, FIELDS, BASE = "own", "as the class does", "fields", "base"
# whether it gave an object where one arrives; else, what one is there for
GAVE = "the reference gave one"
BESIDE, RAISED = "part of an import or a description", "the class of an exception"
LOOPED, REVERSED = "asked for by a loop", "asked for by a loop from the end"
NAMED, HELD = "read from a module by a case", "an attribute that is called"
BOUND = "a method that is bound"
# what the submission's object is
MODULE, FUNCTION = "a module", "a function of a module"
INTERFACE = "anything, under a name that begins with `__array`"  # numpy reads memory by such
DATA, ALIKE, COMPARES = "extends a built-in type", "of one class with the other", "defines =="
MATCHER = "the test's own, and says itself what it equals"

LEAVE = "leaving"  # the end of a `with`, whose answer can swallow an error
_FREELY = "|".join(kind for kind, names in KINDS.items() if names <= FREE)
_OPERATORS = "|".join([*KINDS, "other"])
_OPERATIONS = (
    "op get|op set|op delete|op restore|op call|op method|op special|op inherited|op subclass"
    "|op signature|op copy|op content|op itself|op run|op script|op evaluate|op example|op step"
)
_ARRIVALS = (
    "got class|got function|got module|got coroutine|got iterator|got instance|got error|got yours"
)
_KNOWN = "got known"  # in a container that comes again


class Row(NamedTuple):
    """One line of the table; a part that is empty fits everything."""

    done: frozenset[str]
    learned: frozenset[str]
    given: str
    answer: Answer

    def fits(self, done: str, learned: str, given: frozenset[str]) -> bool:
        """Whether the row speaks of this."""
        is_there = not self.learned or learned in self.learned
        return is_there and done in self.done and (not self.given or self.given in given)


def _row(done: str, learned: str, given: str, answer: Answer) -> Row:
    places = frozenset(filter(None, learned.split("|")))
    return Row(frozenset(done.split("|")), places, given, answer)


TABLE = (
    # what is asked of a submission; which operators and of which objects, the rows below decide
    _row("op get", "", INTERFACE, Answer.ABSENT),
    _row("op begin|op import", "", "", Answer.OBJECT),
    _row(_OPERATIONS, OBJECTS, "", Answer.OBJECT),
    _row("op get|op names", FUNCTIONS, MODULE, Answer.OBJECT),
    _row("op call", FUNCTIONS, FUNCTION, Answer.OBJECT),
    _row("op get", FUNCTIONS, "", Answer.ABSENT),
    # operators of its objects
    _row(_FREELY, "", "", Answer.OBJECT),
    _row(LEAVE, ASKED, "", Answer.OBJECT),
    _row(LEAVE, NEVER, "", Answer.UNHEARD),
    _row("equality", OWN, "", Answer.OBJECT),
    _row("equality", SAME, "", Answer.FIELDS),
    _row("equality", f"{NEVER}|{BASE}", DATA, Answer.CONTENT),
    _row("equality", f"{FIELDS}|{BASE}", ALIKE, Answer.STATE),
    _row("equality", BASE, COMPARES, Answer.ITEMS),
    _row("equality", "", "", Answer.IDENTITY),
    _row(_OPERATORS, ASKED, "", Answer.OBJECT),
    _row(_OPERATORS, NEVER, DATA, Answer.CONTENT),
    _row("membership", NEVER, "", Answer.ITEMS),
    _row("hash", NEVER, "", Answer.IDENTITY),
    _row("order", NEVER, ALIKE, Answer.STATE),
    # objects that arrive
    _row(f"{_ARRIVALS}|{_KNOWN}", f"{BESIDE}|{GAVE}", "", Answer.OBJECT),
    _row("got iterator|got coroutine", "", "", Answer.OBJECT),
    _row("got class", RAISED, "", Answer.OBJECT),
    _row("got instance", "", DATA, Answer.CONTENT),
    _row("got instance", LOOPED, "", Answer.OBJECT),
    _row("got function|got class", NAMED, "", Answer.OBJECT),
    _row("got yours", "", MATCHER, Answer.REFUSED),
    _row("got yours", "", "", Answer.OBJECT),
    _row(_ARRIVALS, HELD, "", Answer.OBJECT),
    _row("got function|got instance", BOUND, "", Answer.CALLED),
    _row("got instance", REVERSED, "", Answer.ITEMS),
)


@cache
def decide(done: str, learned: str = NEVER, given: frozenset[str] = frozenset()) -> Answer:
    """Look up who answers, or as what an object is let in."""
    for row in TABLE:
        if row.fits(done, learned, given):
            return row.answer
    return Answer.REFUSED
