"""Your code stops with an error when nothing happened to a product.

What is the largest of no numbers? Python cannot say, but the lesson does.
"""


def grade_of(events):
    return max(GRADES.get(event, 0) for event in events)
