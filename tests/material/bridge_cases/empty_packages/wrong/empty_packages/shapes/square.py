def area(side):
    return 4 * side
