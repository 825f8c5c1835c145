class MeteredSocket:
    def __init__(self, socket):
        self.socket = socket
        self.recv_ops = self.recv_bytes = self.send_ops = self.send_bytes = 0

    def __enter__(self):
        self.socket.__enter__()
        return self

    def __exit__(self, *error):
        self.socket.__exit__(None, None, None)

    def recv(self, bufsize=10):
        self.recv_ops += 1
        self.recv_bytes += bufsize
        return self.socket.recv(bufsize)

    def send(self, data):
        self.send_ops += 1
        self.send_bytes += len(data)
        self.socket.send(data)


def copy_all(source, target, chunk=4):
    data = source.read()
    target.write(data)
    return len(data)


def lines_between(file, first, last):
    return list(file)[first:last]


def save_and_close(file, text):
    file.write(text)
