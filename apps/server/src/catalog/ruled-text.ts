import type { MentionPlace, TableMention } from '../engines/index.ts';

/** A place of a text where a table is named of which somebody may read some rows. */
export interface RuledMention {
  readonly place: MentionPlace;
  readonly hasAlias: boolean;
  readonly table: string;
  /** Conditions, each of them closed; a row meets them all. */
  readonly clauses: readonly string[];
}

/** What was put into a text, or stands there in the place of its author's words. */
interface Piece {
  /** In the author's text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A query of WITH that gives the permitted rows of a table. */
export interface PermittedRows {
  /** What the text that was made calls them. */
  readonly name: string;
  /** The table, as its author wrote it first. */
  readonly source: string;
  readonly condition: string;
}

export interface RuledText {
  readonly sql: string;
  readonly permitted: readonly PermittedRows[];
  readonly pieces: readonly Piece[];
}

export interface RuledWords {
  /** What ends each query of permitted rows. */
  readonly fence: string;
  /** What stands behind AS in WITH. */
  readonly withHint: string;
  readonly quote: (name: string) => string;
  /** What stands behind a source of rows that is called so. */
  readonly sourceAlias: (name: string) => string;
}

/**
 * A text whose ruled tables are read through queries that stand first in its WITH: under names that it does not have, where
 * nothing of it can be meant by a rule's words, and no rule stands in what engines call columns. Each place keeps the name
 * that the table had there; the rest stays letter by letter.
 */
export function ruleText(sql: string, mentions: readonly RuledMention[], words: RuledWords): RuledText {
  const lower = sql.toLowerCase();
  let stem = 'permitted_rows';
  while (lower.includes(stem)) stem += '_';
  const permitted = new Map<string, PermittedRows>();
  const pieces = mentions
    .toSorted((one, other) => one.place.start - other.place.start)
    .map((mention): Piece => {
      const { start, end } = mention.place;
      const source = sql.slice(start, end);
      const condition = joined(mention.clauses);
      const key = JSON.stringify([source, condition]);
      const rows = permitted.get(key) ?? { name: `${stem}_${permitted.size + 1}`, source, condition };
      permitted.set(key, rows);
      return {
        from: start,
        to: end,
        text: `${rows.name}${mention.hasAlias ? '' : words.sourceAlias(aliasOf(sql, mention, words))}`,
      };
    });
  const all = [...permitted.values()];
  return assemble(sql, [headOf(sql, all, words), ...pieces], all);
}

/** With other tables in the places of the ruled ones, and conditions that read nothing: so the parser tells what else is read. */
export function standInFor(
  author: string,
  { pieces, permitted }: RuledText,
  { toName, words }: { readonly toName: (index: number) => string; readonly words: RuledWords },
): RuledText {
  const others = permitted.map((rows, index) => ({ ...rows, source: toName(index), condition: '1 = 1' }));
  return assemble(author, [headOf(author, others, words), ...pieces.slice(1)], others);
}

function assemble(sql: string, pieces: readonly Piece[], permitted: readonly PermittedRows[]): RuledText {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of pieces) {
    parts.push(sql.slice(at, from), text);
    at = to;
  }
  return { sql: [...parts, sql.slice(at)].join(''), permitted, pieces };
}

/** Clauses as one condition. */
function joined(clauses: readonly string[]): string {
  return clauses.map((clause) => `(${clause})`).join(' AND ');
}

function aliasOf(sql: string, { place, table }: RuledMention, { quote }: RuledWords): string {
  const written = sql.slice(place.nameStart, place.end);
  // One quoted name may hold a whole path.
  return written.includes('.') ? quote(table) : written;
}

const blank = String.raw`(?:\s|--[^\r\n]*(?:[\r\n]|$)|/\*[\s\S]*?\*/)`;
const beginning = new RegExp(`^${blank}*(?:(WITH)${blank}+(?:RECURSIVE${blank}+)?)?`, 'i');

/** The queries of the permitted rows, before all others. */
function headOf(sql: string, permitted: readonly PermittedRows[], words: RuledWords): Piece {
  const [before = '', hasWith] = beginning.exec(sql) ?? [];
  const queries = permitted.map((rows) => `${rows.name} AS${words.withHint} (${queryOf(rows, words)})`).join(', ');
  const text = hasWith ? `${queries}, ` : `WITH ${queries} `;
  return { from: before.length, to: before.length, text };
}

const rowsOf = 'SELECT * FROM ';
/** Where a query of permitted rows names its table. */
export const sourceStart = rowsOf.length;

/** The query of permitted rows. */
export function queryOf({ source, condition }: PermittedRows, { fence }: Pick<RuledWords, 'fence'>): string {
  return `${rowsOf}${source} WHERE ${condition}${fence}`;
}

/** How long a text would become at most, before it is made. */
export function ruledLength(sql: string, mentions: readonly RuledMention[]): number {
  const queries = new Map<string, number>();
  let length = sql.length;
  for (const { place, clauses } of mentions) {
    const source = sql.slice(place.start, place.end);
    const conditions = clauses.reduce((sum, clause) => sum + clause.length + 8, 200);
    queries.set(source, Math.max(queries.get(source) ?? 0, conditions + source.length));
    length += source.length + 40;
  }
  return [...queries.values()].reduce((sum, query) => sum + query, length);
}

/** How many tables the parser found in each query of permitted rows. */
export function countInside(
  { sql, permitted }: RuledText,
  mentions: readonly TableMention[],
  words: RuledWords,
): readonly number[] {
  let at = 0;
  return permitted.map((rows) => {
    const query = queryOf(rows, words);
    const start = sql.indexOf(`${rows.name} AS${words.withHint} (${query})`, at);
    at = start + query.length;
    const end = sql.indexOf(query, start) + query.length;
    return mentions.filter(({ place }) => place && place.start > start && place.start < end).length;
  });
}

export interface TextPlace {
  readonly line: number;
  readonly column: number | null;
}

/** A place of the text that was made, in the text that its author wrote; `isInserted` where the author wrote nothing of it. */
export function toAuthorsPlace(
  { sql, pieces }: RuledText,
  author: string,
  place: TextPlace,
): TextPlace & { readonly isInserted: boolean } {
  const offset = toOffset(sql, place);
  let shift = 0;
  for (const { from, to, text } of pieces) {
    const start = from - shift;
    if (offset < start) break;
    if (offset < start + text.length) return { ...toPlace(author, from), isInserted: from === to };
    shift += to - from - text.length;
  }
  return { ...toPlace(author, offset + shift), isInserted: false };
}

function toOffset(sql: string, { line, column }: TextPlace): number {
  const before = sql.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + Math.max(0, (column ?? 1) - 1);
}

function toPlace(sql: string, offset: number): TextPlace {
  const before = sql.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Words about the text that was made, with the names that its author gave. */
export function withAuthorsNames(message: string, { permitted }: RuledText): string {
  return permitted.reduceRight((text, { name, source }) => text.replaceAll(name, source), message);
}
