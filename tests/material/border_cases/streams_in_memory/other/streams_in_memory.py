import io


def is_text(stream):
    return isinstance(stream.read(0), str)


def joined(*streams):
    parts = [stream.read() for stream in streams]
    if len({type(part) for part in parts}) > 1:
        raise ValueError("not of one kind")
    return parts[0][:0].join(parts)


def keep_first(stream, count):
    stream.seek(count)
    stream.truncate()
    stream.seek(0, io.SEEK_SET)
    return stream.read()
