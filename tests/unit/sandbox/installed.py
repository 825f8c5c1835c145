"""Puts made-up distributions into a folder, as an installer does."""

from pathlib import Path


def install(site: Path, name: str, module: str, text: str, *requires: str) -> None:
    """Install one of version 1.0 that has one module."""
    site.mkdir(parents=True, exist_ok=True)
    (site / f"{module}.py").write_text(text, encoding="utf-8")
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0"]
    lines += [f"Requires-Dist: {one}" for one in requires]
    (info / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    record = (f"{module}.py", f"__pycache__/{module}.pyc", f"{info.name}/METADATA", "../../bin/x")
    lines = [f"{path},,\n" for path in record]
    (info / "RECORD").write_text("".join(lines), encoding="utf-8")
