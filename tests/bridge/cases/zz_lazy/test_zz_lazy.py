from zz_lazy import C, D, E, I
def test_d1():
    d = D(lambda v: v)
    assert d.value == 3
