import queue
import threading
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from handed_over_by_the_test import (
    add_book,
    as_text,
    catalogue,
    consume,
    guarded,
    known,
    make_events,
    meet,
    older,
    produce,
    rolls,
    sample,
    signal,
    titles,
    urgent,
    wait_for,
    without_negative,
)


def test_producer():
    given = queue.Queue()
    produce(given, 3)
    assert [given.get() for _ in range(4)] == [0, 1, 2, None]
    assert given.empty()


def test_producer_blocks():
    given = queue.Queue(maxsize=1)
    thread = threading.Thread(target=produce, args=(given, 3))
    thread.start()
    found = [given.get(timeout=5) for _ in range(4)]
    thread.join()
    assert found == [0, 1, 2, None]


def test_consumer():
    given, found = queue.Queue(), []
    thread = threading.Thread(target=consume, args=(given, found))
    thread.start()
    for item in (1, 2, None):
        given.put(item)
    given.join()
    thread.join()
    assert found == [2, 4]


def test_by_priority():
    given = queue.PriorityQueue()
    for item in ((2, "b"), (1, "a")):
        given.put(item)
    assert urgent(given) == [(1, "a"), (2, "b")]


def test_event():
    event = threading.Event()
    threading.Timer(0.01, event.set).start()
    assert wait_for(event) == "began"
    other = threading.Event()
    signal(other)
    assert other.is_set()


def test_lock():
    log, lock = [], threading.Lock()
    guarded(lock, log)
    assert log == ["locked"]
    assert not lock.locked()


def test_barrier():
    barrier = threading.Barrier(2)
    thread = threading.Thread(target=barrier.wait)
    thread.start()
    assert meet(barrier)
    thread.join()


def test_event_of_the_student():
    event = make_events()
    assert not event.is_set()
    event.set()
    assert event.is_set()


@pytest.fixture
def books():
    return ET.fromstring("<books><book><title>Emma</title></book><film/></books>")


def test_reading_elements(books):
    assert titles(books) == ["Emma"]


def test_adding_an_element(books):
    added = add_book(books, "Persuasion")
    assert books[-1] is added
    assert titles(books) == ["Emma", "Persuasion"]
    assert added.attrib == {"lang": "en"}


def test_elements_of_the_student():
    root = catalogue(["a", "b"])
    assert ET.iselement(root)
    assert [title.text for title in root.iter("title")] == ["a", "b"]
    assert ET.tostring(root[0]) == b'<book lang="en"><title>a</title></book>'


def test_text_of_elements(books):
    books.set("year", "1815")
    assert as_text(books).startswith('<books year="1815"><book><title>Emma')


def test_generator():
    mine, alone = np.random.default_rng(7), np.random.default_rng(7)
    assert rolls(mine, 5).tolist() == alone.integers(1, 7, 5).tolist()
    assert sample(mine) == alone.choice(["a", "b", "c"], 2, replace=False).tolist()
    assert mine.random() == alone.random()


def test_older_generator():
    mine, alone = np.random.RandomState(7), np.random.RandomState(7)
    assert older(mine) == pytest.approx(alone.normal(size=2))
    assert mine.rand() == alone.rand()


def test_masked():
    assert known(np.ma.array([1, 2, 3], mask=[0, 1, 0])) == (4, [1, 0, 3])
    found = without_negative(np.array([1.0, -1.0]))
    assert found.mask.tolist() == [False, True]
    assert found.sum() == 1
