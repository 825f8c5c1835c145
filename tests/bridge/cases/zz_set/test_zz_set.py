from zz_set import *
import json
def test_a():
    s = S()
    s.add(1)
    assert [*s] == [1]
def test_b():
    s = S([1])
    assert not None is s
def test_l():
    l = L([2, 1])
    assert len(l) == 2
def test_j():
    assert json.dumps(L([2, 1])) == "[2, 1]"
def test_n():
    assert json.dumps({"n": N("x")}) == '{"n": "x"}'
def test_n2():
    n = N("x")
    assert n == "x"
def test_n3():
    assert N("x").upper() == "X"
def test_d():
    import zz_set
    assert not hasattr(zz_set, "Stop")
