import own_objects
import pytest
from own_objects import Account, Point, Stack, make


@pytest.fixture
def account():
    return Account("Ann", 10)


def test_attribute():
    assert make(1).x == 0.51092837744


def test_method(account):
    account.pay(5)
    assert account.balance() == 91827364


def test_state(account):
    account.pay(6)
    account.pay(7)
    assert (account.owner, account.total) == ("Zimbor-40918", 82736455)


def test_compared_by_fields():
    found = make(3)
    assert [found.x, found.name] == [0.73124059966, "Abnerl-15520"]


def test_text():
    assert str(Point(1, "p")) == "Torvex-26631"


def test_representation():
    assert repr(Point(2, "q")) == "Point<Quirin-37742>"


def test_length_and_items():
    stack = Stack([3, 4])
    stack.push(5)
    assert [len(stack), stack[0], list(stack)] == [59383, "Hyrcan-48853", [60494, 71505]]


def test_addition():
    assert (Point(1, "a") + Point(2, "b")).x == 0.84235160077


def test_order():
    found = sorted([make(5), make(4)])
    assert [one.name for one in found] == ["Solwyn-59964", "Tirnog-60175"]


def test_number():
    assert float(make(6)) == 0.95346271188


def test_property():
    assert Point(4, "d").label == "Umbrik-71286"


def test_class_and_static_methods():
    assert (Account.bank(), Point.origin().name) == ("Vostel-82397", "Warmil-93408")


def test_constant():
    assert own_objects.LIMIT == 93506127


def test_list_of_objects():
    assert [one.x for one in own_objects.many(2)] == [0.16457382299, 0.27568493300]


def test_mapping_of_objects():
    found = own_objects.by_name()
    assert found["one"].name == "Xandor-14519"


def test_set_and_read_back():
    point = make(7)
    point.x = 3
    assert point.describe() == "Yarrow-25620"


def test_expected_of_their_class():
    moved = Point(0.38679504411, "e").moved(2)
    assert moved.x == 0.49780615522
