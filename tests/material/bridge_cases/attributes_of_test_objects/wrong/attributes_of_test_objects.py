def reverse(head):
    return head


def append(head, node):
    head.after = node


def count_visits(head):
    head.visited = True
    return 1


def number_nodes(head):
    while head is not None:
        head.index = 1
        head = head.next


def mark(box, text):
    box.marked = text


def warm(meter, degrees):
    meter.heat = degrees


def reset(meter):
    meter.celsius = 0


def fill(point, x, y):
    point.x = y
    point.y = x
    return point


def close(door):
    door.open = False


def rename(box, name):
    box.label = name


def age(box):
    box.age = 3
