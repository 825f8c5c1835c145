"""Two submissions are one program only where nobody who asks them could tell them apart."""

import tokenize

import pytest

from grader.judge.conversations import Span
from grader.judge.same_program import Program, _constant, _Line, _Word, program_of

PLAIN = """\
import math


def dcg(rels):
    total = 0.0
    for place, rel in enumerate(rels, start=1):
        total += rel / math.log2(place + 1)
    return total
"""


def program(source: str | bytes, name: str = "rank.py") -> Program | None:
    """Look at one file."""
    data = source.encode() if isinstance(source, str) else source
    return program_of(((name, data),))


def are_one(*sources: str) -> bool:
    """Whether these are plain and one program."""
    found = [program(source) for source in sources]
    assert all(found)
    return len({one.digest for one in found if one}) == 1


SAME = {
    "comments": "# Jane\n" + PLAIN.replace("0.0\n", "0.0  # begin\n"),
    "docstrings": '"""Mine."""\n' + PLAIN.replace("):\n    total", '):\n    """Add."""\n    total'),
    "blank lines and blanks": PLAIN.replace("\n", "\n\n").replace(" = ", "="),
    "indentation": PLAIN.replace("    ", " "),
    "lines in brackets": PLAIN.replace("(rels, start=1)", "(\n  rels,\n  start=1)"),
    "names of local variables": PLAIN.replace("total", "gain").replace("place", "total"),
    "constants that nothing reads": 'AUTHOR = "Jane"\nNUMBER = 12\n' + PLAIN,
}


@pytest.mark.parametrize("source", SAME.values(), ids=SAME)
def test_what_does_nothing_makes_no_other_program(source: str) -> None:
    """Whatever a file holds that no answer hangs on."""
    assert are_one(PLAIN, source)


LOCAL = "def f(x):\n    {}\n    return a\n"
OTHER = {
    "an operator": (PLAIN, PLAIN.replace("+ 1)", "- 1)")),
    "a number": (PLAIN, PLAIN.replace("0.0", "0")),
    "a parameter": (PLAIN, PLAIN.replace("rels", "grades")),
    "a function's name": (PLAIN, PLAIN.replace("dcg", "gain")),
    "an attribute": (PLAIN, PLAIN.replace("log2", "log10")),
    "a statement's block": (PLAIN, PLAIN.replace("    return", "        return")),
    "which of two variables": (
        LOCAL.format("a = b = x; a = 1"),
        LOCAL.format("a = b = x; b = 1"),
    ),
    "a text that does something": ("def f(): return 'a'\n", "def f(): return 'b'\n"),
    "a keyword": ("def f(x): return sorted(x)\n", "def f(x): return sorted(x, reverse=True)\n"),
    "a lambda's parameter": ("f = lambda a=1: a\n", "f = lambda b=1: b\n"),
    "a local function's parameter": (
        "def f():\n    def g(a=1):\n        return a\n    return g(a=2)\n",
        "def f():\n    def g(b=1):\n        return b\n    return g(b=2)\n",
    ),
    "a name at the top": ("total = [0]\n", "count = [0]\n"),
    "a name in a block at the top": ("if 1:\n    a = 1\n", "if 1:\n    b = 1\n"),
    "a global name": (
        "def f():\n    global a\n    a = 1\n",
        "def f():\n    global b\n    b = 1\n",
    ),
    "a constant that is read": ("K = 1\ndef f(): return K\n", "K = 2\ndef f(): return K\n"),
    "a constant that is no literal": ("K = [1]\n", "K = [2]\n"),
    "a name that nothing gives a value": (
        "def f(x): return a + x\n",
        "def f(x): return b + x\n",
    ),
    "tokens that only look alike": ("def f(x): return x<-1\n", "def f(x): return x< -+1\n"),
    "texts that are glued otherwise": (
        "def f(): return 'a' 'b c'\n",
        "def f(): return 'a b' 'c'\n",
    ),
}


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_whatever_an_answer_may_hang_on_makes_another(one: str, other: str) -> None:
    """A name that others may know by its text, too."""
    assert not are_one(one, other)


BLOCK = "def f(x):\n    if x:\n        a = 1\n    else:\n        a = 2\n    return a\n"
TOP = "if 1:\n    a = 1\nelse:\n    a = 2\n"
NO_FILES = {
    "a text with a letter that is none": (BLOCK, "'\\N{nothing}'\n" + BLOCK),
    "a text with half a number": (BLOCK, BLOCK.replace(":\n    if", ":\n    '\\x1'\n    if")),
    "bytes beyond ASCII": (BLOCK, "b'\xe9'\n" + BLOCK),
    "texts that do not go together": (BLOCK, "'a' b'b'\n" + BLOCK),
    "a constant that is none": (BLOCK, "K = '\\x1'\n" + BLOCK),
    "a number that is too long": (BLOCK, f"K = {'9' * 5000}\n{BLOCK}"),
    "a text before what goes on": (BLOCK, BLOCK.replace("    else", "    ''\n    else")),
    "a constant before what goes on": (TOP, TOP.replace("else", "K = 1\nelse")),
    "a text that stands too deep": (BLOCK, BLOCK.replace("    ret", "            ''\n    ret")),
    "a text that does not stand deep enough": (
        BLOCK.replace("a = 1", "a = 1\n        a = 3"),
        BLOCK.replace("a = 1", "a = 1\n    ''\n        a = 3"),
    ),
    "a first text that stands too deep": (BLOCK, "    ''\n" + BLOCK),
    "nothing in place of a text": ("def f():\n    ''\n", "def f():\n    # nothing\n"),
    "nothing in place of a text before more": (
        "def f():\n    ''\n" + BLOCK,
        "def f():\n    # nothing\n" + BLOCK,
    ),
    "a constant in place of a text": ("def f():\n    ''\n", "def f():\nK = 1\n"),
}


@pytest.mark.parametrize(("one", "other"), NO_FILES.values(), ids=NO_FILES)
def test_what_python_cannot_read_is_like_nothing_that_it_can(one: str, other: str) -> None:
    """What does nothing may still keep a file from being read."""
    compile(one, "rank.py", "exec")
    with pytest.raises(SyntaxError):
        compile(other, "rank.py", "exec")

    assert not are_one(one, other)


@pytest.mark.parametrize(("number", "is_idle"), {"0777": False, "7_0": False, "7.5": True}.items())
def test_a_number_is_read_without_python(number: str, is_idle: bool) -> None:
    """From Python 3.12 on its tokenizer takes `0777` for one number, which Python refuses."""
    line = _Line(0, [_Word(tokenize.NAME, "K", 1), _Word(tokenize.OP, "=", 1)])
    line = line._replace(words=[*line.words, _Word(tokenize.NUMBER, number, 1)])

    assert _constant(line) == ("K" if is_idle else "")


def test_a_method_may_give_what_an_item_is_found_by() -> None:
    """It is called, and not put elsewhere."""
    line = "a = {{}}; a[x.lower()] = a[{}.upper()] = 1"

    assert are_one(LOCAL.format(line.format("x")), "# Jane\n" + LOCAL.format(line.format("x")))


def test_a_text_that_a_block_needs_is_like_any_other() -> None:
    """Nobody reads it, and something must stand there."""
    assert are_one('def f(x):\n    """Mine."""\n', "def f(x):\n    'Yours.'\n")


def test_a_module_under_the_name_of_a_known_one_is_no_program() -> None:
    """Who imports it finds what a submission has written."""
    assert program("pi = 3\n", "math.py") is None


def test_files_are_told_apart_by_their_names() -> None:
    """The same text under another name is another program."""
    found, other = program(PLAIN), program(PLAIN, "other.py")
    assert found is not None
    assert other is not None
    assert found.digest != other.digest


INSIDE = "def f(x):\n    {}\n"
REFUSED = {
    "a look at names": INSIDE.format("return locals()"),
    "a look at the file": INSIDE.format("return open(__file__).read()"),
    "a look at a docstring": INSIDE.format("return f.__doc__"),
    "an attribute that is not listed": INSIDE.format("return f.cached"),
    "an attribute that is set": "import math\nmath.sqrt = len\n",
    "an attribute that is set among others": INSIDE.format("(a, [math.sqrt]) = x"),
    "an attribute that is set in a loop": INSIDE.format("for math.sqrt in x: pass"),
    "an attribute that is set in an expression": INSIDE.format("return [1 for math.e in x]"),
    "an attribute that is taken away": INSIDE.format("del math.sqrt"),
    "a module that is not listed": "import inspect\n",
    "a module beside one that is": "import math, inspect\n",
    "a module after one that is": "import math; import inspect\n",
    "a module in a block": INSIDE.format("if x: import inspect"),
    "all names of a module": "from math import *\n",
    "a name under another": "from math import log2 as len\n",
    "no module": "import\n",
    "nothing from no module": "from\n",
    "words that touch": INSIDE.format("return x == 0or x"),
    "a submodule": "import collections.abc\n",
    "a neighbour": "from . import other\n",
    "attributes by a text": INSIDE.format("return '{0.__doc__}'.format(f)"),
    "a formatted text": INSIDE.format("return f'{x}'"),
    "a formatted text as a docstring": INSIDE.format("f'{print(x)}'"),
    "a formatted text as a constant": "K = rf'{print(1)}'\n",
    "a builtin that is not listed": INSIDE.format("return id(x)"),
    "a builtin that prints": INSIDE.format("print(x)"),
    "a builtin by another name": INSIDE.format("p = print; p(x)"),
    "a builtin that is a constant's name": "print = 1\n",
    "the text of an error": INSIDE.format(
        "try: return y\n    except Exception as e: return str(e)"
    ),
    "a class": "class A:\n    total = 1\n",
    "a decorator": "@staticmethod\ndef f(x): return x\n",
    "a with": INSIDE.format("with x as y: return y"),
    "a coroutine": "async def f(x): return x\n",
    "a letter that counts as another": INSIDE.format("return \uff4cen(x)"),
    "a name beyond ASCII": INSIDE.format("\u017ft = 1"),
    "a tab": "def f(x):\n\treturn x\n",
    "a form feed": "\fdef f(x): return x\n",
    "a return within a line": "K = 1\r# and \rdef f(x): return x\n",
    "a line that goes on": "def f(x): return \\\n    x\n",
    "an encoding": "# -*- coding: utf-8 -*-\ndef f(x): return x\n",
    "an encoding in the second line": "\n# vim: set fileencoding=utf-7 :\n",
    "a mark of an encoding": "\ufeffdef f(x): return x\n",
    "bytes that are no text": b"K = '\xff'\n",
    "a zero": "K = '\0'\n",
    "a text that does not end": "K = '''\n",
    "a bracket that does not end": "K = (\n",
    "an indent that fits nowhere": "def f(x):\n    return x\n  return x\n",
    "a sign that is none": "K = 1 ? 2\n",
    "a notebook": "# a lenient notebook: # cell 1\nK = 1\n",
    "much": "K = 1\n" * 3000,
}


@pytest.mark.parametrize("source", REFUSED.values(), ids=REFUSED)
def test_whoever_could_look_at_his_own_text_is_like_nobody(source: str | bytes) -> None:
    """Also who only uses what no list holds."""
    assert program(source) is None


def test_other_files_are_no_program() -> None:
    """A table that is handed in may be read by whatever stands beside it."""
    assert program_of((("rank.py", PLAIN.encode()), ("table.csv", b"1,2"))) is None


def test_constants_are_named() -> None:
    """What a module defines could be asked for by its name."""
    found = program('AUTHOR = "Jane"\n' + PLAIN)
    assert found is not None
    assert found.unread == {"AUTHOR"}


def test_lines_are_found_again() -> None:
    """A line is known by its words, where these stand in one line on both sides."""
    one, other = program(PLAIN), program("# Jane\n\n" + PLAIN.replace("(place", "(\n        place"))
    assert one is not None
    assert other is not None
    loop, adds, nothing = (one.span("rank.py", line) for line in (6, 7, 2))

    assert isinstance(loop, Span)
    assert isinstance(adds, Span)
    assert (other.line_of(loop), other.line_of(adds), nothing) == (8, None, None)
    assert one.line_of(adds) == 7
    assert one.span("other.py", 1) is None
