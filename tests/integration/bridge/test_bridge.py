"""A hidden test for plain pytest gives the same outcomes in-process and across the bridge."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.jail.isolation import best_isolation, why_not
from tests.integration.bridge.both_ways import (
    CASES,
    CaseFolder,
    Outcomes,
    differences,
    run_across,
    run_plainly,
)
from tests.integration.bridge.known_limits import without_limits

pytestmark = [pytest.mark.jail, pytest.mark.slow]

FOLDERS = [CaseFolder(path) for path in sorted(CASES.iterdir()) if (path / "right").is_dir()]
NAMES = [folder.name for folder in FOLDERS]
ABOUT_FILES = [
    *("current_folders", "files_left_alone", "open_files", "temporary_folders", "tmp_files"),
]
AT_ONCE = 2


@pytest.fixture(scope="module")
def chosen(request: pytest.FixtureRequest) -> list[CaseFolder]:
    """The folders that this run asks for."""
    asked = {item.callspec.id for item in request.session.items if hasattr(item, "callspec")}
    return [folder for folder in FOLDERS if folder.name in asked]


@pytest.fixture(scope="module")
def across(
    chosen: list[CaseFolder], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Future[Outcomes]]]:
    """The runs across the bridge, under way before the first of them is asked for."""
    scratch = tmp_path_factory.mktemp("across")
    level = best_isolation()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        yield {f.name: threads.submit(run_across, f, level, scratch) for f in chosen}


@pytest.fixture(scope="module")
def plain(
    across: object, chosen: list[CaseFolder], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Outcomes]:
    """The runs in plain pytest."""
    return run_plainly(chosen, Path(tmp_path_factory.mktemp("plain")))


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_right_passes_and_wrong_fails_in_process(
    folder: CaseFolder, plain: dict[str, Outcomes]
) -> None:
    """Plain pytest lets right submissions pass and catches the wrong one."""
    found = plain[folder.name]

    right = [found.reasons[side] for side in folder.sides if side != "wrong"]
    assert not any(right), right
    assert "passed" in found.outcomes["right"].values()
    assert found.reasons["wrong"] != {}


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_outcomes_are_the_same_across_the_bridge(
    folder: CaseFolder,
    plain: dict[str, Outcomes],
    across: dict[str, Future[Outcomes]],
) -> None:
    """Each case comes to the same outcome in-process and across the bridge."""
    found = across[folder.name].result()

    unlike = without_limits(folder.name, differences(plain[folder.name], found))
    assert not unlike, "\n".join(unlike)


@pytest.mark.parametrize("name", ABOUT_FILES)
def test_files_are_the_same_without_namespaces(
    name: str, plain: dict[str, Outcomes], tmp_path: Path
) -> None:
    """Where both sides see one folder, as at "reduced", cases with files differ in nothing."""
    if problem := why_not("reduced"):
        pytest.skip(problem)

    found = run_across(CaseFolder(CASES / name), "reduced", tmp_path)

    unlike = without_limits(name, differences(plain[name], found))
    assert not unlike, "\n".join(unlike)


def test_every_folder_has_both_sides() -> None:
    """Each folder holds right and wrong submissions under the same file names."""
    unlike = [
        folder.name
        for folder in FOLDERS
        if not {"right", "wrong"} <= {*folder.sides}
        or len({tuple(folder.submission(side)) for side in folder.sides}) != 1
    ]

    assert unlike == []
