from sets_of_objects import Span, Spans

ROWS = [(0, 2, "a"), (2, 5, "b"), (2, 5, "c")]


def test_a_set_of_objects():
    assert Spans(ROWS).items() == {Span(*row) for row in ROWS}


def test_a_set_of_objects_once_more():
    found = Spans(ROWS).items()
    assert len(found) == 3
    assert Span(2, 5, "c") in found
    assert Span(2, 5, "d") not in found


def test_keys_that_are_objects():
    found = Spans(ROWS).by_span()
    assert found[Span(2, 5, "b")][1] == "b"
    assert Span(0, 2, "a") in found[Span(0, 2, "a")][0]


def test_values_that_hold_the_keys():
    found = Spans(ROWS).beside()
    assert found[Span(2, 5, "c")] == [Span(2, 5, "b")]
    assert found[Span(0, 2, "a")] == []


def test_a_set_of_the_test_is_added_to():
    found = {Span(7, 8, "x")}
    Spans(ROWS).add(found, (8, 9, "y"))
    assert found == {Span(7, 8, "x"), Span(8, 9, "y")}
