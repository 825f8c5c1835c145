import pytest
from special_access import CaseInsensitive, Counter2, Matrix, Polynomial, Whitelist


def test_getitem_and_setitem():
    m = Matrix(2, 2)
    m[0, 1] = 7
    assert m[0, 1] == 7
    assert m[1, 1] == 0
    with pytest.raises(IndexError):
        m[5, 5]


def test_delitem():
    d = CaseInsensitive()
    d["Name"] = "Ann"
    del d["NAME"]
    with pytest.raises(KeyError):
        d["name"]


def test_contains():
    d = CaseInsensitive()
    d["Name"] = "Ann"
    assert "nAmE" in d
    assert "age" not in d
    assert 5 in Whitelist(range(10))


def test_missing():
    c = Counter2()
    assert c["never"] == 0
    c["seen"] += 1
    assert c == {"seen": 1}
    assert isinstance(c, dict)
    assert "never" not in c


def test_call():
    p = Polynomial(1, 2, 3)
    assert p(0) == 1
    assert p(2) == 17
    assert callable(p)
    assert list(map(p, [0, 1])) == [1, 6]


def test_hash_and_equality():
    assert hash(Polynomial(1, 2)) == hash(Polynomial(1, 2))
    assert len({Polynomial(1), Polynomial(1), Polynomial(2)}) == 2
    assert {Polynomial(3): "x"}[Polynomial(3)] == "x"


def test_slice():
    p = Polynomial(1, 2, 3, 4)
    assert p[1:3] == [2, 3]
    assert p[-1] == 4
    assert p[::2] == [1, 3]


def test_getattr_falls_back():
    w = Whitelist([1, 2])
    assert w.size == 2
    with pytest.raises(AttributeError, match="no such thing: colour"):
        _ = w.colour
    assert hasattr(w, "size")
    assert not hasattr(w, "colour")
    assert getattr(w, "colour", "none") == "none"
