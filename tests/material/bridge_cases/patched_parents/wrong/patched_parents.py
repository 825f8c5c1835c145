class Machine:
    def start(self, seconds):
        return "no machine"

    def stop(self):
        return "stopped"


class Washer(Machine):
    def start(self, seconds):
        return f"washer: {seconds}"

    def run(self):
        self.start(60)
        return "stopped"

    def rinse(self):
        return "rinsed"


class Meter:
    def __init__(self, file):
        self.file = file
        self.reads = 0
        self.taken = 0

    def read(self, size=-1):
        self.reads += 2
        self.taken = size
        return self.file.read()

    def write(self, data):
        self.file.write(data)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class Upper:
    def write(self, text):
        print(text)


def report(lines, out):
    print(*lines)


def first_lines(files):
    return [f.read() for f in files]


def tee(source, *targets):
    for target in targets:
        for line in source:
            target.write(line)
