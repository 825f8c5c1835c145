import unittest

import pytest
import tables_of_text as tables
from tables_of_text import (
    Diagram,
    LedgerEntry,
    Matrix,
    School,
    create_entry,
    format_entries,
    recite,
    tally,
)


class MatrixTest(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(Matrix("1 2\n10 20").row(2), [10, 20])

    def test_columns(self):
        matrix = Matrix("89 1903 3\n18 3 1\n9 4 800")
        self.assertEqual(matrix.column(2), [1903, 3, 4])

    def test_rows_are_copies(self):
        matrix = Matrix("1 2\n3 4")
        matrix.row(1).append(9)
        self.assertEqual(matrix.row(1), [1, 2])

    def test_bad_index(self):
        with self.assertRaises(IndexError):
            Matrix("1").column(3)


class SchoolTest(unittest.TestCase):
    def test_roster(self):
        school = School()
        school.add_student(name="Jim", grade=3)
        school.add_student(name="Anna", grade=1)
        school.add_student(name="Al", grade=3)
        self.assertEqual(school.roster(), ["Anna", "Al", "Jim"])

    def test_added(self):
        school = School()
        school.add_student("Jim", 3)
        school.add_student("Jim", 4)
        self.assertEqual(school.added(), [True, False])
        self.assertEqual(school.grade(4), [])


class TallyTest(unittest.TestCase):
    head = "Team                           | MP |  P"

    def test_only_the_head(self):
        self.assertEqual(tally([]), [self.head])

    def test_order(self):
        found = tally(["Blues;Aces;win", "Aces;Cats;draw"])
        self.assertEqual(
            found,
            [
                self.head,
                "Blues                          |  1 |  3",
                "Aces                           |  2 |  1",
                "Cats                           |  1 |  1",
            ],
        )

    def test_same_points_by_name(self):
        rows = ["Zed;Ann;draw"]
        names = [line.split("|")[0].strip() for line in tally(rows)[1:]]
        self.assertEqual(names, ["Ann", "Zed"])


class LedgerTest(unittest.TestCase):
    maxDiff = 5000

    def test_empty(self):
        self.assertEqual(
            format_entries("USD", "en_US", []),
            "Date       | Description               | Change       ",
        )

    def test_sorted_lines(self):
        entries = [
            create_entry("2015-01-02", "Get present", 1000),
            create_entry("2015-01-01", "Buy present", -1000),
        ]
        expected = "\n".join(
            [
                "Date       | Description               | Change       ",
                "01/01/2015 | Buy present               |      ($10.00)",
                "01/02/2015 | Get present               |       $10.00 ",
            ]
        )
        self.assertEqual(format_entries("USD", "en_US", entries), expected)

    def test_cut_and_other_language(self):
        entry = create_entry("2015-03-12", "Freude schoner Gotterfunken", -123456)
        self.assertMultiLineEqual(
            format_entries("EUR", "nl_NL", [entry]),
            "Datum      | Omschrijving              | Verandering  \n"
            "12-03-2015 | Freude schoner Gotterf... |   (€1,234.56)",
        )

    def test_entry(self):
        entry = create_entry("2015-01-01", "x", 5)
        self.assertIsInstance(entry, LedgerEntry)
        self.assertEqual(entry.date.year, 2015)
        self.assertEqual(vars(entry).keys(), {"date", "description", "change"})

    def test_entry_of_the_test(self):
        import datetime

        entry = LedgerEntry()
        entry.date, entry.description, entry.change = datetime.datetime(2020, 2, 3), "y", 100
        self.assertIn("02/03/2020 | y", format_entries("USD", "en_US", [entry]))


def test_plants():
    garden = Diagram("VC\nRC", students=["Zoe"])
    assert garden.plants("Zoe") == ["Violets", "Clover", "Radishes", "Clover"]
    assert Diagram("VVCG\nVVRC").plants("Bo") == ["Clover", "Grass", "Radishes", "Clover"]


@pytest.mark.parametrize("start, end", [(1, 1), (1, 3)])
def test_recite(start, end):
    expected = ["Line 1.", "", "Line 2!", "Line 3.", ""]
    assert recite(start, end) == expected[: 2 if end == 1 else 5]


def test_text_of_a_diff():
    found = "\n".join(recite(2, 2))
    assert found == "Line 2!"
    assert tables.Diagram.__doc__ == "A row of plants."
