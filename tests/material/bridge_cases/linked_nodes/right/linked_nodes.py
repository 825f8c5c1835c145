def to_list(node):
    found = []
    while node:
        found.append(node.value)
        node = node.next
    return found


def reverse(node):
    before = None
    while node:
        node.next, before, node = before, node, node.next
    return before


def from_list(items, cls):
    head = None
    for item in reversed(items):
        head = cls(item, head)
    return head


def append(head, node):
    while head.next is not None:
        head = head.next
    head.next = node


def merge(a, b):
    if a is None or b is None:
        return a or b
    if a.value <= b.value:
        a.next = merge(a.next, b)
        return a
    b.next = merge(a, b.next)
    return b


def remove(head, value):
    while head and head.value == value:
        head = head.next
    node = head
    while node and node.next:
        if node.next.value == value:
            node.next = node.next.next
        else:
            node = node.next
    return head


def detect_cycle(head):
    seen = []
    while head is not None:
        if any(head is s for s in seen):
            return True
        seen.append(head)
        head = head.next
    return False


def depth(tree):
    return 0 if tree is None else 1 + max(depth(tree.left), depth(tree.right))


def invert(tree):
    if tree is not None:
        tree.left, tree.right = invert(tree.right), invert(tree.left)
    return tree


def insert(tree, value, cls):
    side = "left" if value < tree.value else "right"
    below = getattr(tree, side)
    if below is None:
        setattr(tree, side, cls(value))
    else:
        insert(below, value, cls)
