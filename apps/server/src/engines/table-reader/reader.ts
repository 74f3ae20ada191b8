export type ForeignValue = string | number | bigint | boolean | Uint8Array | null | undefined;
/** Columns that the table lacks are undefined. */
export type ForeignRow = Readonly<Record<string, ForeignValue>>;

/**
 * How a column is read: as it comes, or its beginning alone (as text, as bytes), which is one longer than the bound where more follows.
 */
export type ColumnKind = 'plain' | 'text' | 'bytes';

export interface RowsRequest {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Only rows with one of these numbers in a column. */
  readonly where?: { readonly column: string; readonly numbers: readonly number[] };
  /** Rows in one portion. */
  readonly portion: number;
}

export interface TableReader {
  /** Names of columns by table. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  /** Rows by their number where they have one; none of a table that is not there. */
  rows(request: RowsRequest): AsyncGenerator<readonly ForeignRow[]>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

/** What the three kinds of databases do differently. */
export interface TableDriver {
  readonly quote: (name: string) => string;
  /** What turns a column of any type into a text. */
  readonly asText: (column: string) => string;
  query(sql: string): Promise<readonly ForeignRow[]>;
  listColumns(): Promise<readonly { readonly table: string; readonly column: string }[]>;
  close(): Promise<void>;
}

/** Longer values are not read to their end. */
export const longestValue = 5_000_000;

export async function createTableReader(driver: TableDriver): Promise<TableReader> {
  const tables = new Map<string, string[]>();
  for (const { table, column } of await driver.listColumns()) tables.set(table, [...(tables.get(table) ?? []), column]);
  return {
    tables,
    rows: (request) => readRows({ driver, present: tables.get(request.table) ?? [] }, request),
    count: async (table) => {
      if (!tables.has(table)) return 0;
      const [row] = await driver.query(`select count(*) as n from ${driver.quote(table)}`);
      return Number(row?.n ?? 0);
    },
    close: () => driver.close(),
  };
}

interface Place {
  readonly driver: TableDriver;
  readonly present: readonly string[];
}

async function* readRows(
  { driver, present }: Place,
  { table, columns, where, portion }: RowsRequest,
): AsyncGenerator<readonly ForeignRow[]> {
  const { quote } = driver;
  const asked = Object.entries(columns).filter(([name]) => present.includes(name));
  if (asked.length === 0 || (where && !present.includes(where.column))) return;
  if (where && where.numbers.length === 0) return;
  const selected = asked.map(([name, kind]) => `${toSelected(driver, name, kind)} as ${quote(name)}`).join(', ');
  const isNumbered = present.includes('id');
  const among = where ? [`${quote(where.column)} in (${where.numbers.map(Math.trunc).join(', ')})`] : [];
  for (let last: number | null = null, offset = 0; ; offset += portion) {
    const after: readonly string[] = isNumbered && last !== null ? [`${quote('id')} > ${last}`] : [];
    const conditions = [...among, ...after];
    const filter = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
    const number = isNumbered ? `, ${quote('id')} as ${quote(numberName)}` : '';
    const order = isNumbered ? ` order by ${quote('id')} limit ${portion}` : ` limit ${portion} offset ${offset}`;
    const rows = await driver.query(`select ${selected}${number} from ${quote(table)}${filter}${order}`);
    if (rows.length > 0) yield rows;
    if (rows.length < portion) return;
    last = Math.trunc(Number(rows.at(-1)?.[numberName] ?? Number.NaN));
    if (isNumbered && !Number.isSafeInteger(last)) return;
  }
}

const numberName = 'row_number_of_it';

function toSelected({ quote, asText }: TableDriver, name: string, kind: ColumnKind): string {
  if (kind === 'plain') return quote(name);
  const column = kind === 'text' ? asText(quote(name)) : quote(name);
  return `substr(${column}, 1, ${longestValue + 1})`;
}
