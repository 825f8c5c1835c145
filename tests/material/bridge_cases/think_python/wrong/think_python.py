import random


class Point:
    def __init__(self, x=0, y=0):
        self.x = x
        self.y = y

    def __add__(self, other):
        return (self.x + other.x, self.y + other.y)


class Rectangle:
    pass


def find_center(rect):
    return Point(rect.width / 2, rect.height / 2)


def move_rectangle(rect, dx, dy):
    rect.corner = Point(rect.corner.x + dx, rect.corner.y + dy)


def moved(rect, dx, dy):
    move_rectangle(rect, dx, dy)
    return rect


class Time:
    def __init__(self, hour=0, minute=0, second=0):
        self.hour = hour
        self.minute = minute
        self.second = second

    def __str__(self):
        return f"{self.hour}:{self.minute}:{self.second}"

    def print_time(self):
        return str(self)

    def to_int(self):
        return self.hour * 60 + self.minute

    def is_after(self, other):
        return self.hour > other.hour

    def __add__(self, other):
        return Time(self.hour + other.hour, self.minute + other.minute)


def int_to_time(seconds):
    return Time(0, 0, seconds)


class Card:
    suit_names = ["Clubs", "Diamonds", "Hearts", "Spades"]
    rank_names = ["Ace"]

    def __init__(self, suit=0, rank=2):
        self.suit = suit
        self.rank = rank

    def __str__(self):
        return f"{self.rank} of {Card.suit_names[self.suit]}"

    def __lt__(self, other):
        return self.rank < other.rank


class Deck:
    cards = [Card(s, r) for s in range(4) for r in range(13)]

    def pop_card(self, i=-1):
        return self.cards.pop(i)

    def add_card(self, card):
        self.cards.append(card)

    def remove_card(self, card):
        self.cards.pop()

    def shuffle(self):
        random.shuffle(self.cards)

    def sort(self):
        self.cards = sorted(self.cards)

    def move_cards(self, hand, num):
        hand.cards = self.cards[:num]


class Hand(Deck):
    label = ""


def find_defining_class(obj, method_name):
    return type(obj)


def print_attributes(obj):
    print(vars(obj))


class Kangaroo:
    def __init__(self, name, contents=[]):
        self.name = name
        self.pouch_contents = contents

    def put_in_pouch(self, item):
        self.pouch_contents.append(item)
