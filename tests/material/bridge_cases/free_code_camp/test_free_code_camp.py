import unittest

import free_code_camp
from free_code_camp import add_time, arithmetic_arranger, create_spend_chart

free_code_camp.random.seed(95)


class ShapeTest(unittest.TestCase):
    def setUp(self):
        self.rect = free_code_camp.Rectangle(3, 6)
        self.sq = free_code_camp.Square(5)

    def test_subclass(self):
        actual = issubclass(free_code_camp.Square, free_code_camp.Rectangle)
        self.assertTrue(actual, "Expected Square to be a subclass of Rectangle.")

    def test_not_the_same_class(self):
        self.assertNotEqual(free_code_camp.Square, free_code_camp.Rectangle)

    def test_square_is_a_rectangle(self):
        self.assertIsInstance(self.sq, free_code_camp.Rectangle)
        self.assertIsInstance(self.sq, free_code_camp.Square)

    def test_text(self):
        self.assertEqual(str(self.rect), "Rectangle(width=3, height=6)")
        self.assertEqual(str(self.sq), "Square(side=5)")

    def test_setters(self):
        self.rect.set_width(7)
        self.rect.set_height(8)
        self.sq.set_side(2)
        self.assertEqual(str(self.rect), "Rectangle(width=7, height=8)")
        self.assertEqual(str(self.sq), "Square(side=2)")
        self.sq.set_width(4)
        self.assertEqual(str(self.sq), "Square(side=4)")

    def test_measures(self):
        self.assertEqual(self.rect.get_area(), 18)
        self.assertEqual(self.sq.get_diagonal(), 7.0710678118654755)

    def test_picture(self):
        self.assertEqual(self.rect.get_picture(), "***\n***\n***\n***\n***\n***\n")
        self.rect.set_width(51)
        self.assertEqual(self.rect.get_picture(), "Too big for picture.")

    def test_amount_inside(self):
        self.rect.set_height(10)
        self.rect.set_width(15)
        self.assertEqual(self.rect.get_amount_inside(self.sq), 6)
        self.assertEqual(self.rect.get_amount_inside(free_code_camp.Rectangle(16, 1)), 0)


class BudgetTest(unittest.TestCase):
    def setUp(self):
        self.food = free_code_camp.Category("Food")
        self.fun = free_code_camp.Category("Entertainment")
        self.business = free_code_camp.Category("Business")
        self.food.deposit(900, "deposit")

    def test_ledger(self):
        self.food.withdraw(45.67)
        self.assertEqual(self.food.ledger[0], {"amount": 900, "description": "deposit"})
        self.assertEqual(self.food.ledger[-1], {"amount": -45.67, "description": ""})

    def test_balance(self):
        self.assertEqual(self.food.withdraw(45.67, "milk"), True)
        self.assertEqual(self.food.get_balance(), 854.33)

    def test_transfer(self):
        self.assertTrue(self.food.transfer(20, self.fun))
        self.assertEqual(self.fun.ledger[0], {"amount": 20, "description": "Transfer from Food"})
        self.assertFalse(self.food.transfer(2000, self.fun))
        self.assertEqual(len(self.fun.ledger), 1)

    def test_text(self):
        self.food.withdraw(45.67, "milk, cereal, eggs, bacon, bread")
        self.food.transfer(20, self.fun)
        self.assertEqual(
            str(self.food),
            "*************Food*************\n"
            "deposit                 900.00\n"
            "milk, cereal, eggs, bac -45.67\n"
            "Transfer to Entertainme -20.00\n"
            "Total: 834.33",
        )

    def test_chart(self):
        self.fun.deposit(900)
        self.business.deposit(900)
        self.food.withdraw(105.55)
        self.fun.withdraw(33.40)
        self.business.withdraw(10.99)
        lines = create_spend_chart([self.business, self.food, self.fun]).split("\n")
        self.assertEqual(lines[0], "Percentage spent by category")
        self.assertEqual(lines[4], " 70|    o     ")
        self.assertEqual(lines[11], "  0| o  o  o  ")
        self.assertEqual(lines[12], "    ----------")
        self.assertEqual(lines[13], "     B  F  E  ")
        self.assertEqual(lines[-1], "           t  ")


class TextTest(unittest.TestCase):
    maxDiff = None

    def test_time(self):
        self.assertEqual(add_time("3:30 PM", "2:12"), "5:42 PM")
        self.assertEqual(add_time("10:10 PM", "3:30"), "1:40 AM (next day)")
        self.assertEqual(add_time("8:16 PM", "466:02", "tuesday"),
                         "6:18 AM, Monday (20 days later)")

    def test_arranged(self):
        actual = arithmetic_arranger(["3 + 855", "988 + 40"], True)
        expected = "    3      988\n+ 855    +  40\n-----    -----\n  858     1028"
        self.assertEqual(actual, expected, 'Expected different output when calling "arithmetic"')

    def test_refused(self):
        self.assertEqual(arithmetic_arranger(["1 + 1"] * 6), "Error: Too many problems.")
        self.assertEqual(arithmetic_arranger(["3 / 8"]), "Error: Operator must be '+' or '-'.")


class HatTest(unittest.TestCase):
    def test_contents(self):
        hat = free_code_camp.Hat(red=3, blue=2)
        self.assertEqual(hat.contents, ["red", "red", "red", "blue", "blue"])

    def test_draw(self):
        hat = free_code_camp.Hat(red=5, blue=2)
        drawn = hat.draw(2)
        self.assertEqual(len(drawn), 2)
        self.assertEqual(len(hat.contents), 5)
        self.assertEqual(sorted(drawn + hat.contents), ["blue"] * 2 + ["red"] * 5)

    def test_probability(self):
        hat = free_code_camp.Hat(blue=3, red=2, green=6)
        probability = free_code_camp.experiment(
            hat=hat, expected_balls={"blue": 2, "green": 1}, num_balls_drawn=4, num_experiments=1000
        )
        self.assertAlmostEqual(probability, 0.272, delta=0.06, msg="Expected another probability.")
        self.assertEqual(len(hat.contents), 11)

    def test_certain(self):
        hat = free_code_camp.Hat(yellow=5, red=1, green=3, blue=9, test=1)
        self.assertAlmostEqual(
            free_code_camp.experiment(hat, {"yellow": 2, "blue": 3, "test": 1}, 20, 50), 1.0)

    def test_seeded_through_the_module(self):
        free_code_camp.random.seed(3)
        first = free_code_camp.Hat(a=20, b=20).draw(10)
        free_code_camp.random.seed(3)
        self.assertEqual(free_code_camp.Hat(a=20, b=20).draw(10), first)
