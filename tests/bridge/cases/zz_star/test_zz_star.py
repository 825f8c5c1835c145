from zz_star import *
def test_a():
    one = InputCell(3)
    c = ComputeCell([one], lambda values: values[0] + 1)
    assert c.value == 4
def test_b():
    one = InputCell(3)
    def f(values):
        return values[0] + 1
    c = ComputeCell([one], f)
    assert c.value == 4
def test_c():
    one = InputCell(3)
    c = ComputeCell([one], sum)
    v = c.value
    assert v == 3
def test_d():
    import zz_star
    assert not hasattr(zz_star, "Stop")
