import os

HOME = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(os.path.join(HOME, name)) as file:
        return file.read()


def write(name, text):
    with open(os.path.join(HOME, name), "w") as file:
        file.write(text)


def names():
    return sorted(os.listdir(HOME))


def name_of_folder():
    return os.path.basename(HOME)
