class Countdown:
    def __init__(self, start):
        self.n = start + 1

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n <= 0:
            raise StopIteration
        return self.n


class Deck:
    def __init__(self, cards):
        self.cards = list(cards)

    def __len__(self):
        return len(self.cards)

    def __getitem__(self, position):
        return self.cards[position]
