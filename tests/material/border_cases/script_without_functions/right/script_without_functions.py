numbers = [int(input("number: ")) for _ in range(2)]
total = sum(numbers)
print("sum:", total)
