def area(radius):
    return 3 * radius**2
