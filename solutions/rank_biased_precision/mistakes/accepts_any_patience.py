"""You compute with a p that is no patience, such as 1 or 1.5.

What does the lesson say about a p that is not between 0 and 1, and where does your code check
that?
"""


def check_patience(p):
    return
