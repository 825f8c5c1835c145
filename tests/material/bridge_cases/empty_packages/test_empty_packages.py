import empty_packages
import empty_packages.shapes.square as square
from empty_packages.circle import area
from empty_packages.shapes import square as the_same


def test_module_of_a_package():
    assert area(2) == 12


def test_module_of_an_inner_package():
    assert square.area(3) == 9
    assert the_same is square


def test_package_itself():
    assert empty_packages.__name__ == "empty_packages"
    assert empty_packages.circle.area(1) == 3
