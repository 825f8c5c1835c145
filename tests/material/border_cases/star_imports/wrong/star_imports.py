__all__ = ["GREETING", "Dog", "Wolf", "greet", "total"]
GREETING = "Hello"


class Dog:
    def __init__(self, name):
        self.name = name

    def speak(self):
        return f"{self.name}: woof"


class Wolf(Dog):
    pass


def greet(name):
    return f"{GREETING} {name}"


def total(numbers):
    return sum(numbers)
