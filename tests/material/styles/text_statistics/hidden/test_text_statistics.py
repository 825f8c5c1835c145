import pytest
from text_statistics import average_length, frequencies, unique

TEXT = "The cat saw the dog. The dog ran!"


def test_frequencies():
    assert frequencies(TEXT) == {"the": 3, "cat": 1, "saw": 1, "dog": 2, "ran": 1}
    assert frequencies(TEXT)["dog"] == 2
    assert frequencies("") == {}


def test_average_length():
    assert average_length("one three") == pytest.approx(4.0)
    assert average_length("a bc bc") == pytest.approx(5 / 3)


def test_average_of_nothing():
    with pytest.raises(ValueError, match="no words"):
        average_length("")


def test_unique():
    assert unique("a B b A c") == {"a", "b", "c"}
    assert len(unique(TEXT)) == 5
