import types
from dataclasses import dataclass

import pytest
from attributes_of_test_objects import (
    age,
    append,
    close,
    count_visits,
    fill,
    mark,
    number_nodes,
    rename,
    reset,
    reverse,
    warm,
)


class Node:
    next = None
    visited = False

    def __init__(self, value):
        self.value = value


class Thermometer:
    def __init__(self):
        self._celsius = 0
        self.log = []

    @property
    def celsius(self):
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273:
            raise ValueError("colder than cold")
        self.log.append(value)
        self._celsius = value

    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32


@dataclass
class Point:
    x: int = 0
    y: int = 0


class Base:
    is_open = True


class Door(Base):
    pass


def chain(*values):
    head = None
    for value in reversed(values):
        node = Node(value)
        node.next = head
        head = node
    return head


def values(node):
    found = []
    while node is not None:
        found.append(node.value)
        node = node.next
    return found


def test_class_default_of_linked_nodes():
    head = chain(1, 2, 3)
    assert values(reverse(head)) == [3, 2, 1]
    assert head.next is None


def test_append_to_a_node_without_its_own():
    head = Node(1)
    append(head, Node(2))
    assert values(head) == [1, 2]
    assert Node.next is None


def test_flag_with_a_class_default():
    head = chain("a", "b")
    assert count_visits(head) == 2
    assert head.visited is True
    assert head.next.visited is True
    assert Node.visited is False


def test_new_attribute():
    head = chain("x", "y", "z")
    number_nodes(head)
    assert [head.index, head.next.index, head.next.next.index] == [0, 1, 2]


def test_new_attribute_of_a_namespace():
    box = types.SimpleNamespace()
    mark(box, "seen")
    assert box.mark == "seen"


def test_property_that_can_be_set():
    meter = Thermometer()
    warm(meter, 5)
    assert meter.celsius == 5
    assert meter.log == [5]
    assert meter.fahrenheit == 41


def test_property_that_refuses():
    with pytest.raises(ValueError, match="colder"):
        warm(Thermometer(), -300)


def test_property_that_cannot_be_set():
    with pytest.raises(AttributeError):
        reset(Thermometer())


def test_fields_of_a_data_class():
    assert fill(Point(), 3, 4) == Point(3, 4)


def test_attribute_of_a_parent():
    door = Door()
    close(door)
    assert door.is_open is False
    assert Door().is_open is True


def test_name_is_changed():
    box = types.SimpleNamespace(name="a")
    rename(box, "b")
    assert box.name == "b"


def test_counted_in_place():
    box = types.SimpleNamespace(age=1)
    age(box)
    assert box.age == 2
