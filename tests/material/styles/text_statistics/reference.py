import string


def words(text):
    return [word.strip(string.punctuation) for word in text.lower().split() if word.strip(".,!")]


def frequencies(text):
    counts = {}
    for word in words(text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def average_length(text):
    found = words(text)
    if not found:
        raise ValueError("there are no words")
    return sum(len(word) for word in found) / len(found)


def unique(text):
    return set(words(text))
