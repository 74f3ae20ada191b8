import type { DuckDBConnection } from '@duckdb/node-api';
import type { DecimalMark, PreviewColumn } from '../../../files/file-options.ts';
import { quoteName, quoteText } from './sources.ts';

interface Candidate {
  readonly type: string;
  readonly fits: (text: string) => string;
}

const dateFormats = ['%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y', '%Y/%m/%d'];

/** `1.234,50` as `1234.50`; what is not written so stays as it is, and is no number. */
const withPoint = (text: string) =>
  `CASE WHEN regexp_full_match(${text}, '[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+)(,[0-9]+)?') THEN replace(replace(${text}, '.', ''), ',', '.') END`;

/** Numbers whose decimals follow a comma. */
const commaNumber: Candidate = {
  type: 'DOUBLE',
  fits: (text) =>
    `coalesce(TRY_CAST(${withPoint(text)} AS DOUBLE) IS NOT NULL AND NOT regexp_matches(${text}, '^[+-]?0[0-9]'), false)`,
};

/** Narrow types first. Codes with a leading zero stay text; so does a number that DuckDB would round. */
const candidates: readonly Candidate[] = [
  { type: 'BOOLEAN', fits: (text) => `lower(${text}) IN ('true', 'false')` },
  {
    type: 'BIGINT',
    fits: (text) => `regexp_full_match(${text}, '[+-]?(0|[1-9][0-9]*)') AND TRY_CAST(${text} AS BIGINT) IS NOT NULL`,
  },
  {
    type: 'HUGEINT',
    fits: (text) => `regexp_full_match(${text}, '[+-]?(0|[1-9][0-9]*)') AND TRY_CAST(${text} AS HUGEINT) IS NOT NULL`,
  },
  {
    type: 'DOUBLE',
    fits: (text) =>
      `regexp_matches(${text}, '[0-9]') AND NOT regexp_matches(${text}, '^[+-]?0[0-9]') AND TRY_CAST(${text} AS DOUBLE) IS NOT NULL`,
  },
  {
    type: 'DATE',
    fits: (text) =>
      `regexp_full_match(${text}, '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}') AND TRY_CAST(${text} AS DATE) IS NOT NULL`,
  },
  {
    type: 'TIMESTAMP',
    fits: (text) => `regexp_matches(${text}, '^[0-9]{4}-') AND TRY_CAST(${text} AS TIMESTAMP) IS NOT NULL`,
  },
  ...dateFormats.map((format) => ({
    type: `DATE ${format}`,
    fits: (text: string) => `try_strptime(${text}, ${quoteText(format)}) IS NOT NULL`,
  })),
];

export interface DetectedTypes {
  readonly columns: readonly PreviewColumn[];
  readonly dateFormat: string | null;
}

export interface TextTable {
  readonly table: string;
  readonly names: readonly string[];
  readonly decimalMark?: DecimalMark;
}

/** Types of the text columns of a table, from all its rows. */
export async function detectTypes(
  connection: DuckDBConnection,
  { table, names, decimalMark = '.' }: TextTable,
): Promise<DetectedTypes> {
  const columns: PreviewColumn[] = [];
  let dateFormat: string | null = null;
  for (const name of names) {
    const text = quoteName(name);
    const checks = typeChecks(text, `${text} IS NOT NULL`, decimalMark);
    const reader = await connection.runAndReadAll(`SELECT ${checks.join(', ')} FROM ${table}`);
    const found = candidatesOf(decimalMark)[(reader.getRows()[0] ?? []).indexOf(true)]?.type ?? 'VARCHAR';
    const format: string | null = found.startsWith('DATE ') ? found.slice(5) : null;
    // One format holds for a file; a second one stays text.
    const isOdd = format !== null && dateFormat !== null && format !== dateFormat;
    if (format !== null && !isOdd) dateFormat = format;
    columns.push({ name, detectedType: toType(found, isOdd) });
  }
  return { columns, dateFormat };
}

function candidatesOf(decimalMark: DecimalMark): readonly Candidate[] {
  if (decimalMark === '.') return candidates;
  return candidates.map((candidate) => (candidate.type === 'DOUBLE' ? commaNumber : candidate));
}

/** Whether the values that meet a condition are of each type, narrow types first. */
export function typeChecks(text: string, condition: string, decimalMark: DecimalMark = '.'): readonly string[] {
  return candidatesOf(decimalMark).map(({ fits }) => `bool_and(${fits(text)}) FILTER (WHERE ${condition})`);
}

function toType(found: string, isOdd: boolean): string {
  if (isOdd) return 'VARCHAR';
  return found.startsWith('DATE') ? 'DATE' : found;
}
