import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Libsql from 'libsql';

/** The tables of a catalog as release 1.0 of the format has them, those that nothing here reads left out. */
const tables: Readonly<Record<string, string>> = {
  metadata: 'key VARCHAR, value VARCHAR, scope VARCHAR, scope_id BIGINT',
  snapshot:
    'snapshot_id BIGINT, snapshot_time TIMESTAMPTZ, schema_version BIGINT, next_catalog_id BIGINT, next_file_id BIGINT',
  schema:
    'schema_id BIGINT, schema_uuid UUID, begin_snapshot BIGINT, end_snapshot BIGINT, schema_name VARCHAR, path VARCHAR, path_is_relative BOOLEAN',
  table:
    'table_id BIGINT, table_uuid UUID, begin_snapshot BIGINT, end_snapshot BIGINT, schema_id BIGINT, table_name VARCHAR, path VARCHAR, path_is_relative BOOLEAN',
  column:
    'column_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, table_id BIGINT, column_order BIGINT, column_name VARCHAR, column_type VARCHAR, initial_default VARCHAR, default_value VARCHAR, nulls_allowed BOOLEAN, parent_column BIGINT, default_value_type VARCHAR, default_value_dialect VARCHAR',
  data_file:
    'data_file_id BIGINT, table_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, file_order BIGINT, path VARCHAR, path_is_relative BOOLEAN, file_format VARCHAR, record_count BIGINT, file_size_bytes BIGINT, footer_size BIGINT, row_id_start BIGINT, partition_id BIGINT, encryption_key VARCHAR, mapping_id BIGINT, partial_max BIGINT',
  delete_file:
    'delete_file_id BIGINT, table_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, data_file_id BIGINT, path VARCHAR, path_is_relative BOOLEAN, format VARCHAR, delete_count BIGINT, file_size_bytes BIGINT, footer_size BIGINT, encryption_key VARCHAR, partial_max BIGINT',
  inlined_data_tables: 'table_id BIGINT, table_name VARCHAR, schema_version BIGINT',
};

export interface DuckLakeFacts {
  readonly version?: string;
  readonly dataPath?: string;
  readonly isEncrypted?: boolean;
  /** The program that keeps the catalog. */
  readonly keptBy?: 'duckdb' | 'sqlite';
}

export interface CatalogWriter {
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => void;
}

type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface DuckLakeFixture {
  /** Writes a line of a table of the catalog; what is not said is NULL. */
  readonly add: (table: string, values: Values) => Promise<void>;
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => void;
}

async function openDuckdb(file: string): Promise<CatalogWriter> {
  const instance = await DuckDBInstance.create(file);
  const writer = await instance.connect();
  return {
    run: async (sql) => void (await writer.run(sql)),
    close: () => {
      writer.closeSync();
      instance.closeSync();
    },
  };
}

/** As it is written there: no truth, no times and no wide numbers. */
function openSqlite(file: string): CatalogWriter {
  const database = new Libsql(file);
  const toOwn = (sql: string) =>
    sql.replaceAll(/\b(?:TIMESTAMPTZ|UUID)\b/g, 'VARCHAR').replaceAll(' BOOLEAN', ' BIGINT');
  return { run: async (sql) => void database.exec(toOwn(sql)), close: () => database.close() };
}

/** A catalog written by hand after the format's specification, in a file of the embedded engine or of SQLite. */
export async function writeDuckLake(file: string, facts: DuckLakeFacts = {}): Promise<DuckLakeFixture> {
  await mkdir(path.dirname(file), { recursive: true });
  const writer = facts.keptBy === 'sqlite' ? openSqlite(file) : await openDuckdb(file);
  return writeCatalog(writer, { dataPath: `${file}.files/`, ...facts });
}

/** The same, wherever a writer writes. */
export async function writeCatalog(
  { run, close }: CatalogWriter,
  { version = '1.0', dataPath = 'files/', isEncrypted = false }: DuckLakeFacts,
): Promise<DuckLakeFixture> {
  const add = async (table: string, values: Values) => {
    const written = Object.values(values).map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    await run(`INSERT INTO ducklake_${table} (${Object.keys(values).join(', ')}) VALUES (${written.join(', ')})`);
  };
  for (const [name, columns] of Object.entries(tables)) await run(`CREATE TABLE ducklake_${name} (${columns})`);
  await add('metadata', { key: 'version', value: version });
  await add('metadata', { key: 'data_path', value: dataPath });
  await add('metadata', { key: 'encrypted', value: String(isEncrypted) });
  await add('snapshot', { snapshot_id: 0, schema_version: 0 });
  await add('schema', { schema_id: 0, begin_snapshot: 0, schema_name: 'main', path: 'main/', path_is_relative: true });
  return { add, run, close };
}
