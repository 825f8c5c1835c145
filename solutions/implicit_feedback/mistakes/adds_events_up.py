"""Your grade grows with every click, so many clicks look like a purchase.

The scale of the lesson ends at 3: what do you get for four clicks, and what does the lesson say
about adding?
"""


def grade_of(events):
    return sum(GRADES.get(event, 0) for event in events)
