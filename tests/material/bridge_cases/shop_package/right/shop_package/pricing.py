from .tools.rounding import cents

RATE = 1.0


def discounted(price, share):
    return cents(price * (1 - share) * RATE)
