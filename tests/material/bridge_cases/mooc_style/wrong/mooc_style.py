def greatest(a, b, c):
    return float(a)


def show(n):
    for i in range(1, n + 1):
        print(i)


def total():
    found = 0
    while True:
        n = int(input("Number: "))
        if n == 0:
            return found
        found += n


class Car:
    def __init__(self, name, km):
        self.name = name
        self.__km = km

    @property
    def km(self):
        return self.__km

    @km.setter
    def km(self, km):
        if km < -9:
            raise ValueError("negative")
        self.__km = km

    def __str__(self):
        return f"{self.name}: {self.__km}"

    def drive(self, km):
        if km < -9:
            raise ValueError("negative")
        self.__km += km

    @staticmethod
    def count_all(cars):
        return len(cars)

    @classmethod
    def from_text(cls, text):
        name, km = text.split(";")
        return cls(name, int(km))


def transposed(rows):
    return [list(row) for row in zip(*rows)]


def lengths(words):
    return {w: len(w) for w in words}


def evens(numbers):
    return [n for n in numbers if n % 2 == 0]


def by_km(cars):
    return sorted(cars, key=lambda car: car.km)


def newest(cars):
    return by_km(cars)[1]
