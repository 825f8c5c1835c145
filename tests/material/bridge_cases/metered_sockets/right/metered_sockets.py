class MeteredSocket:
    def __init__(self, socket):
        self._socket = socket
        self._stats = {"recv_ops": 0, "recv_bytes": 0, "send_ops": 0, "send_bytes": 0}

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return self._socket.__exit__(exc_type, exc_val, exc_tb)

    def recv(self, bufsize, flags=0):
        data = self._socket.recv(bufsize, flags)
        self._stats["recv_ops"] += 1
        self._stats["recv_bytes"] += len(data)
        return data

    def send(self, data, flags=0):
        sent = self._socket.send(data, flags)
        self._stats["send_ops"] += 1
        self._stats["send_bytes"] += sent
        return sent

    @property
    def recv_ops(self):
        return self._stats["recv_ops"]

    @property
    def recv_bytes(self):
        return self._stats["recv_bytes"]

    @property
    def send_ops(self):
        return self._stats["send_ops"]

    @property
    def send_bytes(self):
        return self._stats["send_bytes"]


def copy_all(source, target, chunk=4):
    total = 0
    while data := source.read(chunk):
        target.write(data)
        total += len(data)
    return total


def lines_between(file, first, last):
    found = []
    for number, line in enumerate(file, 1):
        if first <= number <= last:
            found.append(line.rstrip())
    return found


def save_and_close(file, text):
    try:
        file.write(text)
    finally:
        file.close()
