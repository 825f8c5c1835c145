"""Your grade says how much happened, not how far a person went.

A product that was put into the cart at once and one that was clicked twice differ: what does your
code know of the kinds of events?
"""


def grade_of(events):
    return len([event for event in events if event in GRADES])
