from .cart import Cart
from .models import Product

__version__ = "1.0"


def discounted(price, share):
    return price - share
