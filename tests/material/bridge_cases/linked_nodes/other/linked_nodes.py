def _nodes(head):
    while head is not None:
        yield head
        head = head.next


def to_list(node):
    return [n.value for n in _nodes(node)]


def reverse(node):
    def go(rest, done):
        if rest is None:
            return done
        after, rest.next = rest.next, done
        return go(after, rest)

    return go(node, None)


def from_list(items, cls):
    return cls(items[0], from_list(items[1:], cls)) if items else None


def append(head, node):
    *_, last = _nodes(head)
    setattr(last, "next", node)


def merge(a, b):
    nodes = sorted([*_nodes(a), *_nodes(b)], key=lambda n: n.value)
    for one, two in zip(nodes, nodes[1:]):
        one.next = two
    return nodes[0]


def remove(head, value):
    if head is None:
        return None
    rest = remove(head.next, value)
    if head.value == value:
        return rest
    head.next = rest
    return head


def detect_cycle(head):
    slow = fast = head
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            return True
    return False


def depth(tree):
    level, n = [tree], 0
    while level := [t for t in level if t]:
        level = [side for t in level for side in (t.left, t.right)]
        n += 1
    return n


def invert(tree):
    waiting = [tree]
    while waiting:
        t = waiting.pop()
        if t:
            t.left, t.right = t.right, t.left
            waiting += [t.left, t.right]
    return tree


def insert(tree, value, cls):
    while True:
        if value < tree.value:
            if not tree.left:
                tree.left = cls(value, None, None)
                return
            tree = tree.left
        else:
            if not tree.right:
                tree.right = cls(value)
                return
            tree = tree.right
