"""Claims about what the text of the lesson cohens_kappa teaches."""

import ast
import random
import re
from itertools import product
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, reference, text

LESSON = "cohens_kappa"
JUDGE = re.compile(r"^\| (\w+) \| `(\[.*\])` \|$", re.MULTILINE)
COMPARED = re.compile(
    r"^\| (\w+) and (\w+) \| ([\d.]+) \| ([\d.]+) \| (-?[\d.]+) \|$", re.MULTILINE
)


def judges() -> dict[str, list[int]]:
    """Return the labels that the text gives to each judge."""
    return {name: ast.literal_eval(labels) for name, labels in JUDGE.findall(text(LESSON))}


def computed(function: str, one: str, other: str) -> float:
    """Ask a function of the reference about two judges of the text."""
    value: float = getattr(reference(LESSON), function)(judges()[one], judges()[other])
    return value


def distances(one: str, other: str) -> list[int]:
    """Return the distance of every grade of one judge to every grade of the other."""
    return [abs(a - b) for a, b in product(judges()[one], judges()[other])]


BY_HAND = {
    "0.8": computed("observed_agreement", "Ann", "Ben"),
    "0.58": computed("chance_agreement", "Ann", "Ben"),
    "0.82": computed("chance_agreement", "Eve", "Finn"),
    "0.5": computed("chance_agreement", "Cleo", "Dan"),
    "0.523810": computed("cohens_kappa", "Ann", "Ben"),
    "0.571429": computed("cohens_kappa", "Gil", "Hana"),
    "0.739130": computed("weighted_kappa", "Gil", "Hana"),
    "0.478261": computed("weighted_kappa", "Gil", "Ivo"),
    "1.277778": sum(distances("Gil", "Hana")) / 36,
    "0.333333": 2 / 6,
    "0.666667": 4 / 6,
    "0.3": judges()["Ann"].count(1) / 10,
    "0.7": judges()["Ben"].count(0) / 10,
    "0.09": 0.3 * 0.3,
    "0.49": 0.7 * 0.7,
    "0.22": 0.8 - 0.58,
    "0.42": 1 - 0.58,
}


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places in the prose is computed above, or a border of the quoted table."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) == {*BY_HAND, "0.61", "0.80"}


def test_three_pairs_agree_alike_and_chance_tells_them_apart() -> None:
    """Each row holds what the reference computes for the two judges that it names."""
    rows = COMPARED.findall(text(LESSON))

    assert [row[:2] for row in rows] == [("Cleo", "Dan"), ("Ann", "Ben"), ("Eve", "Finn")]
    for one, other, observed, chance, kappa in rows:
        assert float(observed) == computed("observed_agreement", one, other) == 0.8
        assert float(chance) == pytest.approx(computed("chance_agreement", one, other), abs=1e-12)
        assert f"{computed('cohens_kappa', one, other):.6f}" == kappa


def test_what_the_text_says_of_the_judges() -> None:
    """Where they differ, and by how much."""
    ann, ben, eve, finn, gil, hana, ivo = (
        judges()[name] for name in ("Ann", "Ben", "Eve", "Finn", "Gil", "Hana", "Ivo")
    )

    assert [n for n, (a, b) in enumerate(zip(ann, ben, strict=True), start=1) if a != b] == [3, 4]
    assert not any(a == b == 1 for a, b in zip(eve, finn, strict=True))
    assert [abs(a - b) for a, b in zip(gil, hana, strict=True)] == [0, 1, 0, 0, 1, 0]
    assert [abs(a - b) for a, b in zip(gil, ivo, strict=True)] == [0, 2, 0, 0, 2, 0]
    assert (len(distances("Gil", "Hana")), sum(distances("Gil", "Hana"))) == (36, 46)
    assert sum(distances("Gil", "Ivo")) == 46
    assert computed("cohens_kappa", "Gil", "Ivo") == computed("cohens_kappa", "Gil", "Hana")


def test_chance_is_what_dealing_out_gives() -> None:
    """The mean agreement over all places that one 1 of ten can have is the chance agreement."""
    kappa = reference(LESSON)
    one_of_ten = [[int(place == chosen) for place in range(10)] for chosen in range(10)]
    eve = judges()["Eve"]

    mean = sum(kappa.observed_agreement(eve, dealt) for dealt in one_of_ten) / 10

    assert mean == pytest.approx(computed("chance_agreement", "Eve", "Finn"))


def test_the_lowest_kappa_needs_two_labels_used_equally_often() -> None:
    """Of all short lists of three labels, those reach -1 that share no label and halve two."""
    kappa = reference(LESSON).cohens_kappa
    lowest = [
        (first, second)
        for n in (2, 3, 4)
        for first in product(range(3), repeat=n)
        for second in product(range(3), repeat=n)
        if (value := kappa(first, second)) is not None and value < -1 + 1e-9
    ]

    assert lowest
    for first, second in lowest:
        assert len({*first, *second}) == 2
        assert all(first.count(label) * 2 == len(first) for label in first)
        assert all(one != other for one, other in zip(first, second, strict=True))


def test_with_two_labels_both_kappas_are_one_number() -> None:
    """For zeros and ones the distance of two labels is whether they differ."""
    draw = random.Random(3)
    for n in range(2, 30):
        first, second = ([0, 1, *draw.choices([0, 1], k=n)] for _ in range(2))
        both = reference(LESSON)
        assert both.weighted_kappa(first, second) == pytest.approx(both.cohens_kappa(first, second))


def test_the_bars_are_drawn_to_scale() -> None:
    """In each bar the dark part ends at the observed agreement, the light one at chance."""
    drawing = ElementTree.parse(exercise(LESSON) / "beyond_chance.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    for index, (one, other) in enumerate([("Cleo", "Dan"), ("Ann", "Ben"), ("Eve", "Finn")]):
        observed, chance, whole = bars[3 * index : 3 * index + 3]
        assert (observed["class"], chance["class"]) == ("observed", "chance")
        full = float(whole["width"])
        shares = [float(part["width"]) / full for part in (observed, chance)]
        assert shares == pytest.approx(
            [computed(name, one, other) for name in ("observed_agreement", "chance_agreement")]
        )
