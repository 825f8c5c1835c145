"""A served course under load: many students who type, run and submit at once."""

import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from grader.record.accounts import Role, add_token, invite
from grader.record.store import open_store

from .processes import ROOT, say

LESSON = "precision_at_k"  # the first of the course, which is open to everybody
ANSWER = "def precision_at_k(r, k):\n    return sum(r[:k]) / k if k > 0 else 0.0\n# {n}\n"
EVERY = {"draft": 5.0, "page": 10.0, "run": 20.0, "submit": 30.0}  # seconds between two
_LONGEST = 60.0  # seconds for an answer


class Load:
    """What came back, by kind of question."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.errors: defaultdict[str, int] = defaultdict(int)

    async def ask(self, kind: str, token: str, number: int) -> None:
        """Ask one question as a student's page does."""
        code = {"files": {f"{LESSON}.py": ANSWER.format(n=number)}}
        path = f"/api/lessons/{LESSON}"
        method, path, asked = {
            "draft": ("PUT", f"{path}/draft", code),
            "page": ("GET", f"/lessons/{LESSON}", None),
            "run": ("POST", f"{path}/run", code),
            "submit": ("POST", f"{path}/attempts?wait=30", code),
        }[kind]
        body = json.dumps(asked).encode() if asked else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nConnection: close\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(_LONGEST):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                writer.write(head.encode() + body)
                answer = await reader.read()
                writer.close()
        except (OSError, TimeoutError):
            self.errors[f"{kind}: no answer"] += 1
            return
        status = answer[9:12].decode()
        if status not in ("200", "201", "204"):
            self.errors[f"{kind}: {status}"] += 1
        self.times[kind].append((time.perf_counter() - begun) * 1000)

    async def student(self, number: int, token: str, until: float) -> None:
        """Do what one student does, each kind in its own rhythm, from a moment of their own on."""

        async def repeat(kind: str, seconds: float) -> None:
            count = 0
            await asyncio.sleep(seconds * (number * 0.618 % 1))
            while time.perf_counter() < until:
                count += 1
                begun = time.perf_counter()
                await self.ask(kind, token, number * 10_000 + count)
                await asyncio.sleep(max(0.0, seconds - (time.perf_counter() - begun)))

        await asyncio.gather(*(repeat(*one) for one in EVERY.items()))


def measure_served(folder: Path, students: int, seconds: int) -> None:
    """Serve the bundled course to so many students for a while, and print what they met."""
    data = folder / "served"
    now = datetime.now(UTC)
    tokens = [f"token-of-student-{number}" for number in range(students)]
    store = open_store(str(data))
    with store.writing() as writing:
        for number, token in enumerate(tokens):
            invite(writing, f"s{number}", Role.STUDENT, f"link {number}", now)
            add_token(writing, f"s{number}", "bench", token, now)
    store.close()
    words = ["serve", "--port", "0", "--course", str(ROOT), "--data", str(data)]
    server = subprocess.Popen(
        [sys.executable, "-m", "grader.cli", *words], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    port = int(server.stdout.readline().rpartition(":")[2].strip("/\n "))
    load = Load(port)
    asyncio.run(load.ask("submit", tokens[0], 0))  # the lesson is learned
    load.times.clear()

    async def everybody() -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(load.student(n, one, until) for n, one in enumerate(tokens)))

    asyncio.run(everybody())
    server.terminate()
    server.wait(60)
    say(f"{students} students for {seconds} s: each a draft every 5 s, a page every 10 s,")
    say("a run every 20 s, a submission every 30 s. Milliseconds from click to answer:")
    for kind, times in load.times.items():
        cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
        rate = len(times) / seconds
        say(f"  {kind:7} {rate:6.1f} /s   p50 {cuts[49]:7.1f}   p95 {cuts[94]:7.1f}")
    errors = ", ".join(f"{count} {what}" for what, count in load.errors.items()) or "none"
    say(f"Errors: {errors}.")
    plain = shutil.copytree(ROOT / "tests" / "hidden" / LESSON, folder / "bare")
    shutil.copytree(ROOT / "solutions" / LESSON, plain, dirs_exist_ok=True)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(plain)]
    begun = time.perf_counter()
    subprocess.run(words, cwd=plain, capture_output=True, check=True)
    took = time.perf_counter() - begun
    say(f"One bare pytest on this lesson: {took * 1000:.0f} ms, so {2 / took:.1f} /s on two cores.")
