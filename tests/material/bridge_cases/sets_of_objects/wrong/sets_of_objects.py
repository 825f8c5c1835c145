from collections import namedtuple


class Span(namedtuple("Span", "begin end label")):
    __slots__ = ()

    def __hash__(self):
        return hash(self.begin)

    def __eq__(self, other):
        return self.begin == other.begin


class Spans:
    def __init__(self, spans):
        self._spans = {Span(*span) for span in spans}

    def items(self):
        return set(list(self._spans)[:1])

    def by_span(self):
        return {span: [set(), span.label] for span in self._spans}

    def add(self, found, span):
        found.clear()

    def beside(self):
        spans = sorted(self._spans)
        return {a: [b for b in spans if b.begin == a.begin or b is a] for a in spans}
