import unittest
from stack import Stack


class TestStack(unittest.TestCase):
    def setUp(self):
        self.stack = Stack()

    def test_last_in_first_out(self):
        for item in (1, "two", [3]):
            self.stack.push(item)
        self.assertEqual(self.stack.pop(), [3])
        self.assertEqual(len(self.stack), 2)
        self.assertTrue(self.stack)

    def test_loop_from_the_top(self):
        self.stack.push("a")
        self.stack.push("b")
        self.assertEqual(list(self.stack), ["b", "a"])
        self.assertEqual([*self.stack], ["b", "a"])
        self.assertIn("a", self.stack)
        self.assertNotIn("c", self.stack)

    def test_equal_stacks(self):
        other = Stack()
        other.push(1)
        self.assertNotEqual(self.stack, other)
        self.stack.push(1)
        self.assertEqual(self.stack, other)

    def test_text(self):
        self.stack.push(1)
        self.stack.push(2)
        self.assertEqual(repr(self.stack), "Stack([1, 2])")
