from collections import Counter
from datetime import timedelta, timezone


def echo(value):
    return value


def kind_of(value):
    return type(value).__name__


def kinds(items):
    return [type(i).__name__ for i in items]


def any_match(pattern, words):
    return any(pattern.search(w) is not None for w in words)


def suffix(path):
    return path.suffix


def total(numbers):
    return sum(numbers)


def half(x):
    return x / 2


def add_days(day, n):
    return day + timedelta(days=n)


def in_utc(moment):
    return moment.replace(tzinfo=timezone.utc)


def count(groups, letters):
    for letter in letters:
        groups[letter].append(letter)
    return groups


def rotate(d):
    d.rotate()


def tally(text):
    return Counter(text)
