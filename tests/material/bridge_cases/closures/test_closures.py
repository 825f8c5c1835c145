from closures import BASE, adder, compose, counter, make_account, memo, multipliers


def test_nonlocal_counter():
    count = counter()
    assert [count(), count(), count()] == [1, 2, 3]
    assert counter()() == 1


def test_adder():
    assert adder(3)(4) == 7
    assert list(map(adder(10), [1, 2])) == [11, 12]


def test_compose_of_test_functions():
    assert compose(lambda x: x + 1, lambda x: x * 2)(5) == 11
    assert compose(str.upper, str.strip)("  a ") == "A"
    assert compose()(5) == 5


def test_late_binding():
    assert [f(2) for f in multipliers()] == [0, 2, 4]


def test_dispatch_dictionary():
    account = make_account(100)
    assert account["withdraw"](30) == 70
    assert account["deposit"](5) == 75
    assert account["withdraw"](500) == "Insufficient funds"
    assert set(account) == {"withdraw", "deposit"}


def test_memo_calls_once():
    calls = []

    def slow(n):
        calls.append(n)
        return n * n

    fast = memo(slow)
    assert [fast(3), fast(3), fast(4)] == [9, 9, 16]
    assert calls == [3, 4]


def test_constant():
    assert BASE == 10
