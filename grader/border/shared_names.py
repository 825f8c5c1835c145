"""Names the classes, functions and modules of Python's own that have one meaning at both ends."""

import builtins
import sys
import types
from typing import Any

from .connection import Malformed

_FUNCTIONS = ("builtins", "operator", "math")
_CLASSES = (
    *_FUNCTIONS, "collections", "datetime", "decimal", "fractions", "pathlib", "uuid", "re",
    "string", "numpy", "json", "json.decoder", "subprocess", "asyncio.exceptions", "zipfile",
    "binascii", "urllib.error", "statistics", "configparser", "csv", "struct", "queue", "enum",
    "dataclasses", "collections.abc", "abc", "io", "types", "typing", "concurrent.futures", "copy",
    "sqlite3", "tomllib", "shutil", "socket", "ipaddress", "calendar", "threading",
    "numpy.linalg", "numpy.exceptions",
)  # fmt: skip
# what would run a text or open a file, were a test to call what it was given
_NEVER = frozenset("eval exec compile open input __import__ breakpoint globals locals vars".split())
_HOMES = {"_operator": "operator", "_io": "io", "_decimal": "decimal", "_struct": "struct"}


def name_builtin(value: Any) -> tuple[str, str] | None:
    """Name what both ends have under one name; None for all else."""
    if issubclass(type(value), types.ModuleType):
        own = value.__name__
        is_standard = own.partition(".")[0] in sys.stdlib_module_names
        return (own, "") if is_standard and sys.modules.get(own) is value else None
    is_class = isinstance(value, type)
    if type(value).__name__ == "ufunc":
        ufunc = str(value.__name__)
        return ("numpy", ufunc) if getattr(sys.modules["numpy"], ufunc, None) is value else None
    if not is_class and type(value) not in _FUNCTION_TYPES:
        return None
    name = getattr(value, "__qualname__", None)
    module = getattr(value, "__module__", None) or getattr(
        getattr(value, "__objclass__", None), "__module__", "builtins"
    )
    if type(name) is not str or type(module) is not str:
        return None
    module = _HOMES.get(module, module)
    try:
        return (module, name) if find_builtin(module, name) is value else None
    except Malformed:
        return None


_FUNCTION_TYPES = frozenset(
    (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
)


def find_builtin(module: Any, name: Any) -> Any:
    """Find what `name_builtin` names; raises Malformed."""
    if type(module) is not str or type(name) is not str:
        raise Malformed("a name that is none")
    if not name:
        if module.partition(".")[0] in sys.stdlib_module_names and module in sys.modules:
            return sys.modules[module]
        raise Malformed(f"{module}, which is not loaded here")
    if module not in _CLASSES or name in _NEVER:
        raise Malformed("a name of a module that is not shared")
    found: Any = builtins if module == "builtins" else sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
        if isinstance(found, types.ModuleType):
            raise Malformed("a name of a module within another")
    if found is None:
        raise Malformed(f"{module}.{name}, which is not loaded here")
    if isinstance(found, type) or (module == "numpy" and type(found).__name__ == "ufunc"):
        return found
    if module not in _FUNCTIONS or type(found) not in _FUNCTION_TYPES:
        raise Malformed("a name that is not known here")
    return found
