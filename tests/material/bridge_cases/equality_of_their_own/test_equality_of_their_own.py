"""What a data class or a parent gives the reference, a student may write by hand."""

from equality_of_their_own import Place, Ranked, Route, Shade, Version


def test_equal():
    assert Place(1, 2) == Place(1, 2)
    assert not Place(1, 2) != Place(1, 2)


def test_unequal():
    assert Place(1, 2) != Place(1, 3)
    assert not Place(1, 2) == Place(2, 2)


def test_found_in_a_list():
    assert [Place(0, 0), Place(1, 2)].index(Place(1, 2)) == 1
    assert Place(3, 3) not in [Place(0, 0), Place(1, 2)]


def test_of_objects():
    assert Route([Place(1, 2), Place(3, 4)]) == Route([Place(1, 2), Place(3, 4)])
    assert Route([Place(1, 2)]) != Route([Place(1, 3)])
    assert Route([]) != Route([Place(1, 3)])


def test_container_and_list():
    assert Ranked([2, 1]) == [1, 2]
    assert Ranked([2, 1]) != [1, 2, 3]


def test_two_containers():
    assert Ranked([2, 1]) == Ranked([1, 2])
    assert Ranked([2, 1]) != Ranked([1, 3])


def test_tuple_and_object():
    assert Version(1, 2) == Version(1, 2)
    assert Version(1, 2) == (1, 2)


def test_order():
    assert Version(1, 2) < Version(1, 10)
    assert max([Version(1, 2), Version(2, 0), Version(1, 9)]).major == 2
    assert [v.minor for v in sorted([Version(1, 2), Version(1, 1)])] == [1, 2]


def test_order_of_members():
    assert Shade.LIGHT < Shade.DARK
    assert max(Shade.DARK, Shade.LIGHT) is Shade.DARK
