"""Asks special methods, and decides which of their answers are believed.

A special method that is handed no value of the test (`len`, `iter`, `str`, `bool`, an item) is
always believed. One that is handed a value (`==`, order, `in`, arithmetic, `__exit__`) could make
up its answer to suit it: it is believed where the reference's run asked this family of this role
with this kind of operand and got an answer. Elsewhere it is asked all the same, since a test may
wait for its TypeError, but the answer may only deny: `==` is False, `in` is False, NotImplemented.
"""

from typing import TYPE_CHECKING, Any

from .contract import Operand
from .data_types import data_base
from .inert import Wrong, WrongResult
from .proxies import handle_of
from .special_methods import FAMILY, HEARING

if TYPE_CHECKING:
    from .client import Client

_GIVING_ITEMS = ("__next__", "__getitem__", "__missing__")


def ask_special(client: "Client", owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Have a special method of an object in the jail answer."""
    role, family = role_of(owner), FAMILY.get(name, "copy")
    if family not in HEARING:
        handle = handle_of(owner)
        try:
            answer = client.ask(_path_of(role, name), "special", owner, name, args)
        except (StopIteration, IndexError):  # with which a loop ends
            if name in _GIVING_ITEMS and not (handle and handle.has_given):
                client.gate.check_items(role, ())
            raise
        if handle and name in _GIVING_ITEMS:
            handle.has_given = True
        return answer
    operand = operand_of(args[1] if name == "__exit__" else args[0])
    if name == "__exit__":  # a traceback of this end means nothing over there
        args = (*args[:2], None)
    is_believed = client.terms.believes(role, family, operand)
    if name == "__contains__" and not is_believed and hasattr(type(owner), "__iter__"):
        return any(item is args[0] or item == args[0] for item in owner)
    answer = client.ask(f"{role}.<{family}>()", "special", owner, name, args)
    if answer is NotImplemented:
        return answer
    is_itself = args[0] is owner and answer is (name == "__eq__")
    denials = {
        "__eq__": answer is False,
        "__ne__": answer is True,
        "__contains__": answer is False,
        "__exit__": not answer or operand is Operand.DATA,  # of no error
    }
    if is_itself or denials.get(name):
        return answer
    if is_believed:
        client.terms.note_answer(role, family, operand)
        return answer
    return client.gate.refuse(WrongResult(Wrong.BELIEVED, f"{type(owner).__name__}.{name}"))


def _path_of(role: str, name: str) -> str:
    """Name what a special method gives; items have one name, whichever method gives them."""
    if name in _GIVING_ITEMS:
        return f"{role}[]"
    return role if name in ("__iter__", "__reversed__", "__get__") else f"{role}.{name}()"


def role_of(owner: Any) -> str:
    """Give the name of a proxy in the contract."""
    handle = handle_of(owner)
    return "" if handle is None else handle.name


def operand_of(value: Any) -> Operand:
    """Say what kind of value a special method is handed."""
    kind = value if isinstance(value, type) else type(value)
    if issubclass(kind, BaseException):
        is_usual = issubclass(kind, Exception) and not issubclass(kind, AssertionError)
        return Operand.ERROR if is_usual else Operand.FAILURE
    is_data = data_base(type(value)) is not None or value is None or type(value) is bool
    return Operand.DATA if is_data and handle_of(value) is None else Operand.OBJECT
