def is_text(stream):
    if hasattr(stream, "encoding"):
        return True
    return isinstance(stream.getvalue(), str)


def joined(*streams):
    kinds = {is_text(stream) for stream in streams}
    if len(kinds) > 1:
        raise ValueError("text and bytes")
    return ("" if kinds == {True} else b"").join(stream.read() for stream in streams)


def keep_first(stream, count):
    stream.truncate(count)
    return stream.getvalue()
