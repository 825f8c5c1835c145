from ..models import OutOfStock


def cents(x):
    return round(x, 2)


def check(product, stock):
    if not stock.get(product.name):
        raise OutOfStock(product)
