"""A peer that controls every byte of the jail's process gains nothing and harms nobody else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.border.contract import Terms
from grader.sandbox.spec import Isolation
from tests.fuzz.campaign import NAMES, Campaign, Material
from tests.integration.attack_course import needs
from tests.integration.border.sandboxes import learned

pytestmark = pytest.mark.process

CONVERSATIONS = range(10)
IN_SANDBOXES = range(6)


@pytest.mark.parametrize("name", NAMES)
def test_no_hostile_peer_gains_anything(name: str) -> None:
    """No case passes, nothing hidden is told, no exception is ours, time and memory are bounded."""
    campaign = Campaign(name)

    finds = [campaign.converse(f"0 {number}") for number in CONVERSATIONS]

    assert campaign.plain == []
    assert finds == [[]] * len(CONVERSATIONS)


@pytest.mark.jail
@pytest.mark.parametrize("level", ["full", "reduced"])
def test_the_same_holds_in_sandboxes(level: Isolation, tmp_path: Path) -> None:
    """A submission that takes its process over gains nothing, nor does it harm the next."""
    needs(level)
    material = Material("callbacks")
    right = material.submission("right")
    hostile = [material.hostile(f"0 {number}") for number in IN_SANDBOXES]

    with learned(material.folder, right, level, tmp_path) as judge:
        *runs, after = judge.judge(*hostile, right)

        assert [judge.passed(run) for run in runs] == [[]] * len(hostile)
        assert [run.fault for run in runs] == [None] * len(hostile)
        assert judge.passed(after) == judge.cases
    # they do speak: of some, cases were answered
    assert any(run.results for run in runs)


def admit_all(terms: Terms, name: str, shape: object, classes: list[str]) -> str:
    """Stand for a gate without a contract."""
    return classes[0] if classes else ""


WEAKENED: dict[str, tuple[str, dict[tuple[type, str], Callable[..., Any]], str]] = {
    "objects pass where data is right": (
        "callbacks",
        {(Terms, "role_at"): admit_all, (Terms, "believes"): lambda *asked: True},
        " passes",
    ),
    "an operator hears what the reference's did not": (
        "files_and_text",
        {(Terms, "role_at"): admit_all},
        " was told",
    ),
}


@pytest.mark.parametrize(("name", "patches", "found"), WEAKENED.values(), ids=[*WEAKENED])
def test_what_the_border_holds_is_what_keeps_the_peer_out(
    name: str,
    patches: dict[tuple[type, str], Callable[..., Any]],
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one rule switched off, the same conversations find what it was there for."""
    for (owner, rule), instead in patches.items():
        monkeypatch.setattr(owner, rule, instead)
    campaign = Campaign(name)

    finds = [campaign.converse(f"0 {number}") for number in CONVERSATIONS]

    assert any(found in what for find in finds for what in find)
