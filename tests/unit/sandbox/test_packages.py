"""What a package requires is found by its distribution; what is missing is named."""

from pathlib import Path

import pytest

from grader.errors import JailError
from grader.sandbox.packages import (
    installed_versions,
    missing_packages,
    parts_of,
    plugin_modules,
    refuse_missing,
)
from tests.unit.sandbox.installed import install


def test_what_is_missing_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to type."""
    install(tmp_path, "made-up-kit", "made_up", "")
    monkeypatch.syspath_prepend(tmp_path)
    packages = ("made_up", "made_up_nowhere", "no.name", "../grader", "")

    assert missing_packages(packages) == packages[1:]
    with pytest.raises(JailError, match=r"made_up_nowhere and no\.name. Type: .* pip install made"):
        refuse_missing(packages[:3])


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a kit that requires two others, one of them by an extra, and that requires it."""
    install(
        tmp_path,
        *("made-up-kit", "made_up", ""),
        *("made-up-part[late]>=1", 'made-up-odd; extra == "odd"', "made-up-absent"),
    )
    install(tmp_path, "made-up-part", "made_up_part", "", 'made-up-more; extra == "late"')
    install(tmp_path, "made-up-more", "made_up_more", "", "made-up-kit")
    install(tmp_path, "made-up-odd", "made_up_odd", "")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("installed")
def test_requirements_are_followed_to_their_end() -> None:
    """With the extras that are asked for and no others; a circle ends."""
    found = parts_of(("made_up",))

    told = {f"made_up_{name}-1.0.dist-info" for name in ("kit", "more", "part")}
    assert set(found) == {"made_up.py", "made_up_more.py", "made_up_part.py", *told}
    assert parts_of(()) == {}


@pytest.mark.usefixtures("installed")
def test_versions_are_those_of_all_that_comes_along() -> None:
    """Whatever is missing is a fact of its own."""
    assert installed_versions(("made_up", "made_up_nowhere")) == (
        "made-up-kit 1.0",
        "made-up-more 1.0",
        "made-up-part 1.0",
        "made_up_nowhere is missing",
    )


@pytest.mark.usefixtures("installed")
def test_a_plugin_is_what_its_distribution_names(tmp_path: Path) -> None:
    """pytest loads the modules that it is told of, of the plugins that are named and no others."""
    for folder, module in (("made_up_kit", "made_up.plugin"), ("made_up_odd", "made_up_odd")):
        points = tmp_path / f"{folder}-1.0.dist-info" / "entry_points.txt"
        points.write_text(f"[pytest11]\nodd = {module}\n", encoding="utf-8")

    assert plugin_modules(("made_up", "made_up_part")) == ("made_up.plugin",)
    with pytest.raises(JailError, match="made_up_nowhere"):
        plugin_modules(("made_up_nowhere",))
