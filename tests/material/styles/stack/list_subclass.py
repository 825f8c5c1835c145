class Stack(list):
    push = list.append

    def __iter__(self):
        return reversed(self)

    def __repr__(self):
        return f"Stack({super().__repr__()})"
