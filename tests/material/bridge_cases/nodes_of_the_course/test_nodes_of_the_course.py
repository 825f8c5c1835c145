import unittest

import pytest
from course_nodes import Empty, Node, TreeNode, chain
from nodes_of_the_course import (
    LinkedStack,
    from_list,
    in_order,
    insert,
    middle,
    mirror,
    reverse,
    words,
)


def to_list(head):
    found = []
    while head is not None:
        found.append(head.value)
        head = head.next
    return found


def test_made_by_the_test():
    head = chain("abc")
    tail = head.next.next
    assert reverse(head) is tail
    assert to_list(tail) == ["c", "b", "a"]


def test_made_by_the_student():
    head = from_list([1, 2])
    assert isinstance(head, Node)
    assert to_list(head) == [1, 2]
    assert repr(head) == "Node(1)"


def test_mixed():
    head = from_list([1, 2, 3])
    head.next = Node(9, head.next)
    assert to_list(head) == [1, 9, 2, 3]
    assert to_list(reverse(head)) == [3, 2, 9, 1]


def test_middle_is_the_very_node():
    head = chain([1, 2, 3, 4, 5])
    assert middle(head) is head.next.next
    assert middle(None) is None


def test_error_of_the_course():
    with pytest.raises(Empty, match="nothing here"):
        LinkedStack().pop()


class StackTest(unittest.TestCase):
    def test_push_and_pop(self):
        stack = LinkedStack()
        for item in "xyz":
            stack.push(item)
        self.assertEqual(stack.size, 3)
        self.assertEqual([stack.pop(), stack.pop()], ["z", "y"])
        self.assertIsInstance(stack.head, Node)
        self.assertIsNone(stack.head.next)


class TreeTest(unittest.TestCase):
    def test_insert(self):
        root = None
        for n in (5, 2, 8, 6):
            root = insert(root, n)
        self.assertEqual(in_order(root), [2, 5, 6, 8])
        self.assertEqual(root, TreeNode(5, TreeNode(2), TreeNode(8, TreeNode(6))))

    def test_insert_into_a_tree_of_the_test(self):
        root = TreeNode(5)
        self.assertIs(insert(root, 7), root)
        self.assertEqual(root.right.value, 7)
        self.assertIsNone(root.left)

    def test_mirror(self):
        tree = TreeNode(1, TreeNode(2, TreeNode(3)), None)
        self.assertEqual(mirror(tree), TreeNode(1, None, TreeNode(2, None, TreeNode(3))))
        self.assertEqual(mirror(mirror(tree)), tree)
        self.assertEqual(tree.left.value, 2)

    def test_not_equal(self):
        self.assertNotEqual(insert(None, 1), TreeNode(2))


def test_data_file():
    assert words() == ["apple", "fig", "pear"]


def test_data_file_read_by_both():
    with open("words.txt") as f:
        assert words() == sorted(f.read().split())
