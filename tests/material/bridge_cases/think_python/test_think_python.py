import copy
import random
import unittest

import pytest
from think_python import (
    Card,
    Deck,
    Hand,
    Kangaroo,
    Point,
    Rectangle,
    Time,
    find_center,
    find_defining_class,
    int_to_time,
    move_rectangle,
    moved,
    print_attributes,
)


@pytest.fixture
def box():
    box = Rectangle()
    box.width = 100.0
    box.height = 200.0
    box.corner = Point()
    box.corner.x = 10
    box.corner.y = 20
    return box


def test_attributes_are_set_by_the_test(box):
    center = find_center(box)
    assert (center.x, center.y) == (60, 120)
    assert str(center) == "(60, 120)"


def test_moved_in_place(box):
    corner = box.corner
    assert move_rectangle(box, 5, 6) is None
    assert (box.corner.x, box.corner.y) == (15, 26)
    assert box.corner is corner


def test_moved_copy(box):
    new = moved(box, 1, 1)
    assert new is not box
    assert new.corner is not box.corner
    assert (new.corner.x, box.corner.x) == (11, 10)


def test_copies_by_the_test(box):
    shallow, deep = copy.copy(box), copy.deepcopy(box)
    assert shallow.corner is box.corner
    assert deep.corner is not box.corner
    box.corner.x = 99
    assert (shallow.corner.x, deep.corner.x) == (99, 10)


def test_missing_attribute(box):
    with pytest.raises(AttributeError, match="'Point' object has no attribute 'z'"):
        box.corner.z
    assert hasattr(box, "width")
    assert not hasattr(box, "depth")
    assert isinstance(box, Rectangle)


def test_vars():
    assert vars(Point(3, 4)) == {"x": 3, "y": 4}
    assert Point(1, 2).__dict__ == {"x": 1, "y": 2}


def test_print_attributes(capsys):
    print_attributes(Point(3, 4))
    assert capsys.readouterr().out == "x 3\ny 4\n"


def test_attributes_of_an_object_of_the_test(box):
    class Room:
        width, height, corner = 4, 2, Point(1, 1)

    assert find_center(Room()).x == 3


class PointTest(unittest.TestCase):
    def test_added(self):
        self.assertEqual(str(Point(1, 2) + Point(3, 4)), "(4, 6)")
        self.assertEqual(str(Point(1, 2) + (5, 5)), "(6, 7)")
        self.assertEqual(str((5, 5) + Point(1, 2)), "(6, 7)")

    def test_not_equal_by_default(self):
        p, q = Point(1, 2), Point(1, 2)
        self.assertFalse(p == q)
        self.assertIsNot(p, q)
        self.assertEqual(p, p)

    def test_doc(self):
        self.assertIn("two dimensions", Point.__doc__)


class TimeTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(str(Time(9, 45)), "09:45:00")

    def test_sums(self):
        self.assertEqual(str(Time(9, 45) + Time(1, 35)), "11:20:00")
        self.assertEqual(str(Time(9, 45) + 1337), "10:07:17")
        self.assertEqual(str(1337 + Time(9, 45)), "10:07:17")
        self.assertEqual(str(sum([Time(7, 43), Time(7, 41), Time(7, 37)])), "23:01:00")

    def test_through_the_class(self):
        self.assertEqual(Time.to_int(Time(0, 1)), 60)
        self.assertTrue(Time(2).is_after(Time(1)))
        self.assertEqual(int_to_time(61).second, 1)


def test_printed(capsys):
    Time(1, 2, 3).print_time()
    assert capsys.readouterr().out.strip() == "01:02:03"


class CardTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(str(Card(2, 11)), "Jack of Hearts")
        self.assertEqual(Card.suit_names[3], "Spades")
        self.assertIsNone(Card.rank_names[0])

    def test_order(self):
        self.assertLess(Card(0, 5), Card(1, 1))
        self.assertEqual(Card(1, 1), Card(1, 1))
        self.assertEqual(max(Card(0, 1), Card(3, 2), Card(2, 13)), Card(3, 2))

    def test_deck(self):
        deck = Deck()
        self.assertEqual(len(deck.cards), 52)
        self.assertEqual(str(deck).split("\n")[0], "Ace of Clubs")
        self.assertEqual(deck.pop_card(), Card(3, 13))

    def test_hand(self):
        deck, hand = Deck(), Hand("new hand")
        deck.move_cards(hand, 5)
        self.assertEqual((len(deck.cards), len(hand.cards)), (47, 5))
        self.assertIsInstance(hand, Deck)
        self.assertEqual(hand.label, "new hand")

    def test_removed_by_equality(self):
        deck = Deck()
        deck.remove_card(Card(1, 7))
        self.assertEqual(len(deck.cards), 51)
        self.assertNotIn(Card(1, 7), deck.cards)
        with self.assertRaises(ValueError):
            deck.remove_card(Card(1, 7))

    def test_shuffled_and_sorted(self):
        random.seed(17)
        deck = Deck()
        deck.shuffle()
        self.assertNotEqual([str(c) for c in deck.cards], [str(c) for c in Deck().cards])
        deck.sort()
        self.assertEqual(deck.cards[0], Card(0, 1))
        self.assertEqual(deck.cards, Deck().cards)

    def test_defining_class(self):
        self.assertIs(find_defining_class(Hand(), "shuffle"), Deck)
        self.assertIs(find_defining_class(Hand(), "__init__"), Hand)
        self.assertIsNone(find_defining_class(Hand(), "fold"))

    def test_sorted_by_the_test(self):
        cards = [Card(1, 2), Card(0, 9), Card(1, 1)]
        self.assertEqual([str(c) for c in sorted(cards)],
                         ["9 of Clubs", "Ace of Diamonds", "2 of Diamonds"])
        self.assertEqual(sorted(cards, key=lambda c: c.rank)[-1], Card(0, 9))


class KangarooTest(unittest.TestCase):
    def test_pouches_are_apart(self):
        kanga, roo = Kangaroo("Kanga"), Kangaroo("Roo")
        kanga.put_in_pouch("wallet")
        kanga.put_in_pouch(roo)
        self.assertEqual(roo.pouch_contents, [])
        self.assertEqual(kanga.pouch_contents, ["wallet", roo])
        self.assertIs(kanga.pouch_contents[1], roo)
        self.assertTrue(str(kanga).startswith("Kanga with [wallet, <"))

    def test_contents_of_the_test(self):
        things = [1]
        kanga = Kangaroo("K", things)
        kanga.put_in_pouch(2)
        self.assertEqual(things, [1, 2])
        self.assertIs(kanga.pouch_contents, things)
