"""You compute with a p that describes nobody, such as 1 or 1.5.

What does the lesson settle for a p that is not strictly between 0 and 1, and where does your code
ask?
"""


def check_patience(p):
    return
