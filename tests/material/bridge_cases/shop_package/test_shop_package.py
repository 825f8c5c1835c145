import importlib
import inspect
import subprocess
import sys
import unittest
from unittest import mock

import pytest
import shop_package
import shop_package.pricing as pricing
from shop_package import Cart, Product, discounted
from shop_package.models import OutOfStock
from shop_package.tools import rounding
from shop_package.tools.rounding import cents, check


def test_names_of_the_package():
    assert shop_package.__version__ == "1.2"
    assert shop_package.__doc__ == "A small shop."
    assert set(shop_package.__all__) == {"Cart", "Product", "discounted"}


def test_same_things_by_both_ways():
    assert shop_package.models.Product is Product
    assert Cart is shop_package.cart.Cart
    assert discounted is pricing.discounted
    assert rounding.cents is cents


def test_across_modules():
    cart = Cart()
    cart.add(Product("tea", 4.0), 3)
    assert cart.total() == 12.0
    assert cart.total(share=0.25) == 9.0


def test_class_of_another_module():
    with pytest.raises(TypeError, match="not a product"):
        Cart().add("tea")


def test_error_of_another_module():
    with pytest.raises(OutOfStock, match="tea is sold out") as excinfo:
        check(Product("tea", 1), {})
    assert excinfo.value.product == Product("tea", 1)


def test_patched_where_it_is_used(monkeypatch):
    monkeypatch.setattr("shop_package.pricing.cents", lambda x: 7)
    assert discounted(1, 0) == 7


def test_patched_constant(monkeypatch):
    monkeypatch.setattr(pricing, "RATE", 2)
    assert discounted(5, 0) == 10


class PackageTest(unittest.TestCase):
    @mock.patch("shop_package.cart.pricing.discounted", return_value=1)
    def test_patched_through_the_other(self, fake):
        cart = shop_package.Cart()
        cart.add(Product("x", 100), 2)
        self.assertEqual(cart.total(), 2)
        fake.assert_called_once_with(100, 0)

    def test_missing(self):
        with self.assertRaises(ImportError):
            from shop_package import nothing  # noqa: F401
        with self.assertRaises(ModuleNotFoundError):
            importlib.import_module("shop_package.nothing")

    def test_imported_by_name(self):
        module = importlib.import_module("shop_package.tools.rounding")
        self.assertEqual(module.cents(1.239), 1.24)
        self.assertEqual(module.__name__, "shop_package.tools.rounding")

    def test_module_of_a_class(self):
        self.assertEqual(Cart.__module__, "shop_package.cart")
        self.assertEqual(discounted.__module__, "shop_package.pricing")

    def test_source(self):
        self.assertIn("sold out", inspect.getsource(shop_package.models))

    def test_star(self):
        names = {}
        exec("from shop_package import *", names)
        self.assertIn("Cart", names)
        self.assertNotIn("cents", names)


def test_own_process():
    done = subprocess.run(
        [sys.executable, "-c", "import shop_package; print(shop_package.discounted(10, 0.5))"],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "5.0\n"
