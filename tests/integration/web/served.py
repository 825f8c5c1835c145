"""Starts `grader serve` in a process of its own, and asks it what a browser or a program asks."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

NOW = "2026-09-05T12:00+02:00"
_LONGEST = 120  # seconds for any answer, on a machine that others use too


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str
    cookies: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        """Read the body as JSON."""
        return json.loads(self.text)


class Served:
    """A running server."""

    def __init__(self, course: Path, data: Path, home: Path, *more: str, **variables: str) -> None:
        environment = {**os.environ, "HOME": str(home), "GRADER_NOW": NOW, **variables}
        words = ["serve", "--port", "0", "--course", str(course), "--data", str(data), *more]
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
                answer.read().decode("utf-8", "replace"),
                tuple(answer.headers.get_all("set-cookie", ())),
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


def invite(course: Path, data: Path, name: str, role: str = "student") -> str:
    """Invite somebody; give the path of their link."""
    words = ["invite", name, "--role", role, "--course", str(course), "--data", str(data)]
    environment = {**os.environ, "GRADER_NOW": NOW}
    done = subprocess.run(
        [sys.executable, "-m", "grader.cli", *words],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return urlsplit(done.stdout.split()[-1]).path


class Browser:
    """Keeps cookies, and sends the forms of pages."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self.cookie = ""

    def open(self, path: str) -> Answer:
        """Open a page."""
        return self._kept(self._served.ask(path, Cookie=self.cookie))

    def send(self, path: str, page: str | None = None, **fields: str) -> Answer:
        """Send a form, with what a page of the same session hides in its own."""
        text = self.open(page or path).text
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))
        body = urlencode({**hidden, **fields}).encode()
        kind = "application/x-www-form-urlencoded"
        return self._kept(
            self._served.ask(path, "POST", body, Content_Type=kind, Cookie=self.cookie)
        )

    def _kept(self, answer: Answer) -> Answer:
        kept = dict(one.split("=", 1) for one in self.cookie.split("; ") if one)
        for given in answer.cookies:
            name, _, value = given.partition(";")[0].partition("=")
            kept[name] = value.strip('"')
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items() if value)
        return answer
