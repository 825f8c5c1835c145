import unittest

from linked_list_iter import LinkedList, Matrix, Stack, histogram, top_words


class StackTest(unittest.TestCase):
    def test_listed(self):
        stack = Stack([1, 2, 3])
        self.assertEqual(list(stack), [3, 2, 1])
        self.assertEqual([x for x in stack], [3, 2, 1])

    def test_truth(self):
        self.assertTrue(Stack([1]))
        self.assertIn(2, Stack([1, 2]))
        self.assertNotIn(5, Stack([1, 2]))

    def test_nodes(self):
        lst = LinkedList([1, 2, 3])
        node = lst.head
        seen = []
        while node:
            seen.append(node.value)
            node = node.next
        self.assertEqual(seen, [1, 2, 3])

    def test_items_are_nodes(self):
        values = [node.value for node in LinkedList([4, 5]).nodes()]
        self.assertEqual(values, [4, 5])

    def test_matrix(self):
        m = Matrix("1 2\n3 4")
        self.assertEqual(m.row(1), [1, 2])
        self.assertEqual(m.column(2), [2, 4])

    def test_pairs(self):
        self.assertEqual(top_words("a b a"), [("a", 2), ("b", 1)])
        for word, count in top_words("x x y"):
            self.assertIsInstance(word, str)
            self.assertGreater(count, 0)

    def test_histogram(self):
        self.assertEqual(histogram("aab"), {"a": 2, "b": 1})
        self.assertEqual(histogram("aab")["a"], 2)
        self.assertEqual(sorted(histogram("ba").items()), [("a", 1), ("b", 1)])
