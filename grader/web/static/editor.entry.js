// Puts CodeMirror in a textarea's place; `run`'s bundle of this is codemirror.js.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, GutterMarker, WidgetType, drawSelection, gutterLineClass,
  highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

class Sentence extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const made = document.createElement("div");
    made.className = "cm-said";
    made.setAttribute("role", "note");
    made.textContent = this.text;
    return made;
  }
}

class Marked extends GutterMarker {
  elementClass = "cm-marked-number";
}
const marked = new Marked();
const setMarks = StateEffect.define();
const lineMark = Decoration.line({ class: "cm-marked" });

// Lines with a sentence each; a mark goes when its line is edited.
const marks = StateField.define({
  create: () => ({ lines: Decoration.none, gutter: RangeSet.empty }),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const doc = transaction.state.doc;
      const lines = [];
      const gutter = [];
      const known = effect.value.filter((one) => one.line >= 1 && one.line <= doc.lines);
      for (const { line, text } of known.sort((a, b) => a.line - b.line)) {
        const at = doc.line(line);
        lines.push(lineMark.range(at.from));
        lines.push(Decoration.widget({ widget: new Sentence(text), block: true, side: 1 }).range(at.to));
        gutter.push(marked.range(at.from));
      }
      return { lines: Decoration.set(lines, true), gutter: RangeSet.of(gutter) };
    }
    if (!transaction.docChanged) return value;
    const doc = transaction.startState.doc;
    const touched = new Set();
    transaction.changes.iterChangedRanges((from, to) => {
      for (let n = doc.lineAt(from).number; n <= doc.lineAt(to).number; n += 1) touched.add(n);
    });
    const isLeft = (from) => !touched.has(doc.lineAt(from).number);
    return {
      lines: value.lines.update({ filter: isLeft }).map(transaction.changes),
      gutter: value.gutter.update({ filter: isLeft }).map(transaction.changes),
    };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.lines),
    gutterLineClass.from(field, (value) => value.gutter),
  ],
});

// In a shadow root CodeMirror adopts its style sheets, and needs no inline style that a policy
// would forbid.
window.codeEditor = (textarea, label, styles) => {
  const host = document.createElement("div");
  host.className = "editor";
  textarea.before(host);
  textarea.hidden = true;
  const root = host.attachShadow({ mode: "open" });
  for (const address of styles) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    root.append(link);
  }
  const left = () => true; // the page hears these keys
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: textarea.value,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        EditorView.lineWrapping,
        pythonLanguage,
        syntaxHighlighting(classHighlighter),
        marks,
        EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off" }),
        keymap.of([
          { key: "Mod-Enter", run: left },
          { key: "Mod-Shift-Enter", run: left },
          indentWithTab,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          textarea.value = update.state.doc.toString();
          textarea.dispatchEvent(new Event("input"));
        }),
      ],
    }),
  });
  return {
    focus: (line) => {
      const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: at.from }, scrollIntoView: true });
      view.focus();
    },
    mark: (found) => {
      view.dispatch({ effects: setMarks.of(found) });
      const first = found[0];
      if (first && first.line <= view.state.doc.lines) {
        const at = view.state.doc.line(first.line).from;
        view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
      }
    },
  };
};
