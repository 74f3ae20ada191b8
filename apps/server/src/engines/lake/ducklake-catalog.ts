import path from 'node:path';
import type { ResultTable } from '@powerset/contract';
import { quoteName } from '../duckdb/inspection.ts';
import { maxFilesOfTable, notRead } from './source.ts';

/** A column, or a part of one, as the catalog has it: names and times of those that were called otherwise among them. */
export interface DuckColumn {
  readonly id: number;
  readonly parent: number | null;
  readonly name: string;
  readonly type: string;
  readonly begin: number;
  readonly end: number | null;
  readonly initialDefault: string | null;
}

export interface DuckFile {
  readonly id: number;
  /** From the lake's root. */
  readonly path: string;
  readonly problem: string | null;
}

/** Rows that the catalog itself holds, as texts; their columns by id. */
export interface InlinedRows {
  readonly columns: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A table of a DuckLake at the snapshot at which its catalog was read. */
export interface DuckTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly DuckColumn[];
  readonly files: readonly DuckFile[];
  /** Files of deleted positions, by the file of rows that they are about. */
  readonly deletions: readonly DuckFile[];
  readonly inlined: readonly InlinedRows[];
  /** Positions of rows that the catalog itself says are deleted: file and position. */
  readonly deleted: readonly (readonly [number, number])[];
  readonly problem: string | null;
}

export interface DuckCatalog {
  readonly tables: readonly DuckTable[];
  /** The folder of its files, from the lake's root. */
  readonly dataFolder: string;
}

/** How the tables of a catalog are asked, whichever program keeps them. */
export interface CatalogAccess {
  readonly ask: (sql: string) => Promise<ResultTable>;
  /** A table of the catalog, as a statement names it. */
  readonly nameOf: (table: string) => string;
  /** The names of its tables. */
  readonly names: () => Promise<readonly string[]>;
  /** Values of rows that the catalog holds, as text. */
  readonly textOf: (value: string) => string;
  /** Bytes as their digits in hexadecimal; null where their text is as the engine writes it. */
  readonly hexOf: ((value: string) => string) | null;
  /** Where files lie whose folder the catalog calls so, from the lake's root; absent where they lie beside the catalog. */
  readonly folderOf?: (named: string) => string;
}

type Row = Readonly<Record<string, unknown>>;

const understood = /^(?:0\.[234]|1\.0)(?:-.*)?$/;
const maxTables = 1000;
const maxInlinedRows = 5000;

/** Reads a catalog: what counts at its last snapshot, whatever is written meanwhile. */
export async function readDuckCatalog(access: CatalogAccess, catalogPath: string): Promise<DuckCatalog> {
  const reader = new CatalogReader(access, path.posix.dirname(catalogPath));
  return reader.read(path.posix.basename(catalogPath));
}

class CatalogReader {
  private snapshot = 0;
  private dataPath = '';
  private dataFolder = '';
  private inlined: readonly string[] = [];

  constructor(
    private readonly access: CatalogAccess,
    private readonly folder: string,
  ) {}

  async read(name: string): Promise<DuckCatalog> {
    this.inlined = (await this.access.names()).filter((one) => one.startsWith('ducklake_inlined_'));
    await this.readHead(name);
    const tables = await this.rows(
      `SELECT t.table_id, t.table_name, t.path AS path, t.path_is_relative AS is_relative, s.schema_name,
       s.path AS schema_path, s.path_is_relative AS schema_is_relative
       FROM ${this.of('ducklake_table')} t JOIN ${this.of('ducklake_schema')} s USING (schema_id)
       WHERE ${this.counts('t')} AND ${this.counts('s')} ORDER BY t.table_id LIMIT ${maxTables + 1}`,
    );
    if (tables.length > maxTables) throw notRead(name, `more than ${maxTables} tables`);
    const found: DuckTable[] = [];
    for (const row of tables) found.push(await this.readTable(row));
    return { tables: found, dataFolder: this.dataFolder };
  }

  private async readHead(name: string): Promise<void> {
    const facts = await this.rows(
      `SELECT key, value FROM ${this.of('ducklake_metadata')} WHERE key IN ('version', 'data_path', 'encrypted')`,
    );
    const factOf = (key: string) => String(facts.find((row) => row.key === key)?.value ?? '');
    if (!understood.test(factOf('version'))) throw notRead(name, `version ${factOf('version')} of DuckLake`);
    if (factOf('encrypted') === 'true') throw notRead(name, 'encrypted files');
    const [last] = await this.rows(`SELECT max(snapshot_id) AS id FROM ${this.of('ducklake_snapshot')}`);
    this.snapshot = Number(last?.id ?? 0);
    this.dataPath = plainPath(factOf('data_path'));
    const isPlaced = /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(factOf('data_path'));
    // Written elsewhere, its files lie beside the catalog here.
    const inside = isPlaced ? path.posix.basename(this.dataPath) : this.dataPath;
    this.dataFolder = this.access.folderOf?.(inside) ?? path.posix.join(this.folder, inside);
    if (this.dataFolder.startsWith('..')) throw notRead(name, 'files outside of its folder');
  }

  private async readTable(row: Row): Promise<DuckTable> {
    const id = Number(row.table_id);
    const base = [
      { path: String(row.schema_path ?? ''), isRelative: isTrue(row.schema_is_relative) },
      { path: String(row.path ?? ''), isRelative: isTrue(row.is_relative) },
    ];
    const named = { schema: String(row.schema_name), table: String(row.table_name) };
    try {
      return {
        ...named,
        ...{ columns: await this.readColumns(id), problem: null },
        files: await this.readFiles(id, 'ducklake_data_file', { base, format: 'file_format' }),
        deletions: await this.readFiles(id, 'ducklake_delete_file', { base, format: 'format' }),
        ...(await this.readInlined(id)),
      };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { ...named, columns: [], files: [], deletions: [], inlined: [], deleted: [], problem };
    }
  }

  private async readColumns(id: number): Promise<readonly DuckColumn[]> {
    const rows = await this.rows(
      `SELECT column_id, parent_column, column_name, column_type, begin_snapshot, end_snapshot, initial_default
       FROM ${this.of('ducklake_column')} WHERE table_id = ${id} AND begin_snapshot <= ${this.snapshot} ORDER BY column_order`,
    );
    return rows.map((row) => ({
      id: Number(row.column_id),
      parent: numberOrNull(row.parent_column),
      name: String(row.column_name),
      type: String(row.column_type),
      begin: Number(row.begin_snapshot),
      end: numberOrNull(row.end_snapshot),
      initialDefault: row.initial_default === null ? null : String(row.initial_default),
    }));
  }

  private async readFiles(
    id: number,
    from: string,
    { base, format }: { readonly base: readonly Placed[]; readonly format: string },
  ): Promise<readonly DuckFile[]> {
    const rows = await this.rows(
      `SELECT data_file_id, path, path_is_relative, ${format} AS format FROM ${this.of(from)} f
       WHERE table_id = ${id} AND ${this.counts('f')} ORDER BY data_file_id LIMIT ${maxFilesOfTable + 1}`,
    );
    return rows.map((row) => {
      const place = this.toPlace([...base, { path: String(row.path), isRelative: isTrue(row.path_is_relative) }]);
      const isParquet = String(row.format ?? 'parquet').toLowerCase() === 'parquet';
      const problem = isParquet ? null : `files of ${String(row.format)}`;
      return {
        id: Number(row.data_file_id),
        path: place ?? '',
        problem: place === null ? 'files outside of its folder' : problem,
      };
    });
  }

  /** Where a path of paths leads, from the lake's root; null where it leads out of the folder of files. */
  private toPlace(parts: readonly Placed[]): string | null {
    const start = parts.findLastIndex(({ isRelative }) => !isRelative);
    const written = parts
      .slice(Math.max(0, start))
      .map((part) => plainPath(part.path))
      .join('/');
    const inside = start < 0 ? written : insideOf(written, this.dataPath);
    if (inside === null || inside.split('/').includes('..')) return null;
    return path.posix.join(this.dataFolder, inside);
  }

  private async readInlined(id: number): Promise<Pick<DuckTable, 'inlined' | 'deleted'>> {
    const tables = this.namesBy(new RegExp(`^ducklake_inlined_data_${id}_\\d+$`));
    const inlined: InlinedRows[] = [];
    for (const table of tables) inlined.push(await this.readInlinedRows(id, table));
    const [deletions] = this.namesBy(new RegExp(`^ducklake_inlined_delete_${id}$`));
    const rows = deletions
      ? await this.rows(
          `SELECT file_id, row_id FROM ${this.of(deletions)} WHERE begin_snapshot <= ${this.snapshot} LIMIT ${maxInlinedRows + 1}`,
        )
      : [];
    this.assertFew(rows);
    return { inlined, deleted: rows.map((row) => [Number(row.file_id), Number(row.row_id)] as const) };
  }

  private async readInlinedRows(id: number, table: string): Promise<InlinedRows> {
    const version = Number(/_(\d+)$/.exec(table)?.[1]);
    const named = await this.rows(
      `SELECT c.column_id, c.column_name, c.column_type FROM ${this.of('ducklake_column')} c WHERE c.table_id = ${id}
       AND c.parent_column IS NULL AND ${this.counts(
         'c',
         `(SELECT max(snapshot_id) FROM ${this.of('ducklake_snapshot')}
         WHERE schema_version = ${version})`,
       )} ORDER BY c.column_order`,
    );
    const columns = named.map((row) => Number(row.column_id));
    if (columns.length === 0) return { columns, rows: [] };
    const { hexOf, textOf: toText } = this.access;
    const isHex = named.map((row) => hexOf !== null && String(row.column_type) === 'blob');
    const texts = named.map((row, at) => {
      const value = `i.${quoteName(String(row.column_name))}`;
      return `${isHex[at] && hexOf ? hexOf(value) : toText(value)} AS c${at}`;
    });
    const found = await this.rows(
      `SELECT ${texts.join(', ')} FROM ${this.of(table)} i WHERE ${this.counts('i')} ORDER BY i.row_id LIMIT ${maxInlinedRows + 1}`,
    );
    this.assertFew(found);
    const textOf = (value: unknown, at: number) => {
      if (value === null || value === undefined) return null;
      return isHex[at] ? String(value).replace(/../g, '\\x$&') : String(value);
    };
    return { columns, rows: found.map((row) => columns.map((_, at) => textOf(row[`c${at}`], at))) };
  }

  private assertFew(rows: readonly Row[]): void {
    if (rows.length > maxInlinedRows) throw new RangeError(`more than ${maxInlinedRows} rows in the catalog itself`);
  }

  private namesBy(pattern: RegExp): readonly string[] {
    return this.inlined.filter((name) => pattern.test(name)).sort();
  }

  private counts(alias: string, snapshot: string | number = this.snapshot): string {
    return `(${alias}.begin_snapshot <= ${snapshot} AND (${alias}.end_snapshot IS NULL OR ${alias}.end_snapshot > ${snapshot}))`;
  }

  private of(table: string): string {
    return this.access.nameOf(table);
  }

  private async rows(sql: string): Promise<readonly Row[]> {
    const { columns, rowCount } = await this.access.ask(sql);
    return Array.from({ length: rowCount }, (_, at) =>
      Object.fromEntries(columns.map(({ name, values }) => [name, values[at] ?? null])),
    );
  }
}

interface Placed {
  readonly path: string;
  readonly isRelative: boolean;
}

function plainPath(text: string): string {
  return text
    .replace(/^[a-z][a-z0-9+.-]*:/i, '')
    .replace(/^\/+/, '/')
    .replace(/\/+$/, '');
}

function insideOf(written: string, root: string): string | null {
  return written.startsWith(`${root}/`) ? written.slice(root.length + 1) : null;
}

/** Programs that know no truth keep 0 and 1; what is not said is so. */
function isTrue(value: unknown): boolean {
  return value !== false && String(value) !== '0';
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
