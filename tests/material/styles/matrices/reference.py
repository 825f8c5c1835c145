def transpose(matrix):
    return [list(column) for column in zip(*matrix)]


def identity(n):
    return [[1 if i == j else 0 for j in range(n)] for i in range(n)]


def multiply(a, b):
    if len(a[0]) != len(b):
        raise ValueError("the sizes do not fit")
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def determinant(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    total = 0
    for j, value in enumerate(matrix[0]):
        minor = [row[:j] + row[j + 1 :] for row in matrix[1:]]
        total += (-1) ** j * value * determinant(minor)
    return total


def inverse(matrix):
    (a, b), (c, d) = matrix
    scale = 1 / determinant(matrix)
    return [[d * scale, -b * scale], [-c * scale, a * scale]]
