import zz_set
def test_l():
    assert len(zz_set.L([2, 1])) == 2
def test_s():
    assert len(zz_set.S([2, 1])) == 2
def test_m():
    m = zz_set.M([2, 1])
    assert len(m) == 2
