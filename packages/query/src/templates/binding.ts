import { type Dialect, printLiteral, SqlError, tokenize } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import type { OutputKind } from './taint.ts';

export type BoundValue = string | number | boolean | null;

/** Values that stand in a rendered text as a placeholder until it is known whether they stand in quotes. */
export interface Bound {
  readonly values: readonly BoundValue[];
  readonly separator: string;
  readonly kind: Exclude<OutputKind, 'raw'>;
}

const open = '\ue000';
const close = '\ue001';
const placeholderPattern = /\ue000(\d+)\ue001/g;

export function placeholder(position: number): string {
  return `${open}${position}${close}`;
}

/** Whether a text is one of the placeholders given so far, and nothing else. */
export function isPlaceholder(text: string, given: number): boolean {
  const [, position] = /^\ue000(\d+)\ue001$/.exec(text) ?? [];
  return position !== undefined && Number(position) < given;
}

export function hasPlaceholderMarks(text: string): boolean {
  return text.includes(open) || text.includes(close);
}

function cannotBind(): QueryError {
  return new QueryError(
    'A template puts a value where it cannot be bound safely. Put it into quotes, or use the where_in filter.',
    'sql',
    'INVALID_TEMPLATE_PARAMS_ERROR',
  );
}

/** Replaces placeholders: inside quotes by escaped text, elsewhere by literals or quoted names. */
export function bindPlaceholders(text: string, bounds: readonly Bound[], dialect: Dialect): string {
  const bound = tokenize(text, dialect.lexRules)
    .map((token) => ({ ...token, piece: text.slice(token.start, token.end) }))
    .map(({ kind, piece }) =>
      piece.replace(placeholderPattern, (text, position: string) => {
        const found = bounds[Number(position)];
        // Values may hold the same signs: what was not given as a placeholder is text.
        if (!found) return text;
        if (kind === 'comment') return '';
        if (kind === 'text' || kind === 'identifier') return insideQuotes(found, piece, dialect);
        const standsAlone = piece.replace(placeholderPattern, '') === '';
        return standsAlone ? outsideQuotes(found, dialect) : insideWord(found);
      }),
    )
    .join('');
  return bound;
}

function insideQuotes(bound: Bound, token: string, dialect: Dialect): string {
  const isEscapeString = /^e'/i.test(token);
  const quote = isEscapeString ? "'" : token[0]!;
  if (quote === '$' || quote === '[') throw cannotBind();
  const isText = quote === "'" || (quote === '"' && dialect.lexRules.doubleQuotesAre === 'text');
  const { hasBackslashEscapes, hasBackslashInIdentifiers } = dialect.lexRules;
  const hasBackslash = isEscapeString || (isText ? hasBackslashEscapes : hasBackslashInIdentifiers);
  const escaped = (value: BoundValue): string => {
    const text = value === null ? '' : String(value);
    if (text.includes('\u0000')) throw cannotBind();
    return (hasBackslash ? text.replaceAll('\\', '\\\\') : text).replaceAll(quote, quote + quote);
  };
  return bound.values.map(escaped).join(bound.separator);
}

function outsideQuotes(bound: Bound, dialect: Dialect): string {
  const print = (value: BoundValue): string => {
    if (bound.kind === 'name') return dialect.quoteIdentifier(String(value));
    const isNumberText = bound.kind === 'value' && typeof value === 'string' && /^(0|-?[1-9]\d{0,17})$/.test(value);
    return isNumberText ? value : printLiteral(value, dialect);
  };
  try {
    return bound.values.map(print).join(bound.separator);
  } catch (error) {
    throw error instanceof SqlError ? cannotBind() : error;
  }
}

// Part of a longer name, as in `orders_{{ year }}`.
function insideWord(bound: Bound): string {
  const text = bound.values.map(String).join(bound.separator);
  if (!/^\w+$/.test(text)) throw cannotBind();
  return text;
}
