import copy
from collections import deque

import pytest
from queues_and_caches import Ballots, Cache, Groups, Queue, Recent, Table, Urgent


def test_queue():
    queue = Queue()
    assert queue.is_empty()
    assert not queue
    queue.enqueue(1)
    queue.enqueue(2)
    assert len(queue) == 2
    assert queue.dequeue() == 1
    assert not queue.is_empty()


def test_queue_shows_what_it_holds():
    queue = Queue([1, 2, 3])
    assert queue
    assert list(queue) == [1, 2, 3]
    assert [x for x in queue] == [1, 2, 3]
    assert 2 in queue and 9 not in queue
    assert (queue[0], queue[-1]) == (1, 3)
    assert list(reversed(queue)) == [3, 2, 1]
    assert sum(queue) == 6
    assert sorted(queue, reverse=True) == [3, 2, 1]
    assert queue.index(3) == 2
    first, *rest = queue
    assert rest == [2, 3]


def test_queue_is_changed():
    queue = Queue("ab")
    queue[0] = "x"
    del queue[1]
    queue += "yz"
    queue.extend("w")
    queue.rotate(1)
    assert list(queue) == ["w", "x", "y", "z"]
    queue.clear()
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.popleft()


def test_queue_is_compared():
    assert Queue([1, 2]) == Queue([1, 2])
    assert Queue([1, 2]) == deque([1, 2])
    assert deque([1, 2]) == Queue([1, 2])
    assert Queue([1, 2]) != deque([2, 1])
    assert Queue([1, 2]) < Queue([1, 3])


def test_queue_is_a_deque():
    assert isinstance(Queue(), deque)
    assert Queue().maxlen is None


def test_queue_is_copied():
    queue = Queue([[1], 2])
    for copied in (copy.copy(queue), queue.copy(), copy.deepcopy(queue)):
        copied.enqueue(3)
        assert list(copied) == [[1], 2, 3]
        assert isinstance(copied, Queue)
    assert len(queue) == 2


def test_class_below_a_class():
    urgent = Urgent([1])
    urgent.enqueue(0)
    assert list(urgent) == [0, 1]
    assert len(urgent) == 2
    assert urgent.maxlen is None
    assert 1 in urgent


def test_class_of_the_test():
    class Counted(Queue):
        def twice(self):
            return len(self) * 2

    counted = Counted([4, 5])
    assert counted.twice() == 4
    assert counted.dequeue() == 4
    assert list(counted) == [5]


def test_bounded():
    recent = Recent([1, 2, 3, 4])
    assert recent.maxlen == 3
    recent.append(5)
    assert list(recent) == [3, 4, 5]
    assert recent.newest() == 5


def test_cache():
    cache = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert cache.get("b") is None
    assert list(cache) == ["a", "c"]
    assert list(cache.keys()) == ["a", "c"]
    assert [key for key in cache] == ["a", "c"]
    assert list(cache.items()) == [("a", 1), ("c", 3)]
    assert sorted(cache.values()) == [1, 3]
    assert list(reversed(cache)) == ["c", "a"]
    assert cache == {"a": 1, "c": 3}
    assert next(iter(cache)) == "a"
    assert "a" in cache and "b" not in cache


def test_groups():
    groups = Groups()
    groups.put("x", 1)
    groups.put("x", 2)
    assert groups["x"] == [1, 2]
    assert groups["y"] == []
    assert groups.default_factory is list
    groups.default_factory = dict
    assert groups["z"] == {}


def test_ballots():
    ballots = Ballots("abbcb")
    assert ballots.winner() == "b"
    assert ballots["b"] == 3
    assert ballots["z"] == 0
    assert sorted(ballots.elements()) == ["a", "b", "b", "b", "c"]
    assert ballots.total() == 5


def test_views_of_a_table():
    table = Table([("a", 1), ("b", 2)])
    assert table.keys() == {"a", "b"}
    assert list(table.values()) == [1, 2]
    assert table.items() >= {("a", 1)}
    assert table.values() != [1, 2]
    assert list(reversed(table.items())) == [("b", 2), ("a", 1)]


def test_iterators_of_a_table():
    table = Table([("a", 1), ("b", 2)])
    assert list(table) == ["a", "b"]
    assert sorted(table) == ["a", "b"]
    assert list(reversed(table)) == ["b", "a"]
    each = iter(table)
    assert next(each) == "a"
    assert list(each) == ["b"]
    assert dict(zip(table, [5, 6])) == {"a": 5, "b": 6}
