import unittest
import roman


class TestRoman(unittest.TestCase):
    PAIRS = ((1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (1994, "MCMXCIV"))

    def test_to_roman(self):
        for number, numeral in self.PAIRS:
            with self.subTest(number=number):
                self.assertEqual(roman.to_roman(number), numeral)

    def test_from_roman(self):
        for number, numeral in self.PAIRS:
            self.assertEqual(roman.from_roman(numeral), number)

    def test_out_of_range(self):
        for number in (0, -3, 4000):
            self.assertRaises(ValueError, roman.to_roman, number)

    def test_no_numeral(self):
        with self.assertRaisesRegex(ValueError, "ABC"):
            roman.from_roman("ABC")
