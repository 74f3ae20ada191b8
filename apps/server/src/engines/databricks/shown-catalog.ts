import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  TableDescription,
  TableName,
  TablePartitions,
  TableSummary,
} from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import type { Ask, WarehouseCatalog } from '../warehouse/index.ts';
import { familyOf } from './values.ts';

/** Schemas that a search looks into: each is a question. */
const mostSearched = 100;

interface Shown {
  readonly ask: Ask;
  /** The catalog in which schemas lie, where they are named with it. */
  readonly catalog: string | null;
}

/** What Spark SQL and Apache Hive tell of their tables by SHOW and DESCRIBE, where no tables describe them. */
export function createShownCatalog(ask: Ask, catalog: string | null = null): WarehouseCatalog {
  const shown = { ask, catalog };
  return {
    listSchemas: () => listSchemas(shown),
    listTables: (schema) => listTables(shown, schema),
    searchCatalog: (search) => searchTables(shown, search),
    describeTable: (name) => describeTable(ask, { ...name, catalog }),
    listFunctionNames: async () => {
      const names = (await ask('SHOW FUNCTIONS')).map((row) => text(row, 0));
      return [...new Set(names)].filter((name) => /^[a-z]\w*$/.test(name)).sort();
    },
  };
}

async function listSchemas({ ask, catalog }: Shown): Promise<readonly string[]> {
  return (await ask(catalog === null ? 'SHOW SCHEMAS' : `SHOW SCHEMAS IN ${quote(catalog)}`))
    .map((row) => text(row, 0))
    .sort();
}

async function listTables({ ask, catalog }: Shown, schema: string): Promise<readonly TableSummary[]> {
  const place = [catalog, schema].flatMap((name) => (name === null ? [] : quote(name))).join('.');
  // Older servers have no such list: there views stand among the tables.
  const views = await ask(`SHOW VIEWS IN ${place}`).catch((): readonly TextRow[] => []);
  const names = new Set(views.map(shownName));
  const tables = await ask(`SHOW TABLES IN ${place}`);
  return tables
    .map(shownName)
    .sort()
    .map((table) => ({ ...{ schema, table, rowCount: null }, kind: names.has(table) ? 'view' : 'table' }));
}

/** Spark names the schema before the table, Hive the table alone. */
function shownName(row: TextRow): string {
  return row.length > 1 ? text(row, 1) : text(row, 0);
}

/** Tables by their names, in so many schemas; columns could be searched only table by table. */
async function searchTables(
  shown: Shown,
  { text: wanted, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const alone = new Map<string, Set<string>>();
  for (const { schema, table } of within?.tables ?? []) alone.set(schema, (alone.get(schema) ?? new Set()).add(table));
  const whole = new Set(within ? within.schemas : await listSchemas(shown));
  const hits: CatalogHit[] = [];
  for (const schema of [...new Set([...whole, ...alone.keys()])].slice(0, mostSearched)) {
    if (hits.length >= limit) break;
    // Somebody else may have dropped it, or this account may not look into it.
    const tables = await listTables(shown, schema).catch((): readonly TableSummary[] => []);
    for (const { table, kind } of tables)
      if (table.toLowerCase().includes(wanted.toLowerCase()) && (whole.has(schema) || alone.get(schema)?.has(table)))
        hits.push({ schema, table, kind, column: null, nativeType: null });
  }
  return hits.slice(0, limit);
}

async function describeTable(ask: Ask, { catalog, ...plain }: NamedTable): Promise<TableDescription> {
  const name = { ...plain, catalog };
  const described = await describeColumns(ask, name);
  const facts = readFacts(await ask(`DESCRIBE FORMATTED ${nameOf(name)}`).catch((): readonly TextRow[] => []));
  const kind = /VIEW/i.test(facts.get('type') ?? facts.get('table type') ?? '') ? 'view' : 'table';
  const definition = facts.get('view text') ?? facts.get('view original text') ?? facts.get('original query') ?? null;
  const size = /^(\d+)/.exec(facts.get('statistics') ?? facts.get('totalsize') ?? '')?.[1];
  return {
    ...{ ...plain, kind, columns: described.columns, primaryKey: null, foreignKeys: [], indexes: [] },
    comment: facts.get('comment') || null,
    definition: kind === 'view' ? definition : null,
    sizeBytes: kind === 'table' && size !== undefined ? Number(size) : null,
    ...(described.partitions ? { partitions: described.partitions } : {}),
  };
}

/** What follows the columns, by its name in small letters: beside it in Spark, and in Hive one column further for some. */
function readFacts(rows: readonly TextRow[]): ReadonlyMap<string, string> {
  const start = rows.findIndex((row) => text(row, 0).startsWith('# Detailed Table Information'));
  const facts = new Map<string, string>();
  for (const row of start < 0 ? [] : rows.slice(start + 1)) {
    const [name, value] = text(row, 0) === '' ? [text(row, 1), text(row, 2)] : [text(row, 0), text(row, 1)];
    const key = name.trim().replace(/:$/, '').toLowerCase();
    if (key !== '' && !facts.has(key)) facts.set(key, value.trim());
  }
  return facts;
}

/** Columns, then an empty line and those by which files are parted. */
export async function describeColumns(ask: Ask, name: NamedTable) {
  const rows = await ask(`DESCRIBE ${nameOf(name)}`);
  const end = rows.findIndex((row) => !row[0] || row[0].startsWith('#'));
  const columns = (end < 0 ? rows : rows.slice(0, end)).map(toEngineColumn);
  const begin = rows.findIndex((row) => row[0] === '# Partition Information');
  if (begin < 0) return { columns, partitions: null };
  const parts = rows.slice(begin + 1).flatMap((row) => (row[0] && !row[0].startsWith('#') ? [row[0]] : []));
  return { columns, partitions: await readPartitions(ask, name, parts) };
}

async function readPartitions(ask: Ask, name: NamedTable, columns: readonly string[]): Promise<TablePartitions> {
  const list = columns.map(quote).join(', ');
  const order = columns.map((column) => `${quote(column)} DESC`).join(', ');
  const rows = await ask(`SELECT ${list} FROM ${nameOf(name)} ORDER BY ${order} LIMIT 1`).catch(
    (): readonly TextRow[] => [],
  );
  const latest = rows[0]?.map((value) => value ?? 'NULL').join(', ') ?? null;
  return { columns, key: columns.join(', '), latest };
}

/** A row of DESCRIBE: the name, the type and its comment. */
function toEngineColumn([name, type, comment]: TextRow): EngineColumn {
  const nativeType = (type ?? '').toUpperCase();
  return { name: name ?? '', nativeType, type: familyOf(nativeType).type, isNullable: true, comment: comment || null };
}

type NamedTable = TableName & { readonly catalog?: string | null };

export function nameOf({ catalog = null, schema, table }: NamedTable): string {
  return [catalog, schema, table].flatMap((name) => (name === null ? [] : quote(name))).join('.');
}

function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function text(row: TextRow, index: number): string {
  return row[index] ?? '';
}
