from course_nodes import Node, TreeNode


class LinkedStack:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, value):
        self.head = Node(value)
        self.size += 1

    def pop(self):
        value = self.head.value
        self.head = self.head.next
        return value


def reverse(head):
    return head


def middle(head):
    return head and Node(head.value)


def from_list(values):
    return values


def insert(root, value):
    if root is None:
        return TreeNode(value)
    root.left = insert(root.left, value)
    return root


def in_order(root):
    return sorted([*in_order(root.left), root.value]) if root else []


def mirror(root):
    if root:
        root.left, root.right = root.right, root.left
    return root


def words():
    with open("words.txt") as f:
        return f.read().split()
