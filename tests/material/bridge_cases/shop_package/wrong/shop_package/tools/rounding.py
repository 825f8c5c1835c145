from ..models import OutOfStock


def cents(x):
    return int(x)


def check(product, stock):
    raise OutOfStock
