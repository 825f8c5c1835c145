import course_nodes
from course_nodes import TreeNode as T


class LinkedStack:
    head = None

    @property
    def size(self):
        n, node = 0, self.head
        while node:
            n, node = n + 1, node.next
        return n

    def push(self, value):
        node = course_nodes.Node(value)
        node.next = self.head
        self.head = node

    def pop(self):
        try:
            value, self.head = self.head.value, self.head.next
        except AttributeError:
            raise course_nodes.Empty("there is nothing here")
        return value


def reverse(head, done=None):
    if head is None:
        return done
    rest = head.next
    head.next = done
    return reverse(rest, head)


def middle(head):
    nodes = []
    while head is not None:
        nodes.append(head)
        head = head.next
    return nodes[len(nodes) // 2] if nodes else None


def from_list(values):
    return course_nodes.chain(values)


def insert(root, value):
    new = T(value)
    if not root:
        return new
    node = root
    while True:
        side = "left" if value < node.value else "right"
        if getattr(node, side) is None:
            setattr(node, side, new)
            return root
        node = getattr(node, side)


def in_order(root):
    def walk(node):
        if node is not None:
            yield from walk(node.left)
            yield node.value
            yield from walk(node.right)

    return list(walk(root))


def mirror(root):
    if root is None:
        return None
    new = T(root.value)
    new.left, new.right = mirror(root.right), mirror(root.left)
    return new


def words():
    from pathlib import Path

    return sorted(Path("words.txt").read_text().splitlines())
