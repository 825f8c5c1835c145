"""Writes notebooks as Jupyter, Colab and old programs do, sound and broken."""

import json
from typing import Any

Source = str | list[str]


def cell(source: Source, kind: str = "code", **more: Any) -> dict[str, Any]:
    """Make one cell."""
    made = {"cell_type": kind, "metadata": {}, "source": source}
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {}) | more


def book(*cells: Source | dict[str, Any], language: str = "python", **more: Any) -> bytes:
    """Make a notebook of version 4."""
    made = [each if isinstance(each, dict) else cell(each) for each in cells]
    info = {"kernelspec": {"name": "x"}, "language_info": {"name": language}}
    whole = {"cells": made, "metadata": info, "nbformat": 4, "nbformat_minor": 5} | more
    return json.dumps(whole, ensure_ascii=False).encode()


def printed(size: int) -> list[dict[str, Any]]:
    """Make the output of a cell that printed a lot and drew a picture."""
    picture = {"output_type": "display_data", "data": {"image/png": "A" * size}, "metadata": {}}
    return [{"output_type": "stream", "name": "stdout", "text": ["x" * 99 + "\n"] * 999}, picture]
