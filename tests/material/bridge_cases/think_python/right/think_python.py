import copy
import random


class Point:
    """Represents a point in two dimensions."""

    def __init__(self, x=0, y=0):
        self.x = x
        self.y = y

    def __str__(self):
        return f"({self.x:g}, {self.y:g})"

    def __add__(self, other):
        if isinstance(other, Point):
            return Point(self.x + other.x, self.y + other.y)
        return Point(self.x + other[0], self.y + other[1])

    def __radd__(self, other):
        return self + other


class Rectangle:
    """Has width, height and corner."""


def find_center(rect):
    p = Point()
    p.x = rect.corner.x + rect.width / 2
    p.y = rect.corner.y + rect.height / 2
    return p


def move_rectangle(rect, dx, dy):
    rect.corner.x += dx
    rect.corner.y += dy


def moved(rect, dx, dy):
    new = copy.deepcopy(rect)
    move_rectangle(new, dx, dy)
    return new


class Time:
    def __init__(self, hour=0, minute=0, second=0):
        self.hour = hour
        self.minute = minute
        self.second = second

    def __str__(self):
        return f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}"

    def print_time(self):
        print(self)

    def to_int(self):
        return (self.hour * 60 + self.minute) * 60 + self.second

    def is_after(self, other):
        return self.to_int() > other.to_int()

    def __add__(self, other):
        if isinstance(other, Time):
            return int_to_time(self.to_int() + other.to_int())
        return int_to_time(self.to_int() + other)

    __radd__ = __add__


def int_to_time(seconds):
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return Time(hour, minute, second)


class Card:
    suit_names = ["Clubs", "Diamonds", "Hearts", "Spades"]
    rank_names = [None, "Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10",
                  "Jack", "Queen", "King"]

    def __init__(self, suit=0, rank=2):
        self.suit = suit
        self.rank = rank

    def __str__(self):
        return f"{Card.rank_names[self.rank]} of {Card.suit_names[self.suit]}"

    def __eq__(self, other):
        return self.suit == other.suit and self.rank == other.rank

    def __lt__(self, other):
        return (self.suit, self.rank) < (other.suit, other.rank)


class Deck:
    def __init__(self):
        self.cards = [Card(s, r) for s in range(4) for r in range(1, 14)]

    def __str__(self):
        return "\n".join(map(str, self.cards))

    def pop_card(self, i=-1):
        return self.cards.pop(i)

    def add_card(self, card):
        self.cards.append(card)

    def remove_card(self, card):
        self.cards.remove(card)

    def shuffle(self):
        random.shuffle(self.cards)

    def sort(self):
        self.cards.sort()

    def move_cards(self, hand, num):
        for _ in range(num):
            hand.add_card(self.pop_card())


class Hand(Deck):
    def __init__(self, label=""):
        self.cards = []
        self.label = label


def find_defining_class(obj, method_name):
    for ty in type(obj).mro():
        if method_name in ty.__dict__:
            return ty


def print_attributes(obj):
    for attr in vars(obj):
        print(attr, getattr(obj, attr))


class Kangaroo:
    def __init__(self, name, contents=None):
        self.name = name
        self.pouch_contents = [] if contents is None else contents

    def put_in_pouch(self, item):
        self.pouch_contents.append(item)

    def __str__(self):
        inside = ", ".join(object.__str__(i) if isinstance(i, Kangaroo) else str(i)
                           for i in self.pouch_contents)
        return f"{self.name} with [{inside}]"
