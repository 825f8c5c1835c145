class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self, values=()):
        self.head = None
        for value in values:
            self.append(value)

    def nodes(self):
        node = self.head
        while node is not None:
            yield node
            node = node.next

    def append(self, value):
        last = None
        for last in self.nodes():
            pass
        if last is None:
            self.head = Node(value)
        else:
            last.next = Node(value)

    def prepend(self, value):
        self.head = Node(value, self.head)

    def __iter__(self):
        return (node.value for node in self.nodes())

    def __reversed__(self):
        return reversed(list(self))

    def __len__(self):
        return sum(1 for _ in self)

    def __getitem__(self, index):
        return list(self)[index]
