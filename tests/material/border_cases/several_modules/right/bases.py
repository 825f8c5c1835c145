class Shape:
    def area(self):
        raise NotImplementedError

    def __lt__(self, other):
        return self.area() < other.area()
