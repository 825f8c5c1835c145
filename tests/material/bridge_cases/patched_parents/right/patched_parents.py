import io


class Machine:
    def start(self, seconds):
        raise RuntimeError("no machine here")

    def stop(self):
        return "stopped"


class Washer(Machine):
    def start(self, seconds):
        result = super().start(seconds * 60)
        return f"washer: {result}"

    def run(self):
        self.start(1)
        self.rinse()
        return self.stop()

    def rinse(self):
        return "rinsed"


class Meter:
    def __init__(self, file):
        self._file = file
        self.reads = 0
        self.taken = 0

    def read(self, size=-1):
        self.reads += 1
        data = self._file.read(size)
        self.taken += len(data)
        return data

    def write(self, data):
        return self._file.write(data)

    def __enter__(self):
        self._file.__enter__()
        return self

    def __exit__(self, *error):
        return self._file.__exit__(*error)


class Upper(io.StringIO):
    def write(self, text):
        return super().write(text.upper())


def report(lines, out):
    for line in lines:
        print("-", line, file=out)
    out.flush()


def first_lines(files):
    return [f.readline().rstrip("\n") for f in files]


def tee(source, *targets):
    for line in source:
        for target in targets:
            target.write(line)
