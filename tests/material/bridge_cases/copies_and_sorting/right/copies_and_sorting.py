import functools


class Hand:
    def __init__(self, cards):
        self.cards = cards

    def copy(self):
        return Hand(list(self.cards))


class Card:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank

    def __gt__(self, other):
        return self.rank > other.rank


class Player:
    def __init__(self, name, score):
        self.name = name
        self.score = score


def by_score(player):
    return player.score


def leaderboard(players):
    return sorted(players, key=by_score, reverse=True)


@functools.total_ordering
class Version:
    def __init__(self, text):
        parts = [int(p) for p in text.split(".")]
        while parts and parts[-1] == 0:
            parts.pop()
        self._parts = tuple(parts)

    def __eq__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self._parts == other._parts

    def __lt__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self._parts < other._parts

    def __hash__(self):
        return hash(self._parts)
