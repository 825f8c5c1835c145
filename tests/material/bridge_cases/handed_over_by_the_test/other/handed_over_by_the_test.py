"""Uses what a test makes of Python's library and hands over."""

import threading
import xml.etree.ElementTree as ET

import numpy as np


def produce(queue, count):
    for number in [*range(count), None]:
        queue.put(number, block=True, timeout=5)


def consume(queue, found):
    while (item := queue.get()) is not None:
        found.append(item * 2)
        queue.task_done()
    queue.task_done()


def urgent(queue):
    return list(iter(lambda: None if queue.empty() else queue.get_nowait(), None))


def wait_for(event):
    event.wait(5)
    return "began" if event.is_set() else "late"


def guarded(lock, log):
    lock.acquire()
    try:
        log += ["locked"] if lock.locked() else []
    finally:
        lock.release()


def signal(event):
    event.set()


def meet(barrier):
    return barrier.wait(5) in (0, 1)


def titles(root):
    return [title.text for title in root.findall("./book/title")]


def add_book(root, title):
    book = ET.fromstring("<book lang='en'><title/></book>")
    book[0].text = title
    root.append(book)
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
    return values.sum(), [0 if v is None else v for v in values.tolist()]


def without_negative(values):
    return np.ma.MaskedArray(values, values < 0)


def make_events():
    return threading.Event()
