import unittest

import pytest
from buffers_and_lists import (
    BufferEmptyException,
    BufferFullException,
    CircularBuffer,
    EmptyListException,
    LinkedList,
    Node,
)


class BufferTest(unittest.TestCase):
    def test_empty(self):
        buf = CircularBuffer(1)
        with self.assertRaises(BufferError) as err:
            buf.read()
        self.assertEqual(type(err.exception), BufferEmptyException)
        self.assertEqual(err.exception.args[0], "Circular buffer is empty")

    def test_full(self):
        buf = CircularBuffer(1)
        buf.write("1")
        with self.assertRaises(BufferFullException) as err:
            buf.write("2")
        self.assertEqual(type(err.exception), BufferFullException)
        self.assertEqual(err.exception.message, "Circular buffer is full")

    def test_first_in_first_out(self):
        buf = CircularBuffer(2)
        buf.write("1")
        buf.write("2")
        self.assertEqual(buf.read(), "1")
        buf.write("3")
        self.assertEqual([buf.read(), buf.read()], ["2", "3"])

    def test_overwrite(self):
        buf = CircularBuffer(2)
        for c in "123":
            buf.overwrite(c)
        self.assertEqual((buf.read(), buf.read()), ("2", "3"))
        self.assertRaises(BufferEmptyException, buf.read)

    def test_clear(self):
        buf = CircularBuffer(3)
        buf.write(1)
        buf.clear()
        with self.assertRaisesRegex(BufferEmptyException, "^Circular buffer is empty$"):
            buf.read()

    def test_errors_are_related(self):
        self.assertTrue(issubclass(BufferFullException, BufferError))
        self.assertFalse(issubclass(BufferFullException, BufferEmptyException))
        self.assertEqual(BufferFullException("m").message, "m")
        self.assertIn("no room", BufferFullException.__doc__)

    def test_caught_by_hand(self):
        try:
            CircularBuffer(0).write(1)
        except BufferFullException as e:
            self.assertEqual(str(e), "Circular buffer is full")
        else:
            self.fail("no error")


class ListTest(unittest.TestCase):
    def setUp(self):
        self.list = LinkedList([1, 2, 3])

    def test_iteration(self):
        self.assertEqual(list(self.list), [3, 2, 1])
        self.assertEqual([n for n in LinkedList()], [])

    def test_length(self):
        self.assertEqual(len(self.list), 3)
        self.assertFalse(LinkedList())

    def test_head(self):
        self.assertIsInstance(self.list.head(), Node)
        self.assertEqual(self.list.head().value(), 3)
        self.assertEqual(self.list.head().next().value(), 2)
        self.assertIsNone(self.list.head().next().next().next())

    def test_pop(self):
        self.assertEqual(self.list.pop(), 3)
        self.assertEqual(len(self.list), 2)

    def test_empty(self):
        with self.assertRaises(EmptyListException) as err:
            LinkedList().head()
        self.assertEqual(type(err.exception), EmptyListException)
        self.assertEqual(err.exception.args[0], "The list is empty.")

    def test_reversed(self):
        again = self.list.reversed()
        self.assertIsInstance(again, LinkedList)
        self.assertEqual(list(again), [1, 2, 3])
        self.assertEqual(list(self.list), [3, 2, 1])

    def test_node_by_hand(self):
        node = Node(5)
        self.assertEqual(node.value(), 5)
        self.assertIsNone(node.next())

    def test_functions_over_it(self):
        self.assertEqual(sum(self.list), 6)
        self.assertEqual(max(self.list), 3)
        self.assertIn(2, self.list)
        self.assertEqual(sorted(self.list), [1, 2, 3])
        self.assertEqual(dict(zip(self.list, "abc")), {3: "a", 2: "b", 1: "c"})
        self.assertEqual(tuple(self.list), (3, 2, 1))

    def test_text(self):
        self.assertEqual(repr(self.list), "LinkedList([3, 2, 1])")

    def test_takes_any_iterable(self):
        self.assertEqual(list(LinkedList(range(3))), [2, 1, 0])
        self.assertEqual(list(LinkedList(c for c in "ab")), ["b", "a"])
        self.assertEqual(list(LinkedList(self.list)), [1, 2, 3])

    def test_items_are_kept(self):
        item = [1]
        kept = LinkedList([item])
        self.assertIs(kept.pop(), item)


@pytest.mark.parametrize("error", [BufferFullException, BufferEmptyException, EmptyListException])
def test_each_is_an_exception(error):
    assert issubclass(error, Exception)
    with pytest.raises(error):
        raise error("by the test")
