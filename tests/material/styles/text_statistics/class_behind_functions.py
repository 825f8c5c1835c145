class Text:
    def __init__(self, text):
        self.words = []
        word = ""
        for char in text.lower() + " ":
            if char.isalpha():
                word += char
            elif word:
                self.words.append(word)
                word = ""

    def __len__(self):
        return len(self.words)

    def count(self):
        return {word: self.words.count(word) for word in sorted(self.words)}


def words(text):
    return Text(text).words


def frequencies(text):
    return Text(text).count()
