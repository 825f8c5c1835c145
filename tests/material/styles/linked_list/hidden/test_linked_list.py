import pytest
from linked_list import LinkedList


@pytest.fixture
def numbers():
    return LinkedList([1, 2, 3])


def test_loop(numbers):
    assert list(numbers) == [1, 2, 3]
    assert [n * 2 for n in numbers] == [2, 4, 6]
    assert list(LinkedList()) == []


def test_length(numbers):
    assert len(numbers) == 3
    assert not LinkedList()


def test_nodes(numbers):
    assert numbers.head.value == 1
    assert numbers.head.next.next.value == 3
    assert numbers.head.next.next.next is None


def test_items(numbers):
    assert numbers[1] == 2
    assert numbers[-1] == 3
    with pytest.raises(IndexError):
        numbers[3]


def test_contains(numbers):
    assert 2 in numbers
    assert 9 not in numbers


def test_reversed(numbers):
    assert list(reversed(numbers)) == [3, 2, 1]
