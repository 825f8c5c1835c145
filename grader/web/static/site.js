"use strict";
// Beyond plain forms: answers without a reload, drafts as typed, keys.
const form = document.getElementById("work");

if (form) {
  const lesson = form.dataset.lesson;
  const feedback = document.getElementById("feedback");
  const saved = document.getElementById("saved");
  const save = form.elements.namedItem("save");
  // A textarea holds what is sent; with a script it is made here, so that nobody types into one
  // that the editor then replaces.
  const areas = [...form.querySelectorAll("template")].map((one) => {
    const area = document.createElement("textarea");
    Object.assign(area, { id: one.dataset.id, name: `file:${one.dataset.file}`, rows: 24, wrap: "off" });
    area.spellcheck = false;
    area.autocapitalize = "off";
    area.dataset.file = one.dataset.file;
    area.value = one.content.textContent;
    one.before(area);
    return area;
  });
  const address = `/lessons/${lesson}`;
  let timer = 0;
  let isConflict = false;
  let leaving = false;
  let saving = Promise.resolve();

  // CodeMirror in each textarea's place, which goes on holding what is sent
  const editors = new Map();
  for (const area of areas) {
    const label = form.querySelector(`label[for="${area.id}"]`);
    const editor = window.codeEditor(area, label.textContent, ["/static/editor.css"]);
    label.addEventListener("click", () => editor.focus(1));
    editors.set(area.dataset.file, editor);
  }
  const mark = () => {
    const found = [...feedback.querySelectorAll(".marks li")];
    for (const [file, editor] of editors) {
      const own = found.filter((one) => one.dataset.file === file);
      editor.mark(own.map((one) => ({ line: Number(one.dataset.line), text: one.textContent })));
    }
  };

  const files = () => Object.fromEntries(areas.map((one) => [one.dataset.file, one.value]));

  const keep = async () => {
    let answer;
    try {
      answer = await fetch(`/api${address}/draft`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ files: files(), save: Number(save.value) }),
        keepalive: leaving, // short drafts are sent though the page is gone
      });
    } catch {
      saved.textContent = "No connection to the course. Your code is kept on this page.";
      timer = setTimeout(begin, 5000);
      return;
    }
    if (answer.status === 409) {
      isConflict = true;
      saved.textContent = "This file was also edited elsewhere. Both versions are kept. ";
      offer("Keep this one", () => resolve());
      offer("Take the other", () => location.reload());
    } else if (answer.ok) {
      save.value = answer.headers.get("X-Save");
      saved.textContent = `Saved ${new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
    } else {
      saved.textContent = (await answer.json()).error.message;
    }
  };
  const offer = (words, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", action);
    saved.append(made);
  };
  const resolve = async () => {
    const answer = await fetch(`/api${address}`);
    save.value = (await answer.json()).save;
    isConflict = false;
    begin();
  };
  const begin = () => {
    clearTimeout(timer);
    timer = 0;
    saving = saving.then(keep);
    return saving;
  };

  const show = (html) => {
    feedback.innerHTML = html;
    feedback.scrollTop = 0;
    mark();
    follow();
  };

  // A verdict that is not there yet arrives without a reload.
  const follow = async () => {
    const waits = feedback.querySelector("[data-refresh]");
    if (!waits) return;
    try {
      await fetch(waits.dataset.refresh);
      await new Promise((wake) => setTimeout(wake, 300));
      const answer = await fetch(`${address}?part=1&attempt=${waits.dataset.attempt}`);
      if (waits.isConnected) show(await answer.text());
    } catch {
      setTimeout(follow, 3000);
    }
  };

  // Beside the answer, attempts, the number of hints and the lesson's state are others now.
  const renew = async () => {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of [".attempts", ".beside .muted"]) {
      const now = page.querySelector(`#work ${place}`);
      const before = form.querySelector(place);
      if (before && now) before.replaceWith(now);
      else if (now) form.append(now);
    }
    document.querySelector(".text .badge").replaceWith(page.querySelector(".text .badge"));
  };

  const press = async (button) => {
    const buttons = [...form.querySelectorAll("button")];
    for (const one of buttons) one.disabled = true;
    const body = new URLSearchParams();
    try {
      if (timer) await begin();
      await saving;
      body.set("do", button.value);
      body.set("save", save.value);
      body.set("form", form.elements.namedItem("form").value);
      for (const one of areas) body.set(one.name, one.value);
      const answer = await fetch(`${address}?part=1`, { method: "POST", body });
      if (!answer.ok) throw new Error(String(answer.status));
      save.value = answer.headers.get("X-Save");
      isConflict = false;
      show(await answer.text());
      renew().catch(() => {}); // the next page shows it
      if (matchMedia("(max-width: 63.99rem)").matches) feedback.scrollIntoView();
    } catch {
      feedback.querySelector(".line").textContent =
        "No answer came from the course. Your code is kept on this page: try again.";
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  };

  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.name === "do") {
      event.preventDefault();
      press(event.submitter);
    }
  });
  for (const area of areas) {
    area.addEventListener("input", () => {
      if (isConflict) return;
      saved.textContent = "Not saved yet";
      clearTimeout(timer);
      timer = setTimeout(begin, 1000);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const wanted = form.querySelector(`button[value="${event.shiftKey ? "submit" : "run"}"]`);
    if (wanted && !wanted.disabled) {
      event.preventDefault();
      press(wanted);
    }
  });
  window.addEventListener("pagehide", () => {
    leaving = true;
    if (timer) keep();
  });
  mark();
  follow();
}
