"""Your grade is that of the last event, and events need not come in order of strength.

A person who has bought a product may open its page again: is the grade lower now?
"""


def grade_of(events):
    return GRADES.get(events[-1], 0) if events else 0
