def reverse(head):
    before = None
    while head is not None:
        head.next, before, head = before, head, head.next
    return before


def append(head, node):
    while head.next is not None:
        head = head.next
    head.next = node


def count_visits(head):
    count = 0
    while head is not None and not head.visited:
        head.visited = True
        head, count = head.next, count + 1
    return count


def number_nodes(head):
    index = 0
    while head is not None:
        head.index = index
        head, index = head.next, index + 1


def mark(box, text):
    box.mark = text


def warm(meter, degrees):
    meter.celsius += degrees


def reset(meter):
    meter.fahrenheit = 0


def fill(point, x, y):
    point.x = x
    point.y = y
    return point


def close(door):
    door.is_open = False


def rename(box, name):
    box.name = name


def age(box):
    box.age += 1
