"""Which commands are understood, and as what."""

import sys

import pytest

from grader.bridge.programs import Command, read_command, script_in

SOURCES = {"shop.py": b"", "parts/core.py": b""}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["./shop.py", "a b"], Command([["./shop.py", "a b"]])),
        ([b"./shop.py"], Command([["./shop.py"]])),
        ("./shop.py 'a b' c", Command([["./shop.py", "a b", "c"]])),
        ("./shop.py<in.txt", Command([["./shop.py"]], reads="in.txt")),
        ("./shop.py > 'my out'", Command([["./shop.py"]], writes="my out")),
        ("./shop.py >> o", Command([["./shop.py"]], writes="o", appends=True)),
        ("./shop.py 2>&1", Command([["./shop.py"]], errors="with")),
        ("./shop.py 2> /dev/null", Command([["./shop.py"]], errors="nowhere")),
        ("./shop.py 2 > o", Command([["./shop.py", "2"]], writes="o")),
        ("echo a | ./shop.py -", Command([["echo", "a"], ["./shop.py", "-"]])),
    ],
)
def test_what_is_understood(command: object, expected: Command) -> None:
    """Words, quotations, files and pipes are read as a shell reads them."""
    assert read_command(command) == expected


@pytest.mark.parametrize(
    "command",
    [
        *("./shop.py; ls", "./shop.py && ls", "./shop.py $HOME", "./shop.py `ls`", "(ls)"),
        *("./shop.py 2> errors", "./shop.py >", "| ./shop.py", "./shop.py 'a", "./shop.py <<< a"),
        *(5, None, ["./shop.py", 5]),
    ],
)
def test_what_would_need_a_shell(command: object) -> None:
    """What is not understood whole is not run in part."""
    assert read_command(command) is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["./shop.py", "a"], ("shop.py", ["./shop.py", "a"])),
        (["/somewhere/shop.py"], ("shop.py", ["/somewhere/shop.py"])),
        ([sys.executable, "-u", "shop.py", "a"], ("shop.py", ["shop.py", "a"])),
        (["python3.12", "parts/core.py"], ("parts/core.py", ["parts/core.py"])),
        (["python", "-m", "parts.core", "a"], ("parts/core.py", ["parts.core", "a"])),
        (["shop.py"], None),
        (["python", "other.py"], None),
        (["python", "-c", "shop.py"], None),
        (["pythonic", "shop.py"], None),
        (["python"], None),
        ([], None),
    ],
)
def test_which_program_is_the_submissions(words: list[str], expected: object) -> None:
    """A file is started by its path or with Python; a name alone would be looked up elsewhere."""
    assert script_in(words, SOURCES) == expected
