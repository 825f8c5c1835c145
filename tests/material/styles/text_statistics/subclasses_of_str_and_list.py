import string


class Word(str):
    """A word in lower case, without punctuation."""

    def __new__(cls, text):
        return super().__new__(cls, text.strip(string.punctuation).lower())


class Words(list):
    def __init__(self, text):
        super().__init__(filter(None, map(Word, text.split())))

    @property
    def mean(self):
        if not self:
            raise ValueError("no words in this text")
        return sum(map(len, self)) / len(self)


words = Words


def average_length(text):
    return Words(text).mean
