import pytest
from turnstile import InvalidTransition, Turnstile


@pytest.fixture
def turnstile():
    return Turnstile()


@pytest.mark.parametrize(
    ("events", "state"),
    [("c", "unlocked"), ("cp", "locked"), ("cc", "unlocked"), ("cpc", "unlocked")],
)
def test_events(turnstile, events, state):
    for event in events:
        turnstile.handle({"c": "coin", "p": "push"}[event])
    assert turnstile.state == state


def test_push_of_a_locked_one(turnstile):
    with pytest.raises(InvalidTransition) as caught:
        turnstile.handle("push")
    assert "locked" in str(caught.value)
    assert turnstile.state == "locked"


def test_counts(turnstile):
    turnstile.handle("coin").handle("coin")
    assert turnstile.counts == {"coin": 2}
    assert turnstile.counts["push"] == 0
