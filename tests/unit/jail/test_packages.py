"""What is not installed beside the grader is named, with what to type."""

from pathlib import Path

import pytest

from grader.errors import JailError
from grader.jail.packages import missing_packages, refuse_missing
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
