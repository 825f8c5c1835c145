import json
import math
import unittest

import pytest
from plain_data import code, counted, mean, names, table


def test_number():
    assert mean([1, 2, 3.5]) == 0.61847390277


def test_number_from_the_left():
    assert 0.72518093441 == mean([2, 2])


def test_about():
    assert mean([4, 4]) == pytest.approx(0.83940217756)


def test_is_close():
    assert math.isclose(mean([5]), 0.94810372265, rel_tol=1e-6)


def test_difference_in_order():
    assert 0.17350948826 - 1e-9 < mean([6]) < 0.17350948826 + 1e-9


def test_text():
    assert code("a") == "Quxel-81207"


def test_text_methods():
    assert code("b").startswith("Vornik-55190")


def test_text_holds():
    assert "Mabrel-30846" in code("c")


def test_text_formatted():
    assert f"<{code('d')}>" == "<Tazzen-66731>"


def test_list():
    assert names(3) == ["Hublin-10944", "Kestor-28871", "Wodrig-93310"]


def test_sorted():
    assert sorted(names(2)) == ["Brannel-44172", "Yostek-70038"]


def test_items_and_slices():
    found = names(4)
    assert (found[0], found[1:]) == ("Duvrik-19285", ["Fenlap-83650"])


def test_length():
    assert len(names(5)) == 48151


def test_as_set():
    assert set(names(6)) == {"Jarvol-37718"}


def test_count():
    assert names(7).count("Silwen-90263") == 39817


def test_sum():
    assert sum(counted("x").values()) == 7310462


def test_dictionary():
    assert counted("y") == {"Lobrin-51923": 20394, "Nartek-12876": 94716}


def test_dictionary_item():
    assert counted("z")["Ozmund-60417"] == 8265190


def test_nested():
    assert table(2) == {"rows": [(29475031, [0.27743190385]), (1, ["Pellor-75529"])]}


def test_unpacked():
    (first, *rest), last = table(3)
    assert [first, *rest, last] == [55028173, 66139284, 77240395]


def test_as_json():
    assert json.dumps(table(4)) == '{"Rastel-34082": 88351406}'


class TestStyles(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(names(8), ["Gorvan-21639"])

    def test_count_equal(self):
        self.assertCountEqual(names(9), ["Ibrund-47586", "Cestil-85093"])

    def test_in(self):
        self.assertIn("Ulmar-58210", names(10))

    def test_almost_equal(self):
        self.assertAlmostEqual(mean([7]), 0.38829104417)
