"""The special methods of Python's data model, by family: the one table of them."""

_ARITHMETIC = "add sub mul truediv floordiv mod pow and or xor lshift rshift matmul divmod"
_FAMILIES = {
    "eq": "eq ne",
    "order": "lt le gt ge",
    "contains": "contains",
    "exit": "exit",
    **{name: f"{name} r{name} i{name}" for name in _ARITHMETIC.split()},
    "text": "str repr format bytes fspath",
    "number": "int float complex index bool hash neg pos abs invert round trunc floor ceil",
    "items": "len length_hint getitem setitem delitem missing",
    "iteration": "iter next reversed",
    "call": "call",
    "context": "enter",
    "await": "await aenter aexit",
    "descriptor": "get set",
}
FAMILY = {f"__{name}__": family for family, names in _FAMILIES.items() for name in names.split()}
# Families that are handed a value of the test: their answers could be made up to suit it.
HEARING = frozenset({"eq", "order", "contains", "exit", *_ARITHMETIC.split()})
