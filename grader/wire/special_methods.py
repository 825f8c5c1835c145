"""The special methods of Python's data model, by what they do: each list of them is made here.

Source: the language reference's chapter on the data model, and what the built-in types have.
"""

_ARITHMETIC = "add sub mul truediv floordiv mod pow and or xor lshift rshift matmul divmod concat"
_BY_KIND = {
    "text": "repr str format",
    "bytes": "bytes",
    "equality": "eq ne",
    "order": "lt le gt ge",
    "hash": "hash",
    "arithmetic": " ".join(f"{p}{name}" for name in _ARITHMETIC.split() for p in ("", "r", "i")),
    "unary": "neg pos abs invert",
    "number": "bool int float complex index round trunc floor ceil",
    "items": "len length_hint getitem setitem delitem missing",
    "membership": "contains",
    "iteration": "iter next reversed",
    "call": "call",
    "path": "fspath",
    "context": "enter exit aenter aexit",
    "asynchronous": "aiter anext await",
    "descriptor": "get set delete",
    "listing": "dir",
    "change": "setattr delattr",
    "lookup": "getattribute getattr",
    "creation": "new init_subclass class_getitem set_name prepare post_init",
    "initialization": "init",
    "deletion": "del",
    "pickling": "reduce reduce_ex getstate setstate getnewargs getnewargs_ex",
    "copying": "copy deepcopy",
    "replacing": "replace",
    "instance check": "instancecheck",
    "subclass check": "subclasshook subclasscheck",
    "size": "sizeof alloc getformat",
    "buffer": "buffer release_buffer",
    "class": "class dict doc",
    "facts": "module qualname annotations slots match_args weakref signature_from_callable",
}
KINDS: dict[str, frozenset[str]] = {
    kind: frozenset(f"__{name}__" for name in names.split()) for kind, names in _BY_KIND.items()
}
_KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}


def kind_of(name: str) -> str:
    """Name the kind of a special method; those that no built-in type has are "other"."""
    return _KIND_OF.get(name, "other")


def of(*kinds: str) -> frozenset[str]:
    """List the special methods of some kinds."""
    return frozenset().union(*(KINDS[kind] for kind in kinds))


ORDER = KINDS["order"]
COMPARISONS = of("equality", "order")
# what an object does when it is used, and not when it is made, looked into or copied
OPERATORS = of(
    *("text", "bytes", "equality", "order", "hash", "arithmetic", "unary", "number", "items"),
    *("membership", "iteration", "call", "path", "context", "asynchronous"),
)
# asked without leave: there is no other operand that the answer could be made for, or no answer
FREE = of(
    *("text", "listing", "iteration", "context", "call", "asynchronous", "items", "path"),
    *("instance check", "unary", "number", "descriptor"),
)
# what Python looks up elsewhere than where the object is, or what a stand-in answers
NOT_FORWARDED = of(
    *("creation", "lookup", "change", "deletion", "pickling", "copying", "instance check"),
    *("subclass check", "listing", "size", "class", "facts"),
)
# answered by the base class of all stand-ins, whatever the other side says
ANSWERED_HERE = of("lookup", "change", "deletion", "class", "text", "listing") | {
    *("__new__", "__reduce__", "__reduce_ex__", "__init_subclass__"),
}
_FAMILY = {f"__{p}{name}__": f"__{name}__" for name in _ARITHMETIC.split() for p in ("", "r", "i")}
_FAMILY |= dict.fromkeys(ORDER, "order")


def family(name: str) -> str:
    """Name what Python treats as one: `a < b` asks `b > a` where a does not know."""
    return _FAMILY.get(name, name)
