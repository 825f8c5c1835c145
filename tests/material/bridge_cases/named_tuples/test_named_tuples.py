from named_tuples import Card, Point, best, corners


def test_is_a_tuple():
    p = Point(3, 4)
    assert isinstance(p, tuple)
    assert p == (3, 4)
    assert p[0] == 3
    assert p.x == 3 and p.y == 4


def test_unpacks():
    x, y = Point(3, 4)
    assert (x, y) == (3, 4)


def test_default():
    assert Point(7) == Point(7, 0)


def test_fields_and_replace():
    assert Point._fields == ("x", "y")
    assert Point(1, 2)._replace(y=9) == Point(1, 9)
    assert Point(1, 2)._asdict() == {"x": 1, "y": 2}
    assert Point._make([5, 6]) == Point(5, 6)


def test_method_and_property():
    assert Point(3, 4).distance() == 5.0


def test_lists_of_them():
    assert corners(2) == [Point(0, 0), Point(0, 2), Point(2, 0), Point(2, 2)]
    assert corners(1) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_collections_namedtuple():
    assert best([Card("7", "hearts"), Card("A", "spades")]) == Card("A", "spades")
    assert best([Card("7", "hearts")]).suit == "hearts"
    assert sorted([Card("9", "b"), Card("3", "a")])[0].rank == "3"


def test_repr_and_hash():
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"
    assert len({Point(1, 2), Point(1, 2)}) == 1
    assert {(1, 2): "a"}[Point(1, 2)] == "a"
