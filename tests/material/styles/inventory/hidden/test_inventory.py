import pytest
from inventory import Inventory, NotEnough, UnknownItem


@pytest.fixture
def inventory():
    inventory = Inventory()
    inventory.add("apple", 5, price=0.5)
    inventory.add("pear", 2, price=0.75)
    return inventory


def test_counts(inventory):
    assert inventory["apple"] == 5
    assert len(inventory) == 2
    assert "pear" in inventory
    assert "plum" not in inventory


def test_too_few(inventory):
    with pytest.raises(NotEnough, match="apple") as caught:
        inventory.remove("apple", 9)
    assert (caught.value.wanted, caught.value.available) == (9, 5)
    assert inventory["apple"] == 5


def test_unknown(inventory):
    with pytest.raises(UnknownItem):
        inventory.remove("plum", 1)
    with pytest.raises(KeyError):
        inventory["plum"]


def test_items(inventory):
    assert dict(inventory.items()) == {"apple": 5, "pear": 2}
