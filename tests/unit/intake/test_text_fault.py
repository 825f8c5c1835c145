"""What keeps a handed-in file from being read as Python."""

import pytest

from grader.intake.student_files import text_fault

CODE = b"x = 1\n"


def test_the_file_of_a_package_may_be_empty() -> None:
    """The empty file that makes a folder a package refuses none of the modules in it."""
    fault = text_fault({"shop/__init__.py": b"", "shop/prices.py": CODE})

    assert fault is None


def test_a_module_beside_it_may_not() -> None:
    """An empty module is refused by its name, and so is a package of nothing else."""
    module = text_fault({"shop/__init__.py": b"", "shop/prices.py": b"\n"})
    package = text_fault({"shop/__init__.py": b""})

    assert module == "shop/prices.py is empty."
    assert package == "shop/__init__.py is empty."


NOTEBOOKS = {
    "of now": b'{"cells": [], "metadata": {}, "nbformat": 4}',
    "of version 3": b'{"metadata": {}, "nbformat": 3, "worksheets": [{"cells": []}]}',
    "without cells": b'{"metadata": {}, "nbformat": 4}',
    "that is cut": b'\n{\n "cells": [\n  {\n   "cell_type": "co',
}


@pytest.mark.parametrize("kind", NOTEBOOKS)
def test_a_notebook_under_a_modules_name(kind: str) -> None:
    """It is called a notebook, also one that would be refused under its own name."""
    fault = text_fault({"sums.py": NOTEBOOKS[kind]})

    assert fault is not None
    assert fault.startswith("sums.py is a notebook, whatever it is called.")


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: utf-7\nx = s+AHU-m([1])\n",
        b"# coding: unicode_escape\nx = s\\x75m([1])\n",
        b"# coding: unicode_escape\n# \\\xe9x\nx = s\\x75m([1])\n",
        b"#!/usr/bin/python\n# coding: raw_unicode_escape\n# \\u000ax = 1\n",
        b"# coding: utf-16\nx = 1\n",
        b"# coding: cp037\nx = 1\n",
        b"# \r# coding: utf-7\rx = s+AHU-m([1])\r",
    ],
)
def test_code_that_reads_otherwise_than_it_runs_is_refused(data: bytes) -> None:
    """An encoding may not make other code of plain letters than a reader sees."""
    fault = text_fault({"sums.py": data})

    assert fault is not None
    assert "which is not taken. Save it with the encoding UTF-8" in fault


@pytest.mark.parametrize(
    "name",
    "latin-1 cp1252 koi8-r mac-roman shift_jis gb18030 big5 euc-kr UTF8 utf-8-unix ascii".split(),
)
def test_an_encoding_with_plain_letters_may_be_declared(name: str) -> None:
    """What leaves plain letters as they are is read, or is Python's to refuse."""
    assert text_fault({"sums.py": f"# coding: {name}\nx = '+AHU-' '\\x75'\n".encode()}) is None
