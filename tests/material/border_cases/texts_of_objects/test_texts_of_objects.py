import pytest
from texts_of_objects import Clock, Empty, Money, Nameless, Playlist


def test_str_and_repr():
    assert str(Clock(8, 5)) == "08:05"
    assert repr(Clock(8, 5)) == "Clock(8, 5)"


def test_f_string():
    assert f"{Clock(23, 59)}" == "23:59"
    assert f"{Clock(1, 2)!r}" == "Clock(1, 2)"
    assert "at {}".format(Clock(1, 2)) == "at 01:02"
    assert "%s" % Clock(1, 2) == "01:02"


def test_own_format():
    assert f"{Money(5):€}" == "€5.00"
    assert format(Money(5), "$") == "$5.00"
    assert f"{Money(5)}" == "5.00"


def test_text_of_a_list_of_objects():
    assert str([Clock(1, 2)]) == "[Clock(1, 2)]"
    assert repr({"t": Clock(1, 2)}) == "{'t': Clock(1, 2)}"


def test_only_repr():
    assert str(Nameless()) == "<nameless>"


def test_default_repr():
    assert "Empty object at 0x" in repr(Empty())


def test_print(capsys):
    print(Clock(3, 4), Money(1), sep=" | ")
    assert capsys.readouterr().out == "03:04 | 1.00\n"


def test_len_and_bool():
    assert len(Playlist(["a", "b"])) == 2
    assert not Playlist([])
    assert Playlist(["a"])
    assert bool(Money(0)) is False
    assert bool(Empty()) is True


def test_join():
    assert ", ".join(map(str, [Clock(1, 1), Clock(2, 2)])) == "01:01, 02:02"


def test_int_and_index():
    assert int(Money(5.7)) == 5
    assert float(Money(5.5)) == 5.5
    assert ["a", "b", "c"][Playlist(["x"])] == "b"
    assert hex(Playlist(["x"])) == "0x1"


def test_bytes():
    assert bytes(Clock(1, 2)) == b"\x01\x02"


def test_string_methods_on_text():
    assert str(Clock(8, 0)).split(":") == ["08", "00"]
    assert isinstance(str(Clock(1, 1)), str)


def test_repr_can_be_evaluated():
    clock = Clock(8, 5)
    again = eval(repr(clock))
    assert isinstance(again, Clock)
    assert (again.hour, again.minute) == (8, 5)
    assert again == clock
    assert again is not clock


def test_repr_is_evaluated_among_given_names():
    assert eval(repr(Clock(1, 2)), {"Clock": Clock}).minute == 2
    assert eval(repr([Clock(1, 2)])) == [Clock(1, 2)]
    with pytest.raises(SyntaxError):
        eval(repr(Nameless()))
