"""A small shop."""

from .cart import Cart
from .models import Product
from .pricing import discounted

__all__ = ["Cart", "Product", "discounted"]
__version__ = "1.2"
