import type { EngineColumn, ReadTable, TableDescription, TableName, TableSummary } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { openCatalog, placedTable } from '../warehouse/index.ts';
import { foldCatalog } from './catalog-names.ts';
import type { Session } from './client.ts';
import type { Member } from './families.ts';
import { describeTable, isSystemSchema, listSchemas, listTables, toKind } from './inspection.ts';
import { quoted } from './quoting.ts';
import { familyOfName, type RawRow } from './values.ts';

/** The catalogs of a connection, where its server has them. */
export interface Catalogs {
  readonly usual: string;
  /** The one that it opens, and the one in which names without a catalog lie. */
  readonly own: string;
  readonly chosen: string;
  readonly readsOthers: boolean;
}

/** What a connection opens; null where its server has no catalogs. */
export function toCatalogs(
  { usualCatalog }: Pick<Member, 'usualCatalog'>,
  { catalog, readsOthers = false }: { readonly catalog?: string | null; readonly readsOthers?: boolean },
): Catalogs | null {
  if (usualCatalog === null) return null;
  const own = catalog ?? usualCatalog;
  return { usual: usualCatalog, own, chosen: own, readsOthers };
}

/** A table as permissions are asked of it: with its catalog where that is not the connection's own. */
export function inItsCatalog<T extends ReadTable>(table: T, catalogs: Catalogs | null): T {
  if (catalogs === null) return table;
  const { usual, own, chosen, readsOthers } = catalogs;
  const home = { catalog: chosen, others: readsOthers ? { own, isClosed: () => false } : undefined };
  if (table.catalog === undefined) return placedTable(table, home);
  const catalog = openCatalog(foldCatalog({ usualCatalog: usual }, table.catalog), home);
  return placedTable({ ...table, catalog }, home);
}

/** What is asked about tables. */
export interface Inspection {
  readonly listSchemas: (session: Session) => Promise<readonly string[]>;
  readonly listTables: (session: Session, schema: string) => Promise<readonly TableSummary[]>;
  readonly describeTable: (session: Session, name: TableName) => Promise<TableDescription>;
}

/** By the server's own tables in its usual catalog; of others not every server tells there. */
export function inspectionOf(catalogs: Catalogs | null): Inspection {
  if (catalogs === null || catalogs.chosen === catalogs.usual) return { listSchemas, listTables, describeTable };
  const { chosen: catalog } = catalogs;
  return {
    listSchemas: (session) => listExternalSchemas(session, catalog),
    listTables: (session, schema) => listExternalTables(session, { catalog, schema }),
    describeTable: (session, name) => describeExternalTable(session, catalog, name),
  };
}

async function listExternalSchemas(session: Session, catalog: string): Promise<readonly string[]> {
  const { rows } = await session.query(`SHOW DATABASES FROM ${quoted(catalog)}`);
  return rows
    .map((row) => text(row, 0))
    .filter((name) => !isSystemSchema(name))
    .sort();
}

async function listExternalTables(
  session: Session,
  { catalog, schema }: { readonly catalog: string; readonly schema: string },
): Promise<readonly TableSummary[]> {
  const { rows } = await session.query(`SHOW FULL TABLES FROM ${quoted(catalog)}.${quoted(schema)}`);
  return rows
    .map((row) => ({ schema, table: text(row, 0), kind: toKind(row[1]), rowCount: null }))
    .sort((one, other) => (one.table < other.table ? -1 : 1));
}

/** What is not described beside the server's own tables is asked about by its name. */
async function describeExternalTable(session: Session, catalog: string, name: TableName): Promise<TableDescription> {
  try {
    return await describeTable(session, name);
  } catch (error) {
    if (!(error instanceof EngineError) || error.details.code !== 'TABLE_DOES_NOT_EXIST_ERROR') throw error;
    const path = [catalog, name.schema, name.table].map(quoted).join('.');
    const described = await session.query(`DESC ${path}`).catch(() => null);
    if (!described) throw error;
    return {
      ...{ ...name, kind: 'table', comment: null, definition: null, sizeBytes: null },
      ...{ columns: described.rows.map(toColumn), primaryKey: null, foreignKeys: [], indexes: [] },
    };
  }
}

/** A row of DESC: the name, the type, whether it may hold nothing. */
function toColumn(row: RawRow): EngineColumn {
  const nativeType = text(row, 1);
  const { type } = familyOfName(nativeType);
  return { name: text(row, 0), nativeType, type, isNullable: !/^no$/i.test(text(row, 2)), comment: null };
}

function text(row: RawRow, index: number): string {
  return String(row[index] ?? '');
}
