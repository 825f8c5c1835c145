"""Says whether a submission's answers alone decide what hidden cases ask and how they end.

A closed list: what a hidden file may use stands here. Whatever else it uses could let two runs
differ in which the same was answered: the clock, a file, the environment, an address.
"""

import ast
import builtins
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

from .fair_inputs import FILE

_BUILTINS = frozenset(
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod "
    "enumerate filter float format frozenset hex int isinstance issubclass iter len list map max "
    "min next oct ord pow print property range repr reversed round set slice sorted staticmethod "
    "str sum super tuple type zip NotImplemented Ellipsis".split()
) | {n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException)}
_OTHER_BUILTINS = frozenset(dir(builtins)) - _BUILTINS


class _Everything:
    def __contains__(self, name: object) -> bool:
        return True


_ALL = _Everything()
_NOTHING: Container[str] = ()
_MODULES: dict[str, Container[str]] = {
    **dict.fromkeys(("__future__", "collections.abc", "itertools", "math"), _ALL),
    "collections": "Counter OrderedDict defaultdict deque namedtuple".split(),
    "copy": "copy deepcopy".split(),
    "dataclasses": "dataclass field".split(),
    "decimal": "Decimal".split(),
    "fractions": "Fraction".split(),
    "functools": "cmp_to_key partial reduce".split(),
    "json": "dumps loads".split(),
    "numpy": "all allclose arange array array_equal empty float32 float64 full inf int32 int64 "
    "isclose linspace nan ndarray ones zeros".split(),
    "operator": "add eq ge gt itemgetter le lt mul ne neg sub truediv".split(),
    "pytest": "approx fail fixture mark param raises".split(),
    # seeded before each case; an object of its own has to be given a seed
    "random": "Random choice choices gauss randint random randrange sample shuffle uniform".split(),
    "re": "compile escape findall finditer fullmatch match search split sub".split(),
    "statistics": "fmean geometric_mean harmonic_mean mean median mode pstdev pvariance stdev "
    "variance".split(),
    "typing": "Any Callable Dict Iterable Iterator List NamedTuple Optional Sequence Tuple "
    "Union".split(),
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits punctuation".split(),
}
_MARKS = frozenset("hint parametrize points reveal task timeout visibility".split())
_SEEDED = "Random"
_SETS = frozenset(("set", "frozenset"))
_ASKS_NO_ORDER = frozenset(("isinstance", "len"))
_WAYS_OUT = frozenset("tb traceback f_back f_builtins f_globals f_locals format_map".split())
_DIRECT = "get_direct_param_fixture_func"  # what stands for a parameter among pytest's fixtures


def fault_of_files(folder: Path, handed_in: Iterable[str]) -> str:
    """Name the first thing in a hidden folder that is not in the list; "" where all of it is.

    `handed_in` names the files that live in the jail, which only answer. What draws fair inputs
    has no part in a run, unless a case imports it: then it is a module that is not in the list.
    """
    files = sorted(path for path in folder.rglob("*.py") if path != folder / FILE)
    inside = [path.relative_to(folder).as_posix() for path in files]
    known = {name.removesuffix(".py").replace("/", ".") for name in (*handed_in, *inside)}
    for path, name in zip(files, inside, strict=True):
        try:
            found = next(_Reader(known).faults(ast.parse(path.read_bytes())), None)
        except (SyntaxError, ValueError, RecursionError, OSError):
            found = (1, "what cannot be read")
        if found is not None:
            return f"{name}:{found[0]}: {found[1]}"
    return ""


def fault_of_fixtures(items: Iterable[Any], folder: str) -> str:
    """Name the first fixture of pytest's items that is not the hidden files' own; "" for none."""
    for item in items:
        known = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
        given = getattr(getattr(item, "callspec", None), "params", {})
        for name in getattr(item, "fixturenames", ()):
            made = [one.func for one in known.get(name, ())]
            if not made and name not in given:
                return str(name)
            if not all(_is_own(one, folder) for one in made):
                return str(name)
    return ""


def _is_own(function: Any, folder: str) -> bool:
    code = getattr(function, "__code__", None)
    is_below = str(getattr(code, "co_filename", "")).startswith(folder)
    return is_below or getattr(function, "__name__", "") == _DIRECT


_ORDERED = "a set that is not just compared"


def _where_order_is_no_matter(nodes: Iterable[ast.AST]) -> set[int]:
    """Find what is compared, counted or asked for its type, if by a name, and what makes it.

    The order of a set hangs on addresses where one of its items is not a number: nan, or None.
    """
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Compare):
            found |= {id(node.left), *map(id, node.comparators)}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ASKS_NO_ORDER:
            kinds = [kind for one in node.args for kind in getattr(one, "elts", ())]
            found |= set(map(id, (*node.args, *kinds)))
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            found.update(_named_for(list(ast.walk(node)), frozenset(found)))
    return found | {id(n.func) for n in nodes if isinstance(n, ast.Call) and id(n) in found}


def _named_for(nodes: Iterable[ast.AST], places: frozenset[int]) -> Iterator[int]:
    """Find what has a name in a function that stands in these places only."""
    used: dict[str, set[int]] = {}
    for node in nodes:
        if isinstance(node, ast.Global | ast.Nonlocal):
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.setdefault(node.id, set()).add(id(node))
    for node in nodes:
        if isinstance(node, ast.Assign):
            names = [getattr(one, "id", "") for one in node.targets]
            if all(names) and all(used.get(name, places) <= places for name in names):
                yield id(node.value)


def _is_hashed_by_value(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | str | bytes)


_DEFINES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class _Reader:
    """Reads one hidden file."""

    def __init__(self, known: Container[str]) -> None:
        self._known = known  # modules that are submitted, or hidden themselves
        self._modules: dict[str, Container[str]] = {}  # by the name that they have here
        self._seeded = {_SEEDED}
        self._objects: set[str] = set()  # functions and classes, which are ordered by address

    def faults(self, tree: ast.Module) -> Iterator[tuple[int, str]]:
        """Name what is not in the list, with its line."""
        nodes = list(ast.walk(tree))
        self._objects |= {n.name for n in nodes if isinstance(n, _DEFINES)}
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from ((node.lineno, what) for what in self._imported(node))
        owned = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        called = {id(node.func) for node in nodes if isinstance(node, ast.Call) and node.args}
        plain = _where_order_is_no_matter(nodes)
        for node in nodes:
            line = getattr(node, "lineno", 0)
            if isinstance(node, ast.Attribute):
                what = self._of_attribute(node, id(node) in called)
            elif isinstance(node, ast.Name):
                what = self._of_name(node.id, id(node) in owned, id(node) in called)
                what = what or (_ORDERED if node.id in _SETS and id(node) not in plain else "")
            elif isinstance(node, _DEFINES):
                what = node.name if node.name.startswith("pytest_") else ""
            elif isinstance(node, ast.Set | ast.SetComp):
                what = self._of_set(node, id(node) in plain)
            else:
                what = ""
            if what:
                yield line, what

    def _imported(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        for one in node.names:
            name = one.name if isinstance(node, ast.Import) else node.module or ""
            offered = _ALL if name in self._known else _MODULES.get(name, _NOTHING)
            if isinstance(node, ast.Import):
                bound = self._modules.setdefault(one.asname or name.partition(".")[0], offered)
                is_more = one.asname is None and "." in name and name not in self._known
                if offered is _NOTHING or bound is not offered or is_more:
                    yield name
            elif node.level or one.name not in offered or (one.name == "*" and offered is _ALL):
                yield f"{name}.{one.name}"
            elif name in self._known:
                self._objects.add(one.asname or one.name)
            elif name == "random" and one.name == _SEEDED:
                self._seeded.add(one.asname or one.name)

    def _of_attribute(self, node: ast.Attribute, is_called: bool) -> str:
        name = node.attr
        if name.startswith("_") or name in _WAYS_OUT:
            return name
        owner = node.value
        if isinstance(owner, ast.Attribute) and owner.attr == "mark" and name not in _MARKS:
            return f"mark.{name}"
        if isinstance(owner, ast.Name) and name not in self._modules.get(owner.id, _ALL):
            return f"{owner.id}.{name}"
        return f"{name} without a seed" if name == _SEEDED and not is_called else ""

    def _of_name(self, name: str, is_owner: bool, is_called: bool) -> str:
        if name.startswith("__") or name in _OTHER_BUILTINS:
            return name
        if name in self._modules and not is_owner:
            return f"the module {name}"
        return f"{name} without a seed" if name in self._seeded and not is_called else ""

    def _of_set(self, node: ast.Set | ast.SetComp, is_plain: bool) -> str:
        items = node.elts if isinstance(node, ast.Set) else []
        if any(map(self._is_object, items)):
            return "a set of objects"
        is_fixed = bool(items) and all(map(_is_hashed_by_value, items))
        return "" if is_plain or is_fixed else _ORDERED

    def _is_object(self, node: ast.expr) -> bool:
        made = node.func if isinstance(node, ast.Call) else node
        return isinstance(made, ast.Lambda) or getattr(made, "id", "") in self._objects
