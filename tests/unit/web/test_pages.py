"""The pinned bundle of the editor is the one that its note describes."""

import hashlib
import re
from importlib.resources import files

VENDOR = files("grader.web").joinpath("static", "vendor")


def test_the_bundle_is_the_pinned_one() -> None:
    """Its digest stands in the note beside it, as do its licence and no other host."""
    data = VENDOR.joinpath("codemirror.js").read_bytes()
    note = VENDOR.joinpath("README.md").read_text("utf-8")

    assert hashlib.sha256(data).hexdigest() in note
    assert "MIT License" in VENDOR.joinpath("LICENSE").read_text("utf-8")
    assert set(re.findall(rb"https?://[\w.]+", data)) <= {b"http://www.w3.org"}
