def to_list(node):
    found = []
    while node.next:
        found.append(node.value)
        node = node.next
    return found


def reverse(node):
    values = []
    start = node
    while node:
        values.append(node.value)
        node = node.next
    node = start
    for value in reversed(values):
        node.value = value
        node = node.next
    return start


def from_list(items, cls):
    head = None
    for item in items:
        head = cls(item, head)
    return head


def append(head, node):
    head = node


def merge(a, b):
    head = a
    while a.next:
        a = a.next
    a.next = b
    return head


def remove(head, value):
    node = head
    while node and node.next:
        if node.next.value == value:
            node.next = node.next.next
        node = node.next
    return head


def detect_cycle(head):
    return head.next.next.next is not None and True


def depth(tree):
    return 0 if tree is None else 1 + depth(tree.left)


def invert(tree):
    tree.left, tree.right = tree.right, None
    return tree


def insert(tree, value, cls):
    tree.left = cls(value)
