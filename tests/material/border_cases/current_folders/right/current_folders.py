import os


def read(name):
    with open(name) as file:
        return file.read()


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def names():
    return sorted(os.listdir())


def name_of_folder():
    return os.path.basename(os.getcwd())
