import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from '@codemirror/commands';
import { sql } from '@codemirror/lang-sql';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Text, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { editorTheme, grammarOf, makeToldTexts, type ToldTexts } from '../../../controls/sql-text/index.ts';
import { type CompletionParts, sqlCompletion } from './completion-view.ts';
import { findAndReplace } from './find-panel.ts';
import { firstPlace, givesWay } from './first-text.ts';
import { focusAtOpening, focusText } from './focus-at-opening.ts';
import type { Problem } from './problems.ts';
import styles from './SqlCodeEditor.module.css';

export interface CursorPlace {
  readonly line: number;
  readonly column: number;
}

export interface SqlCodeEditorProps {
  /** Each tab has its own text, cursor and undo history. */
  readonly tabId: string;
  /** What became of a tab's id once the server knows it. */
  readonly idNow: (tabId: string) => string;
  readonly sql: string;
  readonly backend: string | undefined;
  readonly problems: readonly Problem[];
  readonly label: string;
  readonly completion: CompletionParts;
  readonly onChange: (sql: string) => void;
  /** Somebody writes, be it what stood there before. */
  readonly onWriting: () => void;
  readonly onSelect: (text: string, start: number) => void;
  readonly onCursor: (place: CursorPlace) => void;
  readonly onRun: () => void;
  readonly onRunStatement: () => void;
  readonly onSave: () => void;
  readonly onFormat: () => void;
  /** Gives the view to callers that change the text themselves. */
  readonly viewRef: { current: EditorView | null };
}

/** CodeMirror with the product's theme, completion and problems. */
export function SqlCodeEditor(props: SqlCodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const states = useRef(new Map<string, EditorState>());
  const shownTab = useRef(props.tabId);
  const grammar = useRef(new Compartment());
  const [texts] = useState(() => makeToldTexts(props.sql));

  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({ parent: host.current, state: buildState(latest, grammar.current, texts) });
    texts.restart(latest.current.sql);
    shownTab.current = latest.current.tabId;
    latest.current.viewRef.current = view;
    focusAtOpening(view);
    return () => {
      latest.current.viewRef.current = null;
      view.destroy();
    };
  }, [texts]);

  useEffect(() => {
    const view = props.viewRef.current;
    if (!view || shownTab.current === props.tabId) return;
    // The same tab under its new id: text, cursor and undo stay as they are.
    if (props.idNow(shownTab.current) === props.tabId) {
      shownTab.current = props.tabId;
      return;
    }
    states.current.set(props.idNow(shownTab.current), view.state);
    shownTab.current = props.tabId;
    view.setState(states.current.get(props.tabId) ?? buildState(latest, grammar.current, texts));
    texts.restart(view.state.doc.toString());
    focusText(view);
  }, [props.tabId, props.viewRef, props.idNow, texts]);

  useEffect(() => {
    const view = props.viewRef.current;
    if (!texts.isNews(props.sql) || !view || view.state.doc.toString() === props.sql) return;
    const place = firstPlace(props.sql);
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: props.sql },
      ...(place > 0 ? { selection: { anchor: place } } : {}),
    });
  }, [props.sql, props.viewRef, texts]);

  useEffect(() => {
    props.viewRef.current?.dispatch({ effects: grammar.current.reconfigure(language(props.backend)) });
  }, [props.backend, props.viewRef]);

  useEffect(() => {
    const view = props.viewRef.current;
    if (view) view.dispatch(setDiagnostics(view.state, toDiagnostics(view.state.doc, props.problems)));
  }, [props.problems, props.viewRef]);

  return <div ref={host} className={styles.editor} data-testid="sql-text" />;
}

function language(backend: string | undefined) {
  return sql({ dialect: grammarOf(backend), upperCaseKeywords: true });
}

type Latest = { readonly current: SqlCodeEditorProps };

function buildState(latest: Latest, grammar: Compartment, texts: ToldTexts): EditorState {
  const run = () => {
    latest.current.onRun();
    return true;
  };
  const runStatement = () => {
    latest.current.onRunStatement();
    return true;
  };
  const save = () => {
    latest.current.onSave();
    return true;
  };
  const format = () => {
    latest.current.onFormat();
    return true;
  };
  return EditorState.create({
    doc: latest.current.sql,
    selection: { anchor: firstPlace(latest.current.sql) },
    extensions: [
      Prec.highest(
        keymap.of([
          { key: 'Mod-Enter', run },
          { key: 'Mod-Shift-Enter', run: runStatement },
          { key: 'Mod-s', run: save, preventDefault: true },
          { key: 'Mod-Shift-f', run: format, preventDefault: true },
          { key: 'Mod-/', run: toggleComment },
        ]),
      ),
      lintGutter(),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      givesWay(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      findAndReplace(),
      sqlCompletion({
        catalog: () => latest.current.completion.catalog(),
        describe: (option) => latest.current.completion.describe(option),
      }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
      grammar.of(language(latest.current.backend)),
      editorTheme,
      EditorView.contentAttributes.of({ 'aria-label': latest.current.label, spellcheck: 'false' }),
      // The same text in its place is no change to the editor.
      EditorView.domEventObservers({ beforeinput: () => latest.current.onWriting() }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) texts.tell(update.state.doc.toString());
        tell(latest.current, update);
      }),
    ],
  });
}

function tell(props: SqlCodeEditorProps, { docChanged, selectionSet, state, transactions }: ViewUpdate): void {
  if (docChanged) props.onChange(state.doc.toString());
  if (transactions.some(isWriting)) props.onWriting();
  if (!docChanged && !selectionSet) return;
  const { main } = state.selection;
  props.onSelect(state.sliceDoc(main.from, main.to), main.from);
  const line = state.doc.lineAt(main.head);
  props.onCursor({ line: line.number, column: main.head - line.from + 1 });
}

/** What comes from outside the editor names no event of a person's. */
function isWriting(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.annotation(Transaction.userEvent) !== undefined;
}

function toDiagnostics(doc: Text, problems: readonly Problem[]) {
  return problems
    .filter(({ line }) => line <= doc.lines)
    .map((problem) => {
      const line = doc.line(problem.line);
      const from = Math.min(line.from + problem.column - 1, line.to);
      const to = Math.min(Math.max(from + 1, line.from + problem.endColumn - 1), line.to);
      return { from: Math.min(from, to), to, severity: 'error' as const, message: problem.message };
    });
}
