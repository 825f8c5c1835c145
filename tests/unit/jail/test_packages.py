"""What is not installed beside the grader is named, with what to type."""

from pathlib import Path

import pytest

from grader.errors import JailError
from grader.jail.packages import install_command, missing_packages, refuse_missing
from tests.unit.jail.installed import install


def test_what_is_missing_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to type."""
    install(tmp_path, "made-up-kit", "made_up", "")
    monkeypatch.syspath_prepend(tmp_path)
    packages = ("made_up", "made_up_nowhere", "no.name")

    assert missing_packages(packages) == ("made_up_nowhere", "no.name")
    with pytest.raises(JailError, match=r"packages made_up_nowhere, no\.name .* pip install"):
        refuse_missing(packages)


def test_what_to_install_is_called_as_the_index_has_it() -> None:
    """Not as it is imported; a name that nobody here knows is said to be unsure."""
    known = install_command(("sklearn", "numpy", "PIL"))
    unknown = install_command(("yaml", "made_up"))

    assert known.endswith(" scikit-learn numpy pillow")
    assert unknown.endswith(
        " pyyaml made_up (as imported: the index may have made_up under another name)"
    )
