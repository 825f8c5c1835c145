"""Your observed agreement compares how often the judges used each label.

Two judges may use each label equally often and still disagree on every document: try [1, 0] and
[0, 1].
"""


def observed_agreement(first, second):
    alike = Counter(first) & Counter(second)
    return alike.total() / len(pairs(first, second))
