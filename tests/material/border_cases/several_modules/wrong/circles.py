class Circle:
    def __init__(self, r):
        self.r = r

    def area(self):
        return 3 * self.r

    def label(self):
        return f"{self.area()} cm2"
