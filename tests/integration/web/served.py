"""Starts `grader serve` in a process of its own, and asks it what a browser or a program asks."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

_LONGEST = 120  # seconds for any answer, on a machine that others use too


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        """Read the body as JSON."""
        return json.loads(self.text)


class Served:
    """A running server."""

    def __init__(self, course: Path, data: Path, home: Path) -> None:
        environment = {**os.environ, "HOME": str(home), "GRADER_NOW": "2026-09-05T12:00+02:00"}
        words = ["serve", "--port", "0", "--course", str(course), "--data", str(data)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader.cli", *words],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline().strip()
        self.address = self.first_line.rpartition(" on ")[2].rstrip("/")

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        **headers: str,
    ) -> Answer:
        """Send one question."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=_LONGEST)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Answer(
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read().decode(),
            )
        finally:
            connection.close()

    def tell(self, path: str, method: str = "POST", **asked: Any) -> Answer:
        """Send JSON, as a program does."""
        return self.ask(path, method, json.dumps(asked).encode(), Content_Type="application/json")

    def press(self, lesson: str, button: str, **files: str) -> Answer:
        """Send the form of a lesson's page."""
        fields = {"do": button, **{f"file:{lesson}.py": text for text in files.values()}}
        kind = "application/x-www-form-urlencoded"
        body = urlencode(fields).encode()
        return self.ask(f"/lessons/{lesson}", "POST", body, Content_Type=kind, Origin=self.address)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End the server by a signal; give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(_LONGEST)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
