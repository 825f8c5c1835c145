import unittest

from linked_nodes import (
    append,
    depth,
    detect_cycle,
    from_list,
    insert,
    invert,
    merge,
    remove,
    reverse,
    to_list,
)


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right

    def __eq__(self, other):
        return (
            isinstance(other, Tree)
            and self.value == other.value
            and self.left == other.left
            and self.right == other.right
        )


def chain(*values):
    head = None
    for value in reversed(values):
        head = Node(value, head)
    return head


def values(node):
    found = []
    while node is not None:
        found.append(node.value)
        node = node.next
    return found


class ListTest(unittest.TestCase):
    def test_to_list(self):
        self.assertEqual(to_list(chain(1, 2, 3)), [1, 2, 3])
        self.assertEqual(to_list(None), [])

    def test_reverse_in_place(self):
        head = chain("a", "b", "c")
        tail = head.next.next
        new = reverse(head)
        self.assertIs(new, tail)
        self.assertEqual(values(new), ["c", "b", "a"])
        self.assertIsNone(head.next)

    def test_built_from_the_class(self):
        head = from_list([4, 5], Node)
        self.assertIsInstance(head, Node)
        self.assertEqual(values(head), [4, 5])

    def test_append_mutates(self):
        head = chain(1)
        append(head, Node(2))
        self.assertEqual(values(head), [1, 2])

    def test_merge(self):
        self.assertEqual(values(merge(chain(1, 4), chain(2, 3))), [1, 2, 3, 4])

    def test_remove(self):
        self.assertEqual(values(remove(chain(1, 2, 1, 3), 1)), [2, 3])

    def test_cycle(self):
        head = chain(1, 2, 3)
        self.assertFalse(detect_cycle(head))
        head.next.next.next = head.next
        self.assertTrue(detect_cycle(head))


class TreeTest(unittest.TestCase):
    def test_depth(self):
        self.assertEqual(depth(Tree(1, Tree(2, Tree(3)), Tree(4))), 3)
        self.assertEqual(depth(None), 0)

    def test_invert(self):
        tree = Tree(1, Tree(2), Tree(3))
        self.assertEqual(invert(tree), Tree(1, Tree(3), Tree(2)))

    def test_insert(self):
        root = Tree(5)
        for n in (3, 8, 4):
            insert(root, n, Tree)
        self.assertEqual(root, Tree(5, Tree(3, None, Tree(4)), Tree(8)))
