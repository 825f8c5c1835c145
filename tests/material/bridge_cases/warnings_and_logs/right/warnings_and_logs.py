import logging
import warnings

log = logging.getLogger(__name__)


def deprecated_add(a, b):
    warnings.warn("use plus", DeprecationWarning, stacklevel=2)
    return a + b


def careful(n):
    if n < 0:
        warnings.warn(f"negative: {n}")
    return n


def process(items):
    for i, item in enumerate(items):
        if item:
            log.info("processed %s", item)
        else:
            log.warning("skipped item %d", i)


def divide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        log.exception("cannot divide")


def refuse(name):
    log.warning("refused %s", name)
    warnings.warn("refused", UserWarning, stacklevel=2)
    raise KeyError(name)
