def reverse(head):
    nodes = []
    while head:
        nodes.append(head)
        head = head.next
    for node, after in zip(nodes, [None, *nodes]):
        setattr(node, "next", after)
    return nodes[-1]


def append(head, node):
    if head.next:
        append(head.next, node)
    else:
        setattr(head, "next", node)


def count_visits(head):
    if head is None or head.visited:
        return 0
    head.visited = True
    return 1 + count_visits(head.next)


def number_nodes(head, index=0):
    if head:
        head.index = index
        number_nodes(head.next, head.index + 1)


def mark(box, text):
    setattr(box, "mark", text)


def warm(meter, degrees):
    setattr(meter, "celsius", getattr(meter, "celsius") + degrees)


def reset(meter):
    setattr(meter, "fahrenheit", 0)


def fill(point, x, y):
    point.x, point.y = x, y
    return point


def close(door):
    setattr(door, "is_open", not door.is_open)


def rename(box, name):
    setattr(box, "name", name)


def age(box):
    setattr(box, "age", box.age + 1)
