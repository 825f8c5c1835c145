from datetime import timedelta


def echo(value):
    return list(value) if isinstance(value, tuple) else value


def kind_of(value):
    return "int" if isinstance(value, int) else type(value).__name__


def kinds(items):
    return [type(i) for i in items]


def any_match(pattern, words):
    return any(pattern.match(w) for w in words) and len(words)


def suffix(path):
    return str(path).split(".", 1)[1]


def total(numbers):
    return float(sum(numbers))


def half(x):
    return x // 2


def add_days(day, n):
    return day.replace(day=day.day + n)


def in_utc(moment):
    return moment + timedelta(hours=0)


def count(groups, letters):
    return {letter: [letter] for letter in letters}


def rotate(d):
    d = [d[-1], *list(d)[:-1]]


def tally(text):
    return {letter: text.count(letter) for letter in text}
