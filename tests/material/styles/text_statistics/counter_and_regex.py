import statistics
from collections import Counter


def frequencies(text):
    return Counter(words(text))


def average_length(text):
    try:
        return statistics.mean(map(len, words(text)))
    except statistics.StatisticsError as error:
        raise ValueError("there are no words in it") from error


def unique(text):
    return frequencies(text).keys()
