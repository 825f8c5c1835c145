from course_nodes import Empty, Node, TreeNode


class LinkedStack:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, value):
        self.head = Node(value, self.head)
        self.size += 1

    def pop(self):
        if self.head is None:
            raise Empty("nothing here")
        value = self.head.value
        self.head = self.head.next
        self.size -= 1
        return value


def reverse(head):
    before = None
    while head:
        head.next, before, head = before, head, head.next
    return before


def middle(head):
    slow = fast = head
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
    return slow


def from_list(values):
    head = None
    for value in reversed(values):
        head = Node(value, head)
    return head


def insert(root, value):
    if root is None:
        return TreeNode(value)
    if value < root.value:
        root.left = insert(root.left, value)
    else:
        root.right = insert(root.right, value)
    return root


def in_order(root):
    return [*in_order(root.left), root.value, *in_order(root.right)] if root else []


def mirror(root):
    return root and TreeNode(root.value, mirror(root.right), mirror(root.left))


def words():
    with open("words.txt") as f:
        return sorted(f.read().split())
