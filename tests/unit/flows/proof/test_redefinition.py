"""Claims about the submissions in which a function gives something else."""

from grader.flows.proof.redefinition import module_names


def test_modules_are_named_as_they_are_imported() -> None:
    """A package goes by its folder, since its own calls are told by that name from a case's."""
    files = {"shop/__init__.py": b"", "shop/prices.py": b"", "sums.py": b"", "data.csv": b""}

    assert module_names(files) == ("shop", "shop.prices", "sums")
