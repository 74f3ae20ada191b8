import type { EngineColumn, TableName, TablePartitions, TableSummary } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, createInformationSchema, type WarehouseCatalog } from '../warehouse/index.ts';
import { familyOf } from './values.ts';

const readFromSchema = createInformationSchema({
  literal,
  holds: (column, text) => `instr(lower(${column}), ${literal(text)}) > 0`,
  readColumns: describe,
  readComment: async (ask, name) => {
    const rows = await ask(`DESCRIBE TABLE EXTENDED ${nameOf(name)}`).catch((): readonly TextRow[] => []);
    return rows.find((row) => row[0] === 'Comment')?.[1] || null;
  },
  listFunctionNames: async (ask) => {
    const rows = await ask('SHOW SYSTEM FUNCTIONS');
    return rows
      .map((row) => row[0] ?? '')
      .filter((name) => /^[a-z]\w*$/.test(name))
      .sort();
  },
});

/** The older catalog has no tables of its own that describe it: its lists are asked for. */
export const createCatalog =
  (catalog: string) =>
  (ask: Ask): WarehouseCatalog => {
    const described = readFromSchema(ask);
    if (catalog !== 'hive_metastore') return described;
    return {
      ...described,
      listSchemas: async () => (await ask('SHOW SCHEMAS')).map((row) => row[0] ?? '').sort(),
      listTables: (schema) => listTables(ask, schema),
      searchCatalog: async () => [],
      describeTable: async (name) => {
        const kinds = await listTables(ask, name.schema);
        const { columns, partitions } = await describe(ask, name);
        return {
          ...{ ...name, columns, kind: kinds.find(({ table }) => table === name.table)?.kind ?? 'table' },
          ...{ primaryKey: null, foreignKeys: [], indexes: [], comment: null, definition: null, sizeBytes: null },
          ...(partitions ? { partitions } : {}),
        };
      },
    };
  };

async function listTables(ask: Ask, schema: string): Promise<readonly TableSummary[]> {
  const views = await ask(`SHOW VIEWS IN ${quote(schema)}`);
  const names = new Set(views.map((row) => row[1] ?? ''));
  const tables = await ask(`SHOW TABLES IN ${quote(schema)}`);
  return tables
    .map((row) => row[1] ?? '')
    .sort()
    .map((table) => ({ ...{ schema, table, rowCount: null }, kind: names.has(table) ? 'view' : 'table' }));
}

/** Columns, then an empty line and those by which files are parted. */
async function describe(ask: Ask, name: TableName) {
  const rows = await ask(`DESCRIBE TABLE ${nameOf(name)}`);
  const end = rows.findIndex((row) => !row[0] || row[0].startsWith('#'));
  const columns = (end < 0 ? rows : rows.slice(0, end)).map(toEngineColumn);
  const parts = rows
    .slice(rows.findIndex((row) => row[0] === '# Partition Information') + 1)
    .filter((row) => row[0] && !row[0].startsWith('#'));
  const isParted = rows.some((row) => row[0] === '# Partition Information');
  return {
    columns,
    partitions: isParted
      ? await readPartitions(
          ask,
          name,
          parts.map((row) => row[0] ?? ''),
        )
      : null,
  };
}

async function readPartitions(ask: Ask, name: TableName, columns: readonly string[]): Promise<TablePartitions> {
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

function nameOf({ schema, table }: TableName): string {
  return `${quote(schema)}.${quote(table)}`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
