from abc import ABC, abstractmethod


class Animal(ABC):
    def __init__(self, name):
        self.name = name

    @abstractmethod
    def sound(self): ...

    def describe(self):
        return f"{self.name} says {self.sound()}."


class Report:
    def __init__(self):
        self.log = []

    def title(self):
        self.log.append("title")
        return "Report"

    def body(self):
        raise NotImplementedError

    def render(self):
        return "\n".join([self.title(), *self.body()])


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def push_all(self, items):
        for item in items:
            self.push(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)
