import type { CatalogHit, CatalogSearch, EngineColumn, TableDescription, TableName } from '../engine.ts';
import { RefusedRequest, type TextRow } from '../remote/index.ts';
import { trinoFamilyOf } from '../trino/index.ts';
import { type Ask, missingTable, type WarehouseCatalog } from '../warehouse/index.ts';
import type { Connection } from './client.ts';

interface Column {
  readonly Name: string;
  readonly Type?: string;
  readonly Comment?: string;
}

/** The documented shape of a table; as much of it as is read. */
interface Table {
  readonly Name: string;
  readonly TableType?: string;
  readonly Columns?: readonly Column[];
  readonly PartitionKeys?: readonly Column[];
  readonly Parameters?: Readonly<Record<string, string>>;
}

/** Of schemas that are looked through for a name: each is a list of its own. */
const maxSearched = 50;

/** What the service tells about the tables of a catalog, by its lists: they run no query. */
export function createCatalog(connection: Connection, catalog: string, ask: Ask): WarehouseCatalog {
  const place = { CatalogName: catalog };
  const listSchemas = async () => {
    const found = await connection.list<{ readonly Name: string }>('ListDatabases', place, 'DatabaseList');
    return found.map(({ Name }) => Name).sort();
  };
  const tablesOf = (schema: string) =>
    connection.list<Table>('ListTableMetadata', { ...place, DatabaseName: schema }, 'TableMetadataList');
  return {
    listSchemas,
    listTables: async (schema) => {
      const tables = await tablesOf(schema);
      return tables
        .map((table) => ({ ...{ schema, table: table.Name, rowCount: null }, kind: toKind(table) }))
        .sort((one, other) => (one.table < other.table ? -1 : 1));
    },
    searchCatalog: async (search) => {
      const schemas = search.within ? schemasOf(search.within) : await listSchemas();
      const hits: CatalogHit[] = [];
      for (const schema of schemas.slice(0, maxSearched)) {
        hits.push(...hitsIn(schema, await tablesOf(schema), search));
        if (hits.length >= search.limit) break;
      }
      return hits.slice(0, search.limit);
    },
    describeTable: (name) => describe({ connection, ask, place }, name),
    listFunctionNames: async () => {
      const rows = await ask('SHOW FUNCTIONS').catch((): readonly TextRow[] => []);
      return [...new Set(rows.map((row) => row[0] ?? ''))].filter((one) => /^[a-z]\w*$/.test(one)).sort();
    },
  };
}

function schemasOf({ schemas, tables }: NonNullable<CatalogSearch['within']>): readonly string[] {
  return [...new Set([...schemas, ...tables.map(({ schema }) => schema)])].sort();
}

function hitsIn(schema: string, tables: readonly Table[], { text, within }: CatalogSearch): readonly CatalogHit[] {
  const wanted = text.toLowerCase();
  const isOpen = ({ Name }: Table) =>
    !within ||
    within.schemas.includes(schema) ||
    within.tables.some((one) => one.schema === schema && one.table === Name);
  return tables.filter(isOpen).flatMap((table): readonly CatalogHit[] => {
    const place = { schema, table: table.Name, kind: toKind(table) };
    const own = table.Name.includes(wanted) ? [{ ...place, column: null, nativeType: null }] : [];
    const columns = columnsOf(table).filter(({ Name }) => Name.includes(wanted));
    return [...own, ...columns.map(({ Name, Type }) => ({ ...place, column: Name, nativeType: Type ?? null }))];
  });
}

interface Asking {
  readonly connection: Connection;
  readonly ask: Ask;
  readonly place: { readonly CatalogName: string };
}

async function describe({ connection, ask, place }: Asking, name: TableName): Promise<TableDescription> {
  const asked = { ...place, DatabaseName: name.schema, TableName: name.table };
  const { TableMetadata: table } = await connection
    .call<{ readonly TableMetadata: Table }>('GetTableMetadata', asked, AbortSignal.timeout(20_000))
    .catch((error: unknown) => {
      throw error instanceof RefusedRequest && /EntityNotFound|not found/i.test(error.body)
        ? missingTable(name)
        : error;
    });
  const parts = (table.PartitionKeys ?? []).map(({ Name }) => Name);
  return {
    ...{ ...name, kind: toKind(table), columns: columnsOf(table).map(toEngineColumn) },
    ...{ primaryKey: null, foreignKeys: [], indexes: [], definition: null, sizeBytes: null },
    comment: table.Parameters?.comment || null,
    ...(parts.length > 0
      ? { partitions: { columns: parts, key: parts.join(', '), latest: await latestOf(ask, name, parts) } }
      : {}),
  };
}

async function latestOf(ask: Ask, { schema, table }: TableName, columns: readonly string[]): Promise<string | null> {
  const names = columns.map(quote).join(', ');
  const order = columns.map((column) => `${quote(column)} DESC`).join(', ');
  const from = `${quote(schema)}.${quote(`${table}$partitions`)}`;
  const rows = await ask(`SELECT ${names} FROM ${from} ORDER BY ${order} LIMIT 1`).catch((): readonly TextRow[] => []);
  return rows[0]?.map((value) => value ?? 'NULL').join(', ') ?? null;
}

const columnsOf = ({ Columns = [], PartitionKeys = [] }: Table): readonly Column[] => [...Columns, ...PartitionKeys];

/** Types are those of the catalog (`string`, `int`), which queries call by other names. */
const queryTypes: Readonly<Record<string, string>> = {
  string: 'varchar',
  int: 'integer',
  float: 'real',
  binary: 'varbinary',
};

function toEngineColumn({ Name: name, Type: type = '', Comment: comment }: Column): EngineColumn {
  const nativeType = queryTypes[type] ?? type;
  return { name, nativeType, type: trinoFamilyOf(nativeType).type, isNullable: true, comment: comment || null };
}

function toKind({ TableType: type }: Table): 'table' | 'view' {
  return type === 'VIRTUAL_VIEW' ? 'view' : 'table';
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
