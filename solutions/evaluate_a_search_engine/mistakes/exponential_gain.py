"""Your NDCG uses the exponential gain.

It is a real variant, but the lesson names another one, right below its table of measures: which?
"""


def dcg(gains):
    return sum((2**gain - 1) / math.log2(index + 2) for index, gain in enumerate(gains))
