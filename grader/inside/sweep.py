"""Empties a folder that a stranger filled, without following or trusting anything in it."""

import os
import stat


def sweep(folder: str) -> None:
    """Remove everything below a folder, however deep, unlistable or oddly named it is.

    Nothing else may be at work in the folder meanwhile.
    """
    top = os.open(folder, _as_folder())
    try:
        while names := os.listdir(top):
            for name in names:
                _remove(top, name)
    finally:
        os.close(top)


def _remove(top: int, name: str) -> None:
    if not _is_folder(top, name):
        os.unlink(name, dir_fd=top)
        return
    inner = _open(top, name)
    try:
        for child in os.listdir(inner):
            _lift(inner, child, top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _lift(inner: int, child: str, top: int) -> None:
    """Unlink a file; move a folder to the top, so that no depth needs recursion or a long path."""
    if not _is_folder(inner, child):
        os.unlink(child, dir_fd=inner)
        return
    # Moving a folder rewrites its "..", so the folder itself must be writable.
    os.chmod(child, stat.S_IRWXU, dir_fd=inner)
    os.rename(child, os.urandom(16).hex(), src_dir_fd=inner, dst_dir_fd=top)


def _open(top: int, name: str) -> int:
    try:
        return os.open(name, _as_folder(), dir_fd=top)
    except PermissionError:
        os.chmod(name, stat.S_IRWXU, dir_fd=top)
        return os.open(name, _as_folder(), dir_fd=top)


def _is_folder(parent: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _as_folder() -> int:
    # Looked up late: the trusted side imports this module on systems without these flags, too.
    return os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
