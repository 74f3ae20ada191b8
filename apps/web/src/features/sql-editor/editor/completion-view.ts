import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import { completionLook, quoteName, reservedWords, type ShownCompletion } from '../../../controls/sql-text/index.ts';
import { buildOptions, type Catalog, type CompletionOption, isWritten } from '../completion/options.ts';
import { expectsTable, readScope, statementAt, typedNameAt } from '../completion/scope.ts';
import styles from './column-panel.module.css';

export interface CompletionParts {
  readonly catalog: () => Catalog | null;
  /** What is known of a column, for the panel beside the list. */
  readonly describe: (option: CompletionOption) => Promise<HTMLElement | null>;
}

/** Turns the scores into CodeMirror's range of boosts. */
function toBoost(score: number): number {
  return Math.max(-99, Math.min(99, score - 60));
}

async function complete(context: CompletionContext, parts: CompletionParts): Promise<CompletionResult | null> {
  const catalog = parts.catalog();
  const sql = context.state.doc.toString();
  const typed = typedNameAt(sql, context.pos);
  if (!catalog || !typed) return null;
  if (typed.word === '' && typed.qualifiers.length === 0 && !context.explicit) return null;
  const statement = statementAt(sql, context.pos);
  const scope = readScope(statement.text);
  const start = typed.start - typed.qualifiers.reduce((sum, name) => sum + name.length + 1, 0);
  const options = await buildOptions(catalog, {
    typed,
    scope,
    expectsTable: expectsTable(sql.slice(statement.start), start - statement.start),
  });
  if (context.aborted || options.length === 0) return null;
  if (!context.explicit && isWritten(options, typed.word)) return null;
  return {
    from: typed.start,
    options: options.map((option): ShownCompletion<CompletionOption> => toCompletion(option, parts)),
    // Where tables are looked up by what is typed, each letter may bring others.
    ...(catalog.isWhole
      ? { validFor: (text: string) => /^"?[\p{L}\p{N}_$]*$/u.test(text) && !isWritten(options, text) }
      : {}),
  };
}

function toCompletion(option: CompletionOption, parts: CompletionParts): ShownCompletion<CompletionOption> {
  const isName = option.kind === 'table' || option.kind === 'column' || option.kind === 'schema';
  const apply = isName
    ? option.label
        .split('.')
        .map((name) => quoteName(name, reservedWords))
        .join('.')
    : option.label;
  return {
    option,
    label: option.label,
    apply: option.kind === 'function' ? `${option.label}(` : apply,
    type: option.kind,
    boost: toBoost(option.score),
    ...(option.source ? { info: () => parts.describe(option) } : {}),
  };
}

/** The panel about the column under the pointer. */
async function about(view: EditorView, position: number, parts: CompletionParts): Promise<Tooltip | null> {
  const catalog = parts.catalog();
  const word = view.state.wordAt(position);
  if (!catalog || !word) return null;
  const sql = view.state.doc.toString();
  const typed = typedNameAt(sql, word.to);
  if (!typed) return null;
  const scope = readScope(statementAt(sql, word.to).text);
  // Only columns have a panel: no table is looked up by the word.
  const options = await buildOptions(catalog, { typed: { ...typed, word: '' }, scope, expectsTable: false });
  const named = options.find(({ label, source }) => source && label.toLowerCase() === typed.word.toLowerCase());
  const panel = named ? await parts.describe(named) : null;
  if (!panel) return null;
  panel.className = styles.hovered ?? '';
  return { pos: word.from, end: word.to, create: () => ({ dom: panel }) };
}

/** Completion from the database's own tables, columns and functions. */
export function sqlCompletion(parts: CompletionParts): Extension {
  return [
    autocompletion({
      override: [(context) => complete(context, parts)],
      ...completionLook,
    }),
    keymap.of(completionKeymap),
    hoverTooltip((view, position) => about(view, position, parts), { hideOnChange: true }),
  ];
}
