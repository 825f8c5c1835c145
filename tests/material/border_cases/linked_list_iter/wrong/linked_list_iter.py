class Stack:
    def __init__(self, items):
        self.items = list(items)

    def __iter__(self):
        return iter(self.items)


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self, values):
        self.head = None
        for value in reversed(values):
            self.head = Node(value, self.head)

    def nodes(self):
        node = self.head
        while node:
            yield node
            node = node.next


class Matrix:
    def __init__(self, text):
        self.rows = [[int(n) for n in line.split()] for line in text.splitlines()]

    def row(self, n):
        return self.rows[n - 1]

    def column(self, n):
        return [row[n - 1] for row in self.rows]


def top_words(text):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda pair: pair[1])


def histogram(text):
    return {c: 1 for c in text}
