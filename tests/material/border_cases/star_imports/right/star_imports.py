GREETING = "hello"


def greet(name):
    return f"{GREETING} {name}"


class Dog:
    def __init__(self, name):
        self.name = name

    def speak(self):
        return f"{self.name} says woof"


def total(numbers):
    return sum(numbers)
