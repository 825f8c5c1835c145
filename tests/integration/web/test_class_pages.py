"""What an instructor sees and does on the served course's pages."""

import io
import json
import time
import zipfile
from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.web.served import Answer, Browser, Served, invite

pytestmark = [pytest.mark.process, pytest.mark.slow]
ATTEMPTS = "/api/lessons/first/attempts"


def upload(served: Served, path: str, form: str, name: str, data: bytes, cookie: str) -> Answer:
    """Send a file as a browser does."""
    body = (
        b'--x\r\nContent-Disposition: form-data; name="form"\r\n\r\n' + form.encode() + b"\r\n"
        b'--x\r\nContent-Disposition: form-data; name="submissions"; filename="'
        + name.encode()
        + b'"\r\nContent-Type: application/zip\r\n\r\n'
        + data
        + b"\r\n--x--\r\n"
    )
    kind = "multipart/form-data; boundary=x"
    return served.ask(path, "POST", body, Content_Type=kind, Cookie=cookie)


def moodle_zip() -> bytes:
    """Pack two students' files as Moodle does."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, number, text in (("Bo Berg", 11, WRONG), ("Cy Carr", 12, WRONG)):
            folder = f"{name}_{number}_assignsubmission_file"
            archive.writestr(f"{folder}/first.py", text.format(n=1))
    return packed.getvalue()


def finished(browser: Browser, address: str) -> str:
    """Wait for what was asked for; give its page."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        text = browser.open(address).text
        if "http-equiv" not in text:
            return text
        time.sleep(0.2)
    raise AssertionError(text)


def test_an_instructor_grades_a_class_and_comments_a_group(served: Served) -> None:
    """A download of Moodle's is judged; its pages, a comment for a group, every export."""
    browser = Browser(served)
    page = browser.open("/class/lessons/first").text
    asked = upload(served, "/class/lessons/first/grade", "", "Week 1.zip", moodle_zip(), "")
    came = finished(browser, asked.headers["location"])
    lesson = browser.open("/class/lessons/first").text
    commented = browser.send("/class/lessons/first", do="comment", comment="Look at the sign.")
    bo = browser.open("/class/students/11?lesson=first").text
    marked = browser.send(
        "/class/students/11",
        page="/class/students/11?lesson=first",
        do="mark",
        lesson="first",
        points="1",
    )
    exports = {
        name: served.ask(f"/class/lessons/first/export/{name}")
        for name in ("canvas", "moodle", "csv", "json", "gradescope")
    }
    results = served.ask("/api/class/lessons/first/results.jsonl").text.splitlines()

    assert "Nobody has a verdict yet." in page
    assert asked.status == 303
    assert "Moodle download, 2 of 2 entries" in came
    assert "2 submissions: 0 passed the lesson." in came
    assert "Group " in lesson
    assert "takes_away" in lesson
    assert "The comment is on record for 2 students" in commented.text
    assert "Look at the sign." in bo
    assert "return x - 1" in bo
    assert "Bo Berg" in browser.open("/class?find=bo").text
    assert "Cy Carr" not in browser.open("/class?find=bo").text.partition('<h2 id="students"')[2]
    assert "In all: 1 of" in marked.text
    assert {one.status for one in exports.values()} == {200}
    assert exports["moodle"].text.splitlines()[1] == "11,1"
    assert [json.loads(line)["student"] for line in results] == ["11", "12"]


def test_an_instructor_unlocks_extends_and_publishes(served: Served) -> None:
    """What is granted holds at once; a lesson without a due date cannot be extended."""
    browser = Browser(served)
    served.tell(f"{ATTEMPTS}?wait=30", files={"first.py": WRONG.format(n=1)})
    me = served.ask("/api/course").json["student"]
    before = served.ask("/api/lessons/second").status
    page = f"/class/students/{me}"
    silent = browser.send(page, do="grant", lesson="second", note=" ")
    granted = browser.send(page, do="grant", lesson="second", note="was ill")
    refused = served.tell("/api/class/extensions", student=me, lesson="first", due="2026-10-01")
    published = browser.send("/class/lessons/first", do="publish")
    table = served.ask("/api/class").json["students"]

    assert before == 403
    assert "Say why" in silent.text
    assert f"second is open for {me}." in granted.text
    assert served.ask("/api/lessons/second").status == 200
    assert (refused.status, "no due date" in refused.json["error"]["message"]) == (403, True)
    assert published.status == 303
    assert "Published since" in browser.open("/class/lessons/first").text
    assert [one["student"] for one in table] == [me]
    assert [one["badge"]["word"] for one in table[0]["needs"]] == ["no case passes yet"]
    assert me in browser.open("/class").text


def test_a_regrade_is_shown_first_then_taken(course: Path, served: Served) -> None:
    """An edited lesson judges otherwise; nothing changes before it is taken."""
    served.tell(f"{ATTEMPTS}?wait=30", files={"first.py": WRONG.format(n=1)})
    browser = Browser(served)
    hidden = next((course / "tests" / "hidden" / "first").glob("test_*.py"))
    as_it_was = hidden.read_text()
    hidden.write_text(as_it_was + "\n\ndef test_new():\n    assert True\n")
    try:
        asked = browser.send("/class/lessons/first", do="regrade")
        work = asked.headers["location"]
        came = finished(browser, work)
        before = served.ask(f"{ATTEMPTS}/1").json["report"]["max_points"]
        browser.send(work, do="take")
        after = served.ask(f"{ATTEMPTS}/1").json["report"]["max_points"]
    finally:
        hidden.write_text(as_it_was)

    assert "1 attempt judged again; 1 would change." in came
    assert "test_new: new, passed" in came
    assert int(after) > int(before)


def test_a_student_sees_nothing_of_the_class(course: Path, served: Served, tmp_path: Path) -> None:
    """Each of the instructor's addresses answers as one that does not exist."""
    ada, anna = Browser(served), Browser(served)
    anna.send(invite(course, tmp_path / "data", "anna", "instructor"), password="long enough 1")
    invited = anna.send("/class", do="invite", names="ada\nbob")
    link = next(part for part in invited.text.split("<code>") if "/join/" in part)
    ada.send("/join/" + link.partition("</code>")[0].rpartition("/")[2], password="long enough 2")
    paths = [
        "/class",
        "/class/lessons/first",
        "/class/lessons/nothing",
        "/class/students/bob",
        "/class/export/csv",
        "/class/works/1",
        "/api/class",
        "/api/class/lessons/first/results.jsonl",
    ]

    refused = {path: ada.open(path).status for path in paths}
    forged = served.ask(
        "/api/class/unlocks",
        "POST",
        json.dumps({"student": "ada", "lesson": "third"}).encode(),
        Content_Type="application/json",
        Cookie=ada.cookie,
    )

    assert refused == dict.fromkeys(paths, 403)
    assert forged.status == 403
    assert ada.open("/lessons/third").status == 403
    assert anna.open("/class").status == 200
    assert "bob" in anna.open("/class").text
    assert RIGHT not in ada.open("/").text
