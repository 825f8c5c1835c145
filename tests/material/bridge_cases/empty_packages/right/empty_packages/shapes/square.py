def area(side):
    return side**2
