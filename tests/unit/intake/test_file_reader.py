"""What keeps a handed-in file from being read as Python."""

from grader.intake.file_reader import text_fault

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
