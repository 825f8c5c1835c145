from collections import namedtuple


class Span(namedtuple("Span", "begin end label")):
    __slots__ = ()

    def __hash__(self):
        return hash((self.begin, self.end))

    def __eq__(self, other):
        return tuple(self) == tuple(other)


class Spans:
    def __init__(self, spans):
        self._spans = {Span(*span) for span in spans}

    def items(self):
        return set(self._spans)

    def by_span(self):
        return {span: [{span}, span.label] for span in self._spans}

    def add(self, found, span):
        found.add(Span(*span))

    def beside(self):
        spans = sorted(self._spans)
        return {a: [b for b in spans if b.begin == a.begin and b is not a] for a in spans}
