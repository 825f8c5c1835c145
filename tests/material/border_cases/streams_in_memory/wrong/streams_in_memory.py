def is_text(stream):
    return not isinstance(stream.getvalue(), str)


def joined(*streams):
    kind = "" if any(is_text(stream) for stream in streams) else b""
    return kind.join(stream.read() for stream in streams)


def keep_first(stream, count):
    return stream.getvalue()[:count]
