import type { EditorView } from '@codemirror/view';
import { sayBeside } from '@powerset/ui';
import type { SqlLanguage } from 'sql-formatter';
import { useT } from '../../i18n/index.ts';
import { loadCode } from '../../shell/index.ts';
import { statementRange } from './completion/scope.ts';
import { applySuggestion, type Problem } from './editor/problems.ts';
import type { EditorSession } from './session.ts';
import type { EditorTab } from './tabs/tab.ts';

interface TextActionParts {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly view: { readonly current: EditorView | null };
  readonly selectionStart: { readonly current: number };
  readonly backend: string | undefined;
}

/** What can be done with a tab's text. */
export function useTextActions({ tab, session, view, selectionStart, backend }: TextActionParts) {
  const t = useT();
  const runFrom = (start: number) => {
    const before = tab.sql.slice(0, start);
    const origin = { lines: before.split('\n').length - 1, columns: before.length - (before.lastIndexOf('\n') + 1) };
    void session.run(tab.id, { origin });
  };
  const run = () => runFrom(tab.selectedText.trim() === '' ? 0 : selectionStart.current);
  const runStatement = () => {
    const editor = view.current;
    if (!editor) return run();
    const { from, to } = statementRange(tab.sql, editor.state.selection.main.head);
    editor.dispatch({ selection: { anchor: from, head: to } });
    runFrom(from);
  };
  const format = async () => {
    const say = sayBeside();
    const formatter = await loadCode(() => import('sql-formatter'));
    if (!formatter) return;
    const { format: formatSql, supportedDialects } = formatter;
    // Grammars are called as the engines are; standard SQL where there is none of that name.
    const language = supportedDialects.find((name) => name === backend) ?? 'sql';
    try {
      session.change(tab.id, {
        sql: formatSql(tab.sql, {
          // The list holds nothing but names of languages.
          language: language as SqlLanguage,
          keywordCase: 'upper',
          tabWidth: 2,
        }),
      });
    } catch {
      say.warning(t('The text cannot be formatted while it has a mistake in it.'));
    }
  };
  const goTo = ({ line, column }: Problem) => {
    const editor = view.current;
    if (!editor || line > editor.state.doc.lines) return;
    const at = editor.state.doc.line(line);
    editor.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
    editor.focus();
  };
  const correct = (problem: Problem) => {
    const change = applySuggestion(tab.sql, problem);
    if (!change || !view.current) return;
    view.current.dispatch({ changes: change });
    view.current.focus();
  };
  const insert = (text: string) => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch(editor.state.replaceSelection(text));
    editor.focus();
  };
  return { run, runStatement, format, goTo, correct, insert };
}
