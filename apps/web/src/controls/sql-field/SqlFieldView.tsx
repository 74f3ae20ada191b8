import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { classNames } from '@powerset/ui';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  completionLook,
  editorTheme,
  grammarOf,
  keywords,
  makeToldTexts,
  quoteName,
  reservedWords,
  type ShownCompletion,
  type ToldTexts,
} from '../sql-text/index.ts';
import styles from './SqlFieldView.module.css';
import type { CaretRef, SqlFieldProps } from './sql-field-props.ts';
import { type SqlOption, toSqlOptions } from './sql-options.ts';

export interface SqlFieldViewProps extends SqlFieldProps {
  readonly functions: readonly string[];
  readonly caretRef: CaretRef;
}

type Latest = { readonly current: SqlFieldViewProps };

const lineHeightPx = 20;
const paddingPx = 14;

/** CodeMirror for one expression: no line numbers, Tab leaves the field, completion as one types. */
export function SqlFieldView(props: SqlFieldViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { caretRef } = props;
  const [texts] = useState(() => makeToldTexts(props.value));
  // Before the next key is pressed: it belongs into the editor.
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = new EditorView({ parent: host.current, state: buildState(latest, texts) });
    view.current = made;
    texts.restart(latest.current.value);
    goOnAt(made, caretRef);
    return () => made.destroy();
  }, [caretRef, texts]);
  useEffect(() => {
    const shown = view.current;
    if (!texts.isNews(props.value) || !shown || shown.state.doc.toString() === props.value) return;
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: props.value } });
  }, [props.value, texts]);
  const { rows = 4 } = props;
  const height = { '--sql-field-height': `${rows * lineHeightPx + paddingPx}px` };
  return (
    <div
      ref={host}
      className={classNames(styles.field, rows === 1 && styles.line, props.isInvalid && styles.wrong)}
      // A custom property, which the type of styles does not know.
      style={height as CSSProperties}
    />
  );
}

function goOnAt(view: EditorView, caretRef: CaretRef): void {
  const caret = caretRef.current;
  if (caret === null) return;
  const { doc } = view.state;
  const offset = Math.min(caret.offset, doc.length);
  view.dispatch({ selection: { anchor: offset } });
  view.focus();
  caretRef.current = null;
  if (caret.hasTyped && isInWord(doc.sliceString(0, offset))) startCompletion(view);
}

const word = /"?[\p{L}\p{N}_$]+/u;

const isInWord = (text: string): boolean => new RegExp(`${word.source}$`, word.flags).test(text);

function buildState(latest: Latest, texts: ToldTexts): EditorState {
  const { id, label, backend, value, placeholder: hint } = latest.current;
  return EditorState.create({
    doc: value,
    extensions: [
      history(),
      bracketMatching(),
      closeBrackets(),
      tooltips({ position: 'fixed', tooltipSpace: roomForList }),
      EditorView.domEventHandlers({ mousedown: (_event, view) => void closeCompletion(view) }),
      autocompletion({ override: [(context) => complete(context, latest.current)], ...completionLook }),
      keymap.of([...completionKeymap, ...closeBracketsKeymap, ...ownKeymap, ...historyKeymap]),
      sql({ dialect: grammarOf(backend), upperCaseKeywords: true }),
      editorTheme,
      EditorView.lineWrapping,
      hint ? placeholder(hint) : [],
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', ...(id ? { id } : {}) }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const text = update.state.doc.toString();
        texts.tell(text);
        latest.current.onChange(text);
      }),
    ],
  });
}

/** Ctrl Enter belongs to the page, which runs something by it. */
const ownKeymap = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** Where the list of completions may lie: in a dialog between its tabs and its buttons, which have to stay in reach. */
function roomForList({ dom }: EditorView) {
  const dialog = dom.closest('[role="dialog"]');
  const own = dom.getBoundingClientRect();
  const tabs = [...(dialog?.querySelectorAll('[role="tablist"]') ?? [])]
    .map((list) => list.getBoundingClientRect().bottom)
    .filter((bottom) => bottom <= own.top);
  const foot = dialog?.querySelector('[data-dialog-foot]')?.getBoundingClientRect().top ?? innerHeight;
  return {
    left: 0,
    right: innerWidth,
    top: Math.max(0, ...tabs),
    bottom: Math.min(innerHeight, Math.max(foot, own.bottom)),
  };
}

function complete(context: CompletionContext, { names, functions }: SqlFieldViewProps): CompletionResult | null {
  const begun = context.matchBefore(word);
  if (!begun && !context.explicit) return null;
  const quote = (name: string) => quoteName(name, reservedWords);
  const options = toSqlOptions({ ...names, functions, keywords, quote });
  return { from: begun?.from ?? context.pos, options: options.map(toCompletion), validFor: /^"?[\p{L}\p{N}_$]*$/u };
}

function toCompletion(option: SqlOption): ShownCompletion<SqlOption> {
  const { label, apply, kind, boost } = option;
  return { option, label, apply, type: kind, boost };
}
