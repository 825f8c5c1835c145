"""A lesson that its author broke: a command says which file, where in it, and what is wrong."""

from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT, write_course
from tests.integration.study.terminal import Terminal, skip_unless_judging

pytestmark = [pytest.mark.jail, pytest.mark.slow]

PUBLIC, HIDDEN = "exercises/plain/test_plain.py", "tests/hidden/plain"
NO_CASE = "gives no case with the reference solution."
NO_IMPORT = "cannot be imported with the reference solution:"
NULL_BYTES = "SyntaxError: source code string cannot contain null bytes"
NO_MODULE = "ModuleNotFoundError: No module named 'nothing_here'"
GRADE = ("grade", "plain", "--lesson", "plain", "--out", "out")
BROKEN: dict[str, tuple[tuple[str, ...], str, bytes, str]] = {
    "public case": (
        ("test", "plain"),
        PUBLIC,
        b"x = 1\ndef test(:\n",
        f"exercises/plain {NO_CASE} SyntaxError: invalid syntax (test_plain.py, line 2).",
    ),
    "public case that needs a module": (
        ("test", "plain"),
        PUBLIC,
        b"import nothing_here\n",
        f"exercises/plain {NO_CASE} {NO_MODULE} (test_plain.py, line 1).",
    ),
    "conftest": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        b"x = 1\n\ndef f(:\n",
        f"{HIDDEN} {NO_CASE} SyntaxError: invalid syntax (conftest.py, line 3).",
    ),
    "conftest that raises": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        b"x = 1\n1 / 0\n",
        f"{HIDDEN} {NO_CASE} ZeroDivisionError (conftest.py, line 2).",
    ),
    "conftest with a hook that raises": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        b"def pytest_collection_modifyitems(items):\n    1 / 0\n",
        f"{HIDDEN} {NO_CASE} ZeroDivisionError (conftest.py, line 2).",
    ),
    "conftest with a hook that is none": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        b"def pytest_nothing(items):\n    pass\n",
        f"{HIDDEN} {NO_CASE} PluginValidationError (conftest.py).",
    ),
    "conftest that ends its process": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        b"import os\nos._exit(1)\n",
        f"{HIDDEN} {NO_CASE} A hidden file ended the process that it runs in, as os._exit() does.",
    ),
    "conftest in UTF-16": (
        ("submit", "plain"),
        f"{HIDDEN}/conftest.py",
        "x = 1\n".encode("utf-16"),
        f"{HIDDEN} {NO_CASE} {NULL_BYTES} (conftest.py).",
    ),
    "hidden file in UTF-16": (
        GRADE,
        f"{HIDDEN}/test_more.py",
        "x = 1\n".encode("utf-16"),
        f"{HIDDEN}/test_more.py {NO_IMPORT} {NULL_BYTES} (test_more.py).",
    ),
    "helper": (
        GRADE,
        f"{HIDDEN}/test_more.py",
        b"import helper\n",
        f"{HIDDEN}/test_more.py {NO_IMPORT} SyntaxError: invalid syntax (helper.py, line 1).",
    ),
    "second hidden file of one name": (
        GRADE,
        f"{HIDDEN}/again/test_plain_hidden.py",
        b"def test_again():\n    pass\n",
        f"{NO_IMPORT} ImportPathMismatchError: another hidden file has the same name;",
    ),
    "fixture that is none": (
        GRADE,
        f"{HIDDEN}/test_more.py",
        b"def test_more(numbers):\n    pass\n",
        "does not pass it (FixtureLookupError: there is no fixture numbers)",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_cannot_be_used_is_named(kind: str, tmp_path: Path) -> None:
    """The sentence has the file's folder below the course, the kind of error and the line."""
    skip_unless_judging()
    words, name, data, sentence = BROKEN[kind]
    course = write_course(tmp_path / "course", ("plain", ""))
    (course / HIDDEN / "helper.py").write_text("def f(:\n", encoding="utf-8")
    (course / PUBLIC).write_text("", encoding="utf-8")
    (course / name).parent.mkdir(exist_ok=True)
    (course / name).write_bytes(data)
    student = Terminal.beside(course, tmp_path)
    student.write("plain/plain.py", RIGHT.format(n=1))

    said = student.type(*words)

    assert (said.code, said.out) == (1, "")
    assert sentence in said.complaint
