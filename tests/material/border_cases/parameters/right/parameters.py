def connect(host, *, port, timeout=5):
    return f"{host}:{port}/{timeout}"


def divide(a, b, /):
    return a / b


def average(*numbers):
    return sum(numbers) / len(numbers) if numbers else None


def make_tag(name, **attributes):
    return "<" + " ".join([name, *(f'{k}="{v}"' for k, v in attributes.items())]) + ">"


def append_to(x, items=None):
    items = [] if items is None else items
    items.append(x)
    return items


def label(n, unit="items"):
    return f"{n} {unit}"


def minmax(numbers):
    return min(numbers), max(numbers)


def split(text):
    return text.split()


def rename(first, last):
    return f"{last}, {first}"
