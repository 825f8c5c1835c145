from unittest.mock import Mock, call, patch

from spies import BigCart, Cart


def test_spy_on_an_object():
    cart = Cart()
    cart.add = Mock(wraps=cart.add)
    assert cart.add_all([1, 2]) == [1, 2]
    assert cart.add.call_count == 2


def test_patched_spy_on_an_object():
    cart = Cart()
    with patch.object(cart, "add", wraps=cart.add) as spy:
        cart.add_all([1, 2])
    assert spy.call_args_list == [call(1), call(2)]
    cart.add(3)
    assert spy.call_count == 2
    assert cart.items == [1, 2, 3]


def test_saved_method():
    cart, seen = Cart(), []
    add = cart.add
    cart.add = lambda item: (seen.append(item), add(item * 10))
    assert cart.add_all([1, 2]) == [10, 20]
    assert seen == [1, 2]
    assert add.__name__ == "add"


def test_saved_twice():
    cart = Cart()
    first = cart.add
    cart.add = lambda item: first(item + 1)
    second = cart.add
    cart.add = lambda item: second(item * 10)
    assert cart.add_all([1, 2]) == [11, 21]


def test_monkeypatched_and_undone(monkeypatch):
    cart = Cart()
    with monkeypatch.context() as patched:
        patched.setattr(cart, "add", lambda item: None)
        assert cart.add_all([1]) == []
    assert cart.add_all([2]) == [2]


def test_bound_while_patched():
    cart = Cart()
    with patch.object(cart, "add"):
        spy = cart.add
        cart.add_all([5])
    spy.assert_called_once_with(5)


def test_bound_before_the_class_is_patched():
    cart = Cart()
    with patch.object(Cart, "add", side_effect=cart.add) as spy:
        assert cart.add_all([4]) == [4]
    spy.assert_called_once_with(4)


def test_static_method_bound_before():
    cart = Cart()
    with patch.object(Cart, "price_of", side_effect=cart.price_of) as spy:
        assert cart.total([1, 2]) == 30
    assert spy.call_count == 2


def test_inherited_method_bound_before():
    cart = BigCart()
    with patch.object(Cart, "add", side_effect=cart.add) as spy:
        assert cart.add_all([4]) == [4]
    spy.assert_called_once_with(4)


def test_other_objects_keep_theirs():
    one, other = Cart(), Cart()
    add = other.add
    one.add = Mock()
    add(7)
    assert other.items == [7]
    assert one.items == []


def test_after_the_spies():
    assert Cart().add_all([1]) == [1]
