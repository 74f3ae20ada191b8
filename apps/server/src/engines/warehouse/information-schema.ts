import {
  type CatalogHit,
  type CatalogSearch,
  type EngineColumn,
  EngineError,
  type TableDescription,
  type TableName,
  type TablePartitions,
  type TableSummary,
} from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import type { Ask, WarehouseCatalog } from './open.ts';

/** A table's columns, and how its rows are parted. */
export interface DescribedColumns {
  readonly columns: readonly EngineColumn[];
  readonly partitions?: TablePartitions | null;
}

/** How an engine tells of its tables where it has the standard's `information_schema`. */
export interface InformationSchema {
  readonly literal: (text: string) => string;
  /** A condition that a column of names holds a text in small letters, without regard to case. */
  readonly holds: (column: string, text: string) => string;
  readonly readColumns: (ask: Ask, name: TableName) => Promise<DescribedColumns>;
  readonly readComment: (ask: Ask, name: TableName) => Promise<string | null>;
  readonly listFunctionNames: (ask: Ask) => Promise<readonly string[]>;
  /** A name as people see it and back; as it stands unless told otherwise. */
  readonly toShown?: (name: string) => string;
  readonly toStored?: (name: string) => string;
}

const asIs = (name: string): string => name;

export function createInformationSchema(spec: InformationSchema): (ask: Ask) => WarehouseCatalog {
  return (ask) => {
    const reader = new Reader(ask, spec);
    return {
      listSchemas: () => reader.listSchemas(),
      listTables: (schema) => reader.listTables(schema),
      searchCatalog: (search) => reader.search(search),
      describeTable: (name) => reader.describe(name),
      listFunctionNames: () => spec.listFunctionNames(ask),
    };
  };
}

class Reader {
  private readonly toShown: (name: string) => string;

  constructor(
    private readonly ask: Ask,
    private readonly spec: InformationSchema,
  ) {
    this.toShown = spec.toShown ?? asIs;
  }

  async listSchemas(): Promise<readonly string[]> {
    const rows = await this.ask(
      `SELECT schema_name FROM information_schema.schemata WHERE lower(schema_name) <> ${this.own()} ORDER BY schema_name`,
    );
    return rows.map((row) => this.toShown(text(row, 0)));
  }

  async listTables(schema: string): Promise<readonly TableSummary[]> {
    const rows = await this.ask(
      `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${this.stored(schema)} ORDER BY table_name`,
    );
    return rows.map((row) => ({
      schema,
      table: this.toShown(text(row, 0)),
      kind: toKind(row[1]),
      rowCount: null,
    }));
  }

  /** The server's own tables know what belongs where; a condition on a name is checked here, as they read each table for it. */
  async search({ text: wanted, limit, within }: CatalogSearch): Promise<readonly CatalogHit[]> {
    const holds = (column: string) => this.spec.holds(column, wanted.toLowerCase());
    const open = `lower(table_schema) <> ${this.own()} AND (${this.withinSql(within)})`;
    const rows = await this.ask(
      `SELECT s, t, k, c, y FROM (
         SELECT table_schema AS s, table_name AS t, table_type AS k, '' AS c, '' AS y FROM information_schema.tables
         WHERE ${open} AND ${holds('table_name')}
         UNION ALL SELECT table_schema, table_name, '', column_name, data_type FROM information_schema.columns
         WHERE ${open} AND ${holds('column_name')}
       ) AS found ORDER BY s, t, c LIMIT ${limit}`,
    );
    const kinds = await this.kindsOf(rows);
    return rows.map((row) => ({
      schema: this.toShown(text(row, 0)),
      table: this.toShown(text(row, 1)),
      kind: row[2] ? toKind(row[2]) : (kinds.get(JSON.stringify([row[0], row[1]])) ?? 'table'),
      column: row[3] ? this.toShown(row[3]) : null,
      nativeType: row[4] || null,
    }));
  }

  async describe(name: TableName): Promise<TableDescription> {
    const at = `table_schema = ${this.stored(name.schema)} AND table_name = ${this.stored(name.table)}`;
    const [table] = await this.ask(`SELECT table_type FROM information_schema.tables WHERE ${at}`);
    if (!table) throw missingTable(name);
    const kind = toKind(table[0]);
    const { columns, partitions } = await this.spec.readColumns(this.ask, name);
    return {
      ...{ ...name, kind, columns },
      // These servers tell of no keys and no indexes, or hold nobody to them.
      ...{ primaryKey: null, foreignKeys: [], indexes: [] },
      comment: await this.spec.readComment(this.ask, name),
      definition: kind === 'view' ? await this.readDefinition(at) : null,
      sizeBytes: null,
      ...(partitions ? { partitions } : {}),
    };
  }

  /** Of tables that were found by a column alone. */
  private async kindsOf(rows: readonly TextRow[]): Promise<ReadonlyMap<string, 'table' | 'view'>> {
    const schemas = new Set(rows.filter((row) => !row[2]).map((row) => this.spec.literal(text(row, 0))));
    if (schemas.size === 0) return new Map();
    const found = await this.ask(
      `SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema IN (${[...schemas].join(', ')})`,
    );
    return new Map(found.map((row) => [JSON.stringify([row[0], row[1]]), toKind(row[2])]));
  }

  private withinSql(within: CatalogSearch['within']): string {
    if (!within) return '1 = 1';
    const parts = [
      ...within.schemas.map((schema) => `table_schema = ${this.stored(schema)}`),
      ...within.tables.map(
        (one) => `(table_schema = ${this.stored(one.schema)} AND table_name = ${this.stored(one.table)})`,
      ),
    ];
    return parts.length > 0 ? parts.join(' OR ') : '1 = 0';
  }

  private async readDefinition(at: string): Promise<string | null> {
    const rows = await this.ask(`SELECT view_definition FROM information_schema.views WHERE ${at}`).catch(() => []);
    return rows[0]?.[0] || null;
  }

  private stored(name: string): string {
    return this.spec.literal((this.spec.toStored ?? asIs)(name));
  }

  private own(): string {
    return this.spec.literal('information_schema');
  }
}

/** `MATERIALIZED VIEW` and `EXTERNAL VIEW` are views, too. */
function toKind(type: string | null | undefined): 'table' | 'view' {
  return /\bVIEW$/i.test(type ?? '') ? 'view' : 'table';
}

function text(row: TextRow, index: number): string {
  return row[index] ?? '';
}

export function missingTable({ schema, table }: TableName): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${schema}.${table}" does not exist.` });
}
