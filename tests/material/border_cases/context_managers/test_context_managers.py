import pytest
from context_managers import Door, opened, quiet


def test_enter_and_exit():
    door = Door()
    assert door.state == "closed"
    with door as inside:
        assert inside is door
        assert door.state == "open"
    assert door.state == "closed"


def test_exit_runs_after_an_error():
    door = Door()
    with pytest.raises(KeyError):
        with door:
            raise KeyError("k")
    assert door.state == "closed"
    assert door.last_error == "KeyError"


def test_error_is_swallowed():
    with Door(swallow=True):
        raise ValueError("gone")


def test_from_a_generator():
    with opened("box") as box:
        assert box == ["box", "open"]
    assert box == ["box", "closed"]


def test_suppress():
    with quiet(ZeroDivisionError):
        1 / 0
    with pytest.raises(TypeError):
        with quiet(ZeroDivisionError):
            raise TypeError("t")


def test_nested():
    a, b = Door(), Door()
    with a, b:
        assert a.state == b.state == "open"
    assert (a.state, b.state) == ("closed", "closed")
