import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { reservedWords } from '../completion/keywords.ts';
import { buildOptions, type Catalog, type CompletionOption, quoteName } from '../completion/options.ts';
import { expectsTable, readScope, statementAt, typedNameAt } from '../completion/scope.ts';

export interface CompletionParts {
  readonly catalog: () => Catalog | null;
  /** What is known of a column, for the panel beside the list. */
  readonly describe: (option: CompletionOption) => Promise<HTMLElement | null>;
}

const shapes: Readonly<Record<string, string>> = {
  number: '<path d="M5.5 2 4 14M12 2l-1.500 12M2.500 5.500h11M2 10.500h11"/>',
  string: '<path d="M1.500 4V3h8v1M5.500 3v10M4 13h3M9 8V7h5.500v1M11.800 7v6M10.500 13h2.600"/>',
  temporal: '<circle cx="8" cy="8" r="6"/><path d="M8 4.500V8l2.500 2"/>',
  boolean: '<rect x="2.500" y="2.500" width="11" height="11" rx="1"/><path d="m5 8 2.200 2.200L11 6"/>',
  table: '<rect x="2" y="3" width="12" height="10" rx="1"/><path d="M2 6.500h12M6 6.500V13"/>',
  schema: '<ellipse cx="8" cy="4" rx="5" ry="2"/><path d="M3 4v8c0 1.100 2.200 2 5 2s5-.9 5-2V4"/>',
};

interface ShownCompletion extends Completion {
  readonly option: CompletionOption;
}

function isShown(completion: Completion): completion is ShownCompletion {
  return 'option' in completion;
}

function drawIcon(option: CompletionOption): HTMLElement {
  const holder = document.createElement('span');
  holder.className = 'sqe-complete__icon';
  const shape = shapes[option.columnType ?? option.kind];
  if (option.kind === 'function') holder.textContent = 'fx';
  else if (shape) {
    holder.innerHTML = `<svg viewBox="0 0 16 16" width="12" height="12" fill="none" stroke="currentColor" stroke-width="1.400" aria-hidden="true">${shape}</svg>`;
  }
  return holder;
}

function drawDetail(option: CompletionOption): HTMLElement {
  const detail = document.createElement('span');
  detail.className = 'sqe-complete__detail';
  detail.textContent = option.detail;
  return detail;
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
  return {
    from: typed.start,
    options: options.map((option): ShownCompletion => toCompletion(option, parts)),
    validFor: /^"?[\p{L}\p{N}_$]*$/u,
  };
}

function toCompletion(option: CompletionOption, parts: CompletionParts): ShownCompletion {
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

/** Completion from the database's own tables, columns and functions. */
export function sqlCompletion(parts: CompletionParts): Extension {
  return [
    autocompletion({
      override: [(context) => complete(context, parts)],
      icons: false,
      maxRenderedOptions: 60,
      tooltipClass: () => 'sqe-complete',
      optionClass: () => 'sqe-complete__row',
      addToOptions: [
        { position: 20, render: (completion) => (isShown(completion) ? drawIcon(completion.option) : null) },
        { position: 80, render: (completion) => (isShown(completion) ? drawDetail(completion.option) : null) },
      ],
    }),
    keymap.of(completionKeymap),
  ];
}
