import unittest

from exercism_style import (
    Allergies,
    Clock,
    CustomSet,
    Garden,
    Hand,
    HighScores,
    Point,
    Robot,
    SimpleLinkedList,
    Tree,
    best_hands,
    flatten,
    parse,
    primes,
    say,
)


class ExercismTest(unittest.TestCase):
    def test_allergies(self):
        self.assertIs(Allergies(0).allergic_to("eggs"), False)
        self.assertEqual(Allergies(3).lst, ["eggs", "peanuts"])

    def test_clock(self):
        self.assertEqual(str(Clock(8, 0)), "08:00")
        self.assertEqual(Clock(10, 3) + 3, Clock(10, 6))
        self.assertEqual(Clock(10, 3) - 3, Clock(10, 0))
        self.assertNotEqual(Clock(1, 2), Clock(1, 3))

    def test_custom_set(self):
        self.assertIs(CustomSet().isempty(), True)
        self.assertIs(1 in CustomSet([1]), True)
        self.assertEqual(CustomSet([1, 2]) + CustomSet([3]), CustomSet([3, 2, 1]))
        self.assertEqual(CustomSet([1, 2]) - CustomSet([2]), CustomSet([1]))
        self.assertIs(CustomSet([1]).issubset(CustomSet([1, 2])), True)
        s = CustomSet([1])
        s.add(3)
        self.assertEqual(s, CustomSet([1, 3]))

    def test_garden(self):
        self.assertEqual(Garden("RC\nGG").plants("Alice"), ["Radishes", "Clover", "Grass", "Grass"])

    def test_scores(self):
        scores = HighScores([10, 30, 20])
        self.assertEqual(scores.scores, [10, 30, 20])
        self.assertEqual(scores.latest(), 20)
        self.assertEqual(scores.personal_top_three(), [30, 20, 10])

    def test_robot(self):
        robot = Robot(Point(1, 2))
        robot.move("RA")
        self.assertEqual(robot.coordinates, (2, 2))
        self.assertEqual(robot.direction, "E")

    def test_list(self):
        sut = SimpleLinkedList([1, 2])
        self.assertEqual(len(sut), 2)
        self.assertEqual(list(sut), [2, 1])
        self.assertEqual(list(sut.reversed()), [1, 2])
        self.assertEqual(sut.head().value(), 2)
        self.assertEqual(sut.pop(), 2)
        with self.assertRaises(Exception) as err:
            SimpleLinkedList().head()
        self.assertEqual(err.exception.args[0], "The list is empty.")

    def test_tree(self):
        tree = Tree("root", [Tree("a"), Tree("b", [Tree("c")])])
        self.assertEqual(tree.dict(), {"root": [{"a": []}, {"b": [{"c": []}]}]})
        self.assertEqual(tree, Tree("root", [Tree("a"), Tree("b", [Tree("c")])]))
        self.assertEqual([c.label for c in tree.children], ["a", "b"])

    def test_hands(self):
        self.assertEqual(best_hands(["4S 5S", "9H 2H"]), ["9H 2H"])
        self.assertGreater(Hand("9H 2H"), Hand("4S 5S"))
        self.assertEqual(max(Hand("4S 5S"), Hand("9H 2H")).text, "9H 2H")

    def test_flatten(self):
        self.assertEqual(list(flatten([1, [2, [3, None]]])), [1, 2, 3])

    def test_primes(self):
        self.assertEqual(list(primes(10)), [2, 3, 5, 7])
        self.assertEqual(set(primes(6)), {2, 3, 5})

    def test_say(self):
        self.assertEqual(say(14), "fourteen")
        with self.assertRaises(ValueError) as err:
            say(-1)
        self.assertEqual(type(err.exception), ValueError)
        self.assertEqual(err.exception.args[0], "input out of range")

    def test_parse(self):
        found = parse("(;A[B])")
        self.assertEqual(found.properties, {"A": ["B"]})
        self.assertEqual(found.children, [])
