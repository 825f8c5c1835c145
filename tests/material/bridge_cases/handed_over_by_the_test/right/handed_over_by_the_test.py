"""Uses what a test makes of Python's library and hands over."""

import threading
import xml.etree.ElementTree as ET

import numpy as np


def produce(queue, count):
    for number in range(count):
        queue.put(number)
    queue.put(None)


def consume(queue, found):
    while (item := queue.get()) is not None:
        found.append(item * 2)
        queue.task_done()
    queue.task_done()


def urgent(queue):
    return [queue.get() for _ in range(queue.qsize())]


def wait_for(event):
    event.wait(5)
    return "began" if event.is_set() else "late"


def guarded(lock, log):
    with lock:
        log.append("locked" if lock.locked() else "open")


def signal(event):
    event.set()


def meet(barrier):
    return barrier.wait(5) in (0, 1)


def titles(root):
    return [item.findtext("title") for item in root.iter("book")]


def add_book(root, title):
    book = ET.SubElement(root, "book", {"lang": "en"})
    ET.SubElement(book, "title").text = title
    return book


def catalogue(names):
    root = ET.Element("books")
    for name in names:
        add_book(root, name)
    return root


def as_text(root):
    return ET.tostring(root, encoding="unicode")


def rolls(generator, count):
    return generator.integers(1, 7, count)


def sample(generator):
    return generator.choice(["a", "b", "c"], 2, replace=False).tolist()


def older(state):
    return state.normal(size=2)


def known(values):
    return values.compressed().sum(), values.filled(0).tolist()


def without_negative(values):
    return np.ma.masked_less(values, 0)


def make_events():
    return threading.Event()
