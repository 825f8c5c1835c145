"""Programs that are alike on purpose, and one that is not."""

from grader.model.similarity.works import Work

STUB = '''"""Bills of a shop."""


def total(lines, rate):
    """Add up a bill."""
    raise NotImplementedError
'''
ORIGINAL = '''"""Bills of a shop."""

LIMIT = 100


def cheapest(lines):
    best = None
    for name, price, count in lines:
        if best is None or price < best[1]:
            best = (name, price)
    return best


def discount(amount, count):
    if count > 10 and amount > LIMIT:
        return amount * 0.1
    if amount > LIMIT:
        return amount * 0.05
    return 0


def total(lines, rate):
    """Add up a bill."""
    whole = 0
    pieces = 0
    for name, price, count in lines:
        whole += price * count
        pieces += count
    whole -= discount(whole, pieces)
    tax = round(whole * rate, 2)
    return whole + tax
'''
RENAMED = '''"""Bills of a shop."""

TOP = 250


def lowest(rows):
    found = None
    for label, cost, number in rows:
        if found is None or cost < found[1]:
            found = (label, cost)
    return found


def rebate(value, number):
    if number > 12 and value > TOP:
        return value * 0.2
    if value > TOP:
        return value * 0.07
    return 0


def total(rows, share):
    """Add up a bill."""
    summed = 0
    parts = 0
    for label, cost, number in rows:
        summed += cost * number
        parts += number
    summed -= rebate(summed, parts)
    extra = round(summed * share, 2)
    return summed + extra
'''
HONEST = '''"""Bills of a shop."""

from dataclasses import dataclass


@dataclass
class Line:
    name: str
    price: float
    count: int

    @property
    def cost(self):
        return self.price * self.count


def reduced(cost, steps={10: 0.9, 0: 0.95}):
    for least in sorted(steps, reverse=True):
        if least < cost:
            return steps[least] * cost
    raise ValueError(cost)


def total(lines, rate):
    """Add up a bill."""
    every = [Line(*line) for line in lines]
    cost = sum(line.cost for line in every)
    return max(reduced(cost) * (1 + rate), 0.0)
'''


def reordered(text: str = ORIGINAL) -> str:
    """Put the functions in another order."""
    head, *functions = text.split("\n\n\ndef ")
    return "\n\n\ndef ".join([head, *reversed([one.rstrip() for one in functions])]) + "\n"


def commented(text: str = RENAMED) -> str:
    """Write about every line, and lay it out again."""
    lines = [f"{line}  # what this does is plain" if line else "" for line in text.split("\n")]
    return "\n\n".join(lines).replace("    ", "\t").replace('"""', "'''")


def interrupted(text: str = RENAMED) -> str:
    """Put a statement of no use after every third line of a function."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        lines.append(line)
        if number % 4 == 2 and line.startswith("    ") and not line.rstrip().endswith(":"):
            indent = line[: len(line) - len(line.lstrip())]
            if not line.lstrip().startswith("return"):
                lines.append(f"{indent}debug = [None, 'here', {number}]")
    return "\n".join(lines)


def work(label: str, text: str, party: str = "", *, is_earlier: bool = False) -> Work:
    """Submit one file."""
    return Work(label, party or label, {"bills.py": text}, text, is_earlier)
