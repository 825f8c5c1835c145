from fractions import Fraction


def transpose(matrix):
    return list(zip(*matrix))


def multiply(a, b):
    if len(b) != len(a[0]):
        raise ValueError(f"{len(a[0])} columns and {len(b)} rows")
    product = []
    for row in a:
        product.append([])
        for j in range(len(b[0])):
            product[-1].append(sum((Fraction(row[k]) * b[k][j] for k in range(len(b))), Fraction()))
    return product


def inverse(matrix):
    (a, b), (c, d) = matrix
    det = determinant(matrix)
    return [[d / det, -b / det], [-c / det, a / det]]
