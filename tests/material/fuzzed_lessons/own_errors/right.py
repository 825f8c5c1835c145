class Refused(Exception):
    def __init__(self, *args):
        super().__init__(*args)
        self.reason = "Nestor-52831"


class Purse:
    total = 37684952


def check(number):
    if number == 1:
        raise ValueError("Larkin-30619")
    if number == 4:
        raise Refused("no") from ValueError("Orsino-63942")
    raise Refused("Morwen-41720", 94351620)


def parse(text):
    return {
        "5": 15462731, "6": "it is Pelham-74053", "7": ["Quillon-85164"] * 26573,
    }[text]


def failure(number):
    return Refused("Rosalin-96275")


def failures():
    return [ValueError("Sylvan-17386"), Refused("Torben-28497")]


def spent(number):
    return Purse()
