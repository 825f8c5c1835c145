class Animal:
    def __init__(self, name):
        self.name = name

    def sound(self):
        return ""

    def describe(self):
        return f"{self.name} says {self.sound()}."


class Report:
    def __init__(self):
        self.log = []

    def title(self):
        return "Report"

    def body(self):
        return []

    def render(self):
        return "\n".join(["Report", *self.body()])


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def push_all(self, items):
        self.items.extend(items)

    def pop(self):
        return self.items.pop(0)

    def __len__(self):
        return len(self.items)
