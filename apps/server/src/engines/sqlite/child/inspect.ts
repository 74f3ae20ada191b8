import type {
  CatalogHit,
  CatalogPart,
  CatalogSearch,
  EngineColumn,
  EngineForeignKey,
  TableDescription,
  TableSummary,
} from '../../engine.ts';
import { isOpenFunction } from '../reading/index.ts';
import { declaredType } from '../values.ts';
import type { Connection, Row } from './connection.ts';

const schema = 'main';

interface Listed {
  readonly name: string;
  readonly kind: 'table' | 'view';
}

/** Neither the engine's own tables nor those in which its search indexes keep themselves. */
function list(database: Connection): readonly Listed[] {
  return database
    .rows(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' ORDER BY name COLLATE NOCASE",
    )
    .map(({ name, type }): Listed => ({ name: String(name), kind: type === 'view' ? 'view' : 'table' }))
    .filter(({ name }) => !/^sqlite_/i.test(name));
}

export function listTables(database: Connection): readonly TableSummary[] {
  const counts = readCounts(database);
  return list(database).map(({ name, kind }) => ({ schema, table: name, kind, rowCount: counts.get(name) ?? null }));
}

/** Rows as the last `ANALYZE` counted them. */
function readCounts(database: Connection): ReadonlyMap<string, number> {
  try {
    const rows = database.rows('SELECT tbl, max(CAST(stat AS INTEGER)) AS rows FROM sqlite_stat1 GROUP BY tbl');
    return new Map(rows.map((row) => [String(row.tbl), Number(row.rows)]));
  } catch {
    return new Map();
  }
}

export function describeTable(database: Connection, wanted: string): TableDescription | null {
  const [found] = database.rows(
    "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE",
    wanted,
  );
  const listed = found && list(database).find(({ name }) => name === found.name);
  if (!listed) return null;
  const { name, kind } = listed;
  const columns = database.rows('SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1', name);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk));
  return {
    schema,
    table: name,
    kind,
    columns: columns.map(toColumn),
    primaryKey: keys.length > 0 ? { name: null, columns: keys.map((row) => String(row.name)) } : null,
    foreignKeys: readForeignKeys(database, name),
    indexes: readIndexes(database, name),
    comment: null,
    definition: kind === 'view' ? toQuery(String(found?.sql ?? '')) : null,
    sizeBytes: null,
  };
}

function toColumn(row: Row): EngineColumn {
  const nativeType = String(row.type ?? '');
  return {
    name: String(row.name),
    nativeType: nativeType.toUpperCase(),
    type: declaredType(nativeType),
    isNullable: Number(row.notnull) === 0 && Number(row.pk) === 0,
    comment: null,
  };
}

/** The query of `CREATE VIEW … AS …`. */
function toQuery(sql: string): string {
  return /^\s*CREATE\s[\s\S]*?\bAS\s+([\s\S]*)$/i.exec(sql)?.[1]?.trim() ?? sql;
}

function readForeignKeys(database: Connection, table: string): readonly EngineForeignKey[] {
  const rows = database.rows('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', table);
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.map((id) => {
    const own = rows.filter((row) => row.id === id);
    const referredTable = String(own[0]?.table ?? '');
    const named = own.map(({ to }) => to).filter((to) => to !== null);
    return {
      name: null,
      columns: own.map(({ from }) => String(from)),
      referredSchema: schema,
      referredTable,
      // Without names they are the other table's own key.
      referredColumns: named.length > 0 ? named.map(String) : readKey(database, referredTable),
    };
  });
}

function readKey(database: Connection, table: string): readonly string[] {
  return database
    .rows('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', table)
    .map(({ name }) => String(name));
}

function readIndexes(database: Connection, table: string): TableDescription['indexes'] {
  return database.rows("SELECT * FROM pragma_index_list(?) WHERE origin <> 'pk' ORDER BY name", table).map((index) => ({
    name: String(index.name),
    columns: database
      .rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', String(index.name))
      .map(({ name }) => (name === null ? '(expression)' : String(name))),
    isUnique: Number(index.unique) === 1,
  }));
}

export function search(database: Connection, { text, limit, within }: CatalogSearch): readonly CatalogHit[] {
  const wanted = text.toLowerCase();
  const hits: CatalogHit[] = [];
  for (const { name, kind } of list(database)) {
    if (within && !isWithin(within, name)) continue;
    const add = (column: string | null, nativeType: string | null) =>
      hits.push({ schema, table: name, kind, column, nativeType });
    if (name.toLowerCase().includes(wanted)) add(null, null);
    for (const column of readColumns(database, name))
      if (column.name.toLowerCase().includes(wanted)) add(column.name, column.type);
    if (hits.length >= limit) break;
  }
  return hits.slice(0, limit);
}

function isWithin({ schemas, tables }: CatalogPart, name: string): boolean {
  const isNamed = tables.some((one) => one.schema === schema && one.table.toLowerCase() === name.toLowerCase());
  return schemas.includes(schema) || isNamed;
}

function readColumns(database: Connection, table: string) {
  try {
    return database
      .rows('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1', table)
      .map(({ name, type }) => ({ name: String(name), type: String(type ?? '').toUpperCase() }));
  } catch {
    // A view whose tables are gone has no columns to be found.
    return [];
  }
}

export function listFunctions(database: Connection): readonly string[] {
  const rows = database.rows('SELECT DISTINCT name FROM pragma_function_list ORDER BY name');
  return rows.map(({ name }) => String(name)).filter((name) => /^[a-z]\w*$/.test(name) && isOpenFunction(name));
}
