def area(radius):
    return 6 * radius
