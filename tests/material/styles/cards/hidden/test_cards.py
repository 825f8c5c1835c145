import pytest
from cards import Card, Deck, Suit


def test_order():
    assert Card(2, Suit.CLUBS) < Card(3, Suit.CLUBS)
    assert Card(9, Suit.SPADES) > Card(9, Suit.HEARTS)
    low, high = Card(4, Suit.CLUBS), Card(12, Suit.CLUBS)
    assert max(low, high) is high
    assert [card.rank for card in sorted([high, low])] == [4, 12]


def test_equal_cards():
    assert Card(5, Suit.HEARTS) == Card(5, Suit.HEARTS)
    assert Card(5, Suit.HEARTS) != Card(5, Suit.SPADES)
    assert len({Card(5, Suit.HEARTS), Card(5, Suit.HEARTS)}) == 1


def test_cards_do_not_change():
    with pytest.raises(AttributeError):
        Card(5, Suit.HEARTS).rank = 6


def test_deck():
    deck = Deck()
    assert len(deck) == 52
    assert len(set(deck)) == 52
    assert Card(13, Suit.SPADES) in deck


def test_suits():
    assert [suit.name for suit in Suit] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
