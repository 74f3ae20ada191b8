import { writeFile } from 'node:fs/promises';

export type FileCell = string | number | bigint | boolean | null;

/** CSV text as RFC 4180 wants it: quotes only where needed, doubled inside, lines ended by \r\n. */
export function toCsv(rows: readonly (readonly FileCell[])[], delimiter = ','): string {
  const cell = (value: FileCell): string => {
    const text = value === null ? '' : String(value);
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('');
}

export async function writeCsvFile(path: string, rows: readonly (readonly FileCell[])[]): Promise<string> {
  await writeFile(path, toCsv(rows));
  return path;
}

/** Writes the rows of a SELECT as a Parquet file, for example `select range as id from range(1000)`. */
export async function writeParquetFile(path: string, select: string): Promise<string> {
  // Loaded when asked for: most tests write no Parquet.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return path;
}
