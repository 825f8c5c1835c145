import functools


class Hand:
    def __init__(self, cards):
        self.cards = list(cards)

    def __copy__(self):
        return Hand(self.cards)

    def __deepcopy__(self, memo):
        return Hand(self.cards)

    def copy(self):
        return self


class Card:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return str(self.rank) > str(other.rank)

    def __gt__(self, other):
        return self.rank > other.rank


class Player:
    def __init__(self, name, score):
        self.name = name
        self.score = score


def by_score(player):
    return -player.score


def leaderboard(players):
    return sorted(players, key=by_score, reverse=True)


@functools.total_ordering
class Version:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return isinstance(other, Version) and self.text == other.text

    def __lt__(self, other):
        return self.text < other.text

    def __hash__(self):
        return hash(self.text)
