SQUARE = "cm2"
LOG = []


def note(text):
    LOG.append(text)
