"""Makes up a class of any size: names in many scripts, and names that are hard to tell apart."""

import random
import unicodedata
from dataclasses import dataclass, replace

NFC, NFD = (unicodedata.normalize(form, "Zoë Ångström") for form in ("NFC", "NFD"))
FIRST = (
    *("Łukasz", "José", "Đặng", "Zoë", "Søren", "Mary Ann", "Анна", "Өмүр", "Ελένη", "محمد"),
    *("שירה", "नेहा", "प्रिया", "太郎", "小明", "민준", "สมชาย", "Jean-Luc", "D'Arcy", "ßen", "İpek"),
)
LAST = (
    *("Żółć", "Müller", "O'Brien", "Ó Súilleabháin", "Nguyễn", "Щербаков", "Παπαδόπουλος"),
    *(
        "علي",
        "כהן",
        "शर्मा",
        "क्षत्रिय",
        "山田",
        "王",
        "김",
        "ใจดี",
        "de la Cruz",
        "Smith, Jr.",
        "Çelik",
    ),
)
# what a spreadsheet, a path, a pattern or a page may trip over
ODD = (
    *("Anna Müller", "Anna Müller", "anna müller", NFC, NFD, "=1+1 Cmd", "+49 Max", "-Ann Dash"),
    *("@Sum Bo", "Tab, Comma", 'Ann "Nan" Lee', "Semi; Colon", "<b>Bold</b> Bo", "{{ 7*7 }} Jin"),
    *("%s %d Percent", "_Under_Score_", "Nul Con", "Emoji 😀 Smile", "👩‍💻 Coder", "علی‌رضا رضایی"),
    *(
        "Ann Lee_12_34",
        "Bo 7_8_9",
        "L" + "o" * 40 + "ng Name",
        "José María de la Santísima Trinidad y",
    ),
    *(
        "Null",
        "None",
        "nan",
        "1e5",
        "007",
        "TRUE",
        "N/A Ex",
        "Student Test",
        "ⅷ Roman",
        "ﬁona Ligature",
    ),
)


@dataclass(frozen=True)
class Person:
    """One student, with all that a platform may call them."""

    number: int  # on the platform
    name: str
    key: str = ""  # which of the contents, or which trouble, they submitted

    @property
    def id(self) -> str:
        """The university's own identifier."""
        return f"s{self.number}"

    @property
    def email(self) -> str:
        """Their address."""
        return f"p{self.number}@example.org"

    @property
    def account(self) -> str:
        """Their name on GitHub."""
        return f"pupil-{self.number}"

    @property
    def sortable(self) -> str:
        """The name as Canvas sorts it."""
        first, _, last = self.name.rpartition(" ")
        return f"{last}, {first}" if first else last


def make_people(count: int, seed: int) -> list[Person]:
    """Draw so many people; the odd names come first, the others are shuffled parts of names."""
    chance = random.Random(seed)
    names = list(ODD)
    while len(names) < count:
        names.append(f"{chance.choice(FIRST)} {chance.choice(LAST)}")
    return [Person(4000 + 7 * place, name) for place, name in enumerate(names[:count])]


def hand_out(people: list[Person], keys: list[str], seed: int) -> list[Person]:
    """Give each person one of the keys, every key to somebody."""
    chance = random.Random(seed)
    given = [keys[place % len(keys)] for place in range(len(people))]
    chance.shuffle(given)
    return [replace(person, key=key) for person, key in zip(people, given, strict=True)]
