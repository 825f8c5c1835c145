class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(reversed(self.items))

    def __eq__(self, other):
        return isinstance(other, Stack) and self.items == other.items

    def __repr__(self):
        return f"Stack({self.items})"
