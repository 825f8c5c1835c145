from closures import compose, make_counter, make_multipliers, once


def test_counter_counts():
    count = make_counter()
    assert [count(), count(), count()] == [1, 2, 3]


def test_multipliers():
    assert [multiply(10) for multiply in make_multipliers(4)] == [0, 10, 20, 30]


def test_compose():
    add_then_double = compose(lambda x: x * 2, lambda x: x + 1)
    assert add_then_double(3) == 8
    assert compose()(5) == 5
    assert compose(str, abs)(-3) == "3"


def test_once():
    calls = []
    add = once(lambda x: calls.append(x) or len(calls))
    assert add(1) == 1
    assert add(2) == 1
    assert calls == [1]
