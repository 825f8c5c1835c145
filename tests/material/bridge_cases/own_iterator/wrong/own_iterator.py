class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return iter(range(self.start, -1, -1))


class Deck:
    def __init__(self, cards):
        self.cards = list(cards)

    def __len__(self):
        return 52

    def __getitem__(self, position):
        return self.cards[position]
