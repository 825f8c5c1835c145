numbers = [input("number: ") for _ in range(2)]
total = numbers[0] + numbers[1]
print("sum:", total)
