"""Your grade is that of the last event, and events need not come in order of strength.

Somebody who has bought a product may open its page once more: is it worth less to them now?
"""


def grade_of(events):
    return GRADES.get(events[-1], 0) if events else 0
