import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { type EngineFixture, failureOf, openTestEngine, openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { createFileLoader, type FileLoader } from './file-loader.ts';
import type { FileFormat, FilePreview } from './file-options.ts';

let fixture: EngineFixture;
let fileEngine: FileEngine;
let loader: FileLoader;
let staging: string;

beforeAll(async () => {
  fixture = await openTestEngine();
  fileEngine = await openTestFileEngine(fixture.folder);
  staging = path.join(fixture.folder, 'staging');
  loader = createFileLoader({ fileEngine, stagingFolder: staging, defusesFormulas: true });
  await mkdir(path.join(fixture.folder, 'uploads'));
});
afterAll(async () => {
  await fileEngine.close();
  await fixture.end();
});

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(fixture.folder, 'uploads', name);
  await writeFile(file, content);
  return file;
}

function shapeOf(preview: FilePreview): string[] {
  return preview.columns.map((column) => `${column.name} ${column.detectedType}`);
}

async function load(
  file: string,
  format: FileFormat,
  table: string,
  options: { ifExists?: 'fail' | 'replace' | 'append' } = {},
) {
  const preview = await loader.previewFile({ path: file, format });
  const columns = preview.columns.map(({ name, detectedType }) => ({ source: name, name, type: detectedType }));
  const result = await loader.ingestFile(fixture.engine, {
    path: file,
    format,
    schema: 'main',
    table,
    columns,
    ifExists: options.ifExists ?? 'fail',
    ...(preview.dateFormat ? { dateFormat: preview.dateFormat } : {}),
  });
  return { preview, result };
}

async function rowsOf(table: string): Promise<unknown[][]> {
  const result = await fixture.engine.runTrusted(`FROM "${table}"`, { isExact: true });
  return Array.from({ length: result.rowCount }, (_, row) => result.columns.map((column) => column.values[row]));
}

describe('files of separated values', () => {
  it('are previewed with types and loaded as shown', async () => {
    const file = await put(
      'plain.csv',
      'id,code,name,paid,when,amount\n1,007,"Ada, Countess",true,2024-01-31,2.50\n2,011,,false,2024-02-01,1e3\n',
    );
    const { preview, result } = await load(file, 'csv', 'plain');
    expect(shapeOf(preview)).toEqual([
      'id BIGINT',
      'code VARCHAR',
      'name VARCHAR',
      'paid BOOLEAN',
      'when DATE',
      'amount DOUBLE',
    ]);
    expect(preview.rows.columns.map((column) => column.values[0])).toEqual([
      1,
      '007',
      'Ada, Countess',
      true,
      '2024-01-31',
      2.5,
    ]);
    expect(result).toEqual({ rowCount: 2, rejected: [], rejectedCount: 0 });
    expect(await rowsOf('plain')).toEqual([
      [1, '007', 'Ada, Countess', true, '2024-01-31', 2.5],
      [2, '011', null, false, '2024-02-01', 1000],
    ]);
  });

  it('are counted by what their lines take in the file: quotes, line ends, and lines that grow', async () => {
    const lines = Array.from({ length: 60_000 }, (_, row) => `"${row}","of ${row}"\r\n`);
    const { preview, result } = await load(await put('many.csv', `id,name\r\n${lines.join('')}`), 'csv', 'many');
    expect(result.rowCount).toBe(60_000);
    expect(Math.abs((preview.rowEstimate ?? 0) / 60_000 - 1)).toBeLessThan(0.02);
  });

  it('have types that lines with too few or too many values say nothing about', async () => {
    const file = await put('odd-lines.csv', 'day,amount\n2026-01-01,1\nx\ny,z,extra\n2026-01-02,2\n');
    const { preview, result } = await load(file, 'csv', 'odd_lines');
    expect([shapeOf(preview), result.rowCount, result.rejectedCount]).toEqual([['day DATE', 'amount BIGINT'], 2, 2]);
    expect(result.rejected.find(({ line }) => line === 3)?.message).toBe('1 values instead of 2');
  });

  it('find the delimiter, the mark at the beginning and dates in another order', async () => {
    const file = await put('german.csv', '\ufeffDatum;Wert;Ort\n01.02.2024;1,5;Köln\n15.12.2023;2,5;Ulm\n');
    const { preview } = await load(file, 'csv', 'german');
    expect([preview.delimiter, preview.dateFormat, shapeOf(preview)]).toEqual([
      ';',
      '%d.%m.%Y',
      ['Datum DATE', 'Wert VARCHAR', 'Ort VARCHAR'],
    ]);
    expect(await rowsOf('german')).toEqual([
      ['2024-02-01', '1,5', 'Köln'],
      ['2023-12-15', '2,5', 'Ulm'],
    ]);
  });

  it.each([
    ['windows-1252', Buffer.from('name,city\nJos\u00e9,M\u00e1laga\n', 'latin1')],
    ['utf-16le', Buffer.from('\ufeffname,city\nJosé,Málaga\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffname,city\nJosé,Málaga\n', 'utf16le').swap16()],
    ['utf-8', Buffer.from('name,city\nJosé,Málaga\n')],
  ])('in %s keep every letter', async (encoding, content) => {
    const file = await put(`${encoding}.csv`, content);
    const { preview } = await load(file, 'csv', encoding);
    expect(preview.encoding).toBe(encoding);
    expect(await rowsOf(encoding)).toEqual([['José', 'Málaga']]);
  });

  it('notice a wrong byte late in the file', async () => {
    const file = await put(
      'late.csv',
      Buffer.concat([Buffer.from(`name\n${'plain\n'.repeat(300_000)}`), Buffer.from('Jos\u00e9\n', 'latin1')]),
    );
    const { preview, result } = await load(file, 'csv', 'late');
    expect([preview.encoding, result.rowCount]).toEqual(['windows-1252', 300_001]);
  });

  it('with ragged lines load the good ones and show the others with their numbers', async () => {
    const file = await put('ragged.csv', 'id,name,amount\n1,a,2.5\n2,b\n3,c,4,extra\n4,d,5\n');
    const { preview, result } = await load(file, 'csv', 'ragged');
    expect(shapeOf(preview)).toEqual(['id BIGINT', 'name VARCHAR', 'amount DOUBLE']);
    expect(preview.rejectedCount).toBe(2);
    expect(result).toEqual({
      rowCount: 2,
      rejectedCount: 2,
      rejected: [
        { line: 3, column: 'amount', message: '2 values instead of 3', text: '2,b' },
        { line: 4, column: null, message: '4 values instead of 3', text: '3,c,4,extra' },
      ],
    });
  });

  it('with a corrected type reject what does not fit it', async () => {
    const file = await put('typed.csv', 'a,b\n1,x\n2,3\n');
    const columns = [{ source: 'b', name: 'number', type: 'INTEGER' }];
    const result = await loader.ingestFile(fixture.engine, {
      path: file,
      format: 'csv',
      schema: 'main',
      table: 'typed',
      columns,
      ifExists: 'fail',
    });
    expect(result).toMatchObject({
      rowCount: 1,
      rejected: [{ line: 2, column: 'b', message: '"x" is not a INTEGER' }],
    });
    expect(await rowsOf('typed')).toEqual([[3]]);
  });

  it.each([
    ['years', 'DEPT_ID,2003,2004,2005\nFR-01,6866,6706,6976\n', true],
    ['days', 'country,2020-01-22,2020-01-23,2020-01-24\nMali,0,3,4\n', true],
    ['numbers', 'Ada,2003,17,2005\nBob,6866,6706,6976\n', false],
    ['periods', 'Ada,2003,2004,2005\nBob,2001,2006,2010\n', false],
    ['numbers-alone', '2003,2004,2005\n6866,6706,6976\n', false],
  ])(
    'have a header where its columns are periods, but not in every line with numbers: %s',
    async (name, text, isHeader) => {
      const { preview } = await load(await put(`${name}.csv`, text), 'csv', name.replace('-', '_'));
      const first = text.split(/[,\n]/, 2);
      expect(preview.columns.slice(0, 2).map((column) => column.name)).toEqual(
        isHeader ? first : ['column_1', 'column_2'],
      );
    },
  );

  it('with empty and repeated headers get names that a table can have', async () => {
    const file = await put('headers.csv', 'a,A,,"x\ny"\n1,2,3,4\n');
    const { preview } = await load(file, 'csv', 'headers');
    expect(preview.columns.map((column) => column.name)).toEqual(['a', 'A_1', 'column_3', 'x y']);
    expect(await rowsOf('headers')).toEqual([[1, 2, 3, 4]]);
  });

  it('packed with gzip load as they are', async () => {
    const file = await put('packed.csv.gz', gzipSync('a,b\n1,2\n3,4\n'));
    const { preview, result } = await load(file, 'csv', 'packed');
    expect([preview.isCompressed, result.rowCount]).toEqual([true, 2]);
  });

  it.each([
    ['0 bytes', '', 'empty'],
    ['a quote that never closes', `id,name\n1,ok\n2,"abc\n${'3,def\n'.repeat(100)}`, 'line 3 is never closed'],
    ['a million columns', `${'x,'.repeat(1_000_000)}x\n1\n`, 'columns; at most 2,000'],
    ['zero bytes inside', 'a,b\n\u0000\u0001\u0002,\u0000\n', 'not text'],
    [
      'a damaged archive',
      Buffer.concat([gzipSync('a,b\n'.repeat(1000)).subarray(0, 25), Buffer.from('xx')]),
      'cannot be unpacked',
    ],
  ])('with %s are refused in words, and the next file loads', async (_, content, words) => {
    const file = await put('bad.csv', content);
    const columns = [{ source: 'id', name: 'id', type: 'BIGINT' }];
    const work = loader.ingestFile(fixture.engine, {
      path: file,
      format: 'csv',
      schema: 'main',
      table: 'bad',
      columns,
      ifExists: 'fail',
    });
    expect(await failureOf(work)).toMatchObject({ code: 'UPLOAD_ERROR', message: expect.stringContaining(words) });
    expect((await fixture.engine.listTables('main')).map((table) => table.table)).not.toContain('bad');
    expect(await readdir(staging)).toEqual([]);
  });
});

describe('other formats', () => {
  it('JSON lists and lines load, epoch numbers as times when asked', async () => {
    const list = await put(
      'list.json',
      JSON.stringify([
        { ds: 1_700_000_000_000, name: 'Ada', tags: ['x'] },
        { ds: 1_700_000_060_000, name: 'Bob', tags: [] },
      ]),
    );
    const preview = await loader.previewFile({ path: list, format: 'json' });
    expect(shapeOf(preview)).toEqual(['ds BIGINT', 'name VARCHAR', 'tags VARCHAR[]']);
    const columns = [
      { source: 'ds', name: 'ds', type: 'TIMESTAMP' },
      { source: 'tags', name: 'tags', type: 'VARCHAR[]' },
    ];
    await loader.ingestFile(fixture.engine, {
      path: list,
      format: 'json',
      schema: 'main',
      table: 'list',
      columns,
      ifExists: 'fail',
    });
    expect(await rowsOf('list')).toEqual([
      ['2023-11-14 22:13:20', '["x"]'],
      ['2023-11-14 22:14:20', '[]'],
    ]);
    const lines = await put('lines.json.gz', gzipSync('{"a":1}\n{"a":2}\n'));
    expect((await load(lines, 'json', 'lines')).result.rowCount).toBe(2);
  });

  it.each([
    ['seconds', 1, [-157_766_400, 0, 31_536_000, 1_199_145_600]],
    ['milliseconds', 1e3, [-157_766_400, 0, 31_536_000, 1_199_145_600]],
    ['microseconds', 1e6, [-157_766_400, 0, 31_536_000, 1_199_145_600]],
    ['nanoseconds', 1e9, [-157_766_400, 0, 31_536_000, 1_199_145_600]],
  ])('epoch numbers in %s are all of one unit, near 1970 too', async (unit, scale, seconds) => {
    const values = seconds.map((second) => ({ ds: second * scale }));
    const times = ['1965-01-01 00:00:00', '1970-01-01 00:00:00', '1971-01-01 00:00:00', '2008-01-01 00:00:00'];
    const json = await put(`${unit}.json`, JSON.stringify(values));
    const csv = await put(`${unit}.csv`, `ds\n${values.map(({ ds }) => ds).join('\n')}\n`);
    const column = { source: 'ds', name: 'ds', type: 'TIMESTAMP', detectedType: 'BIGINT' };
    for (const [path, format] of [
      [json, 'json'],
      [csv, 'csv'],
    ] as const) {
      const shown = await loader.previewFile({ path, format, chosenTypes: [['ds', 'TIMESTAMP']] });
      expect(shown.rows.columns[0]?.values).toEqual(times);
      const place = { schema: 'main', table: `${unit} ${format}`, ifExists: 'fail' } as const;
      await loader.ingestFile(fixture.engine, { path, format, columns: [column], ...place });
      expect((await rowsOf(place.table)).flat()).toEqual(times);
    }
  });

  it('JSON numbers that are whole become integers, however they are written', async () => {
    const rows = [
      { ds: -157_766_400_000, num: 369, share: 1, wide: 18_446_744_073_709_551_615n },
      { ds: 1_199_145_600_000, num: null, share: 0.5, wide: 1n },
    ];
    const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}#` : value));
    const file = await put('whole.json', text.replace(/"(\d+)#"/g, '$1').replace('"num":369', '"num":369.0'));
    const { preview } = await load(file, 'json', 'whole');
    expect(shapeOf(preview)).toEqual(['ds BIGINT', 'num BIGINT', 'share DOUBLE', 'wide HUGEINT']);
    expect(preview.rowEstimate).toBe(2);
    expect(preview.rows.columns.map((column) => column.values[0])).toEqual([
      -157_766_400_000,
      369,
      1,
      18_446_744_073_709_551_615n,
    ]);
    expect((await rowsOf('whole')).map((row) => row.slice(0, 3))).toEqual([
      [-157_766_400_000, 369, 1],
      [1_199_145_600_000, null, 0.5],
    ]);
  });

  it('JSON whose last row is of another kind is read by all its rows', async () => {
    const file = await put('late.json', `${'{"a":1}\n'.repeat(30_000)}{"a":1.5}\n`);
    const { preview, result } = await load(file, 'json', 'late_json');
    expect([shapeOf(preview), result.rowCount]).toEqual([['a DOUBLE'], 30_001]);
  });

  it('Parquet loads with its own types', async () => {
    const file = path.join(staging, 'made.parquet');
    await fileEngine.runTrusted(
      `COPY (SELECT i AS id, i::DECIMAL(9,2) AS d, DATE '2024-01-01' + i::INT AS day FROM range(1000) t(i)) TO '${file}'`,
    );
    const { preview, result } = await load(file, 'parquet', 'from_parquet');
    expect([shapeOf(preview), preview.rowEstimate, result.rowCount]).toEqual([
      ['id BIGINT', 'd DECIMAL(9,2)', 'day DATE'],
      1000,
      1000,
    ]);
    await fileEngine.runTrusted('SELECT 1');
    const { rm } = await import('node:fs/promises');
    await rm(file);
  });

  it('XLSX sheets load with dates and numbers', async () => {
    const file = path.join(fixture.folder, 'uploads', 'book.xlsx');
    const rows = [
      [{ value: 'day' }, { value: 'name' }, { value: 'amount' }],
      [
        { value: new Date(Date.UTC(2024, 0, 31)), type: Date, format: 'yyyy-mm-dd' },
        { value: 'A "quoted", name' },
        { value: 2.5, type: Number },
      ],
    ];
    await writeWorkbook(rows as never).toFile(file);
    const { preview } = await load(file, 'xlsx', 'book');
    expect(shapeOf(preview)).toEqual(['day DATE', 'name VARCHAR', 'amount DOUBLE']);
    expect(await rowsOf('book')).toEqual([['2024-01-31', 'A "quoted", name', 2.5]]);
  });

  it.each(['xlsx', 'parquet', 'json'] as const)('what is no %s is refused in words', async (format) => {
    const file = await put(`wrong.${format}`, 'this is {neither');
    expect(await failureOf(loader.previewFile({ path: file, format }))).toMatchObject({ code: 'UPLOAD_ERROR' });
  });
});

describe('the table that comes of it', () => {
  it('is not overwritten unless asked, is replaced, is appended to', async () => {
    const file = await put('again.csv', 'a\n1\n2\n');
    await load(file, 'csv', 'again');
    expect(await failureOf(load(file, 'csv', 'again'))).toMatchObject({
      code: 'UPLOAD_ERROR',
      message: expect.stringContaining('exists already'),
    });
    await load(file, 'csv', 'again', { ifExists: 'append' });
    expect(await rowsOf('again')).toHaveLength(4);
    await load(file, 'csv', 'again', { ifExists: 'replace' });
    expect(await rowsOf('again')).toHaveLength(2);
  });

  it('stays as it was when an upload fails on the way', async () => {
    const good = await put('good.csv', 'a\n1\n');
    await load(good, 'csv', 'kept');
    const other = await put('other.csv', 'b\nx\n');
    expect(await failureOf(load(other, 'csv', 'kept', { ifExists: 'append' }))).toMatchObject({
      message: expect.stringContaining('does not fit'),
    });
    expect(await rowsOf('kept')).toEqual([[1]]);
  });

  it('cannot have a name that leads out of the database', async () => {
    const file = await put('name.csv', 'a\n1\n');
    for (const table of ['../../escaped', 'a"; DROP TABLE kept; --', '', 'x'.repeat(300), 'a/b', 'a.csv']) {
      expect(await failureOf(load(file, 'csv', table))).toMatchObject({
        code: 'UPLOAD_ERROR',
        message: expect.stringContaining('table_name'),
      });
    }
    expect(existsSync(path.join(fixture.folder, '..', 'escaped'))).toBe(false);
  });

  it('is not made when the upload is stopped', async () => {
    const file = await put('long.csv', `a,b\n${'1,x\n'.repeat(2_000_000)}`);
    const controller = new AbortController();
    const columns = [{ source: 'a', name: 'a', type: 'BIGINT' }];
    const work = loader.ingestFile(fixture.engine, {
      path: file,
      format: 'csv',
      schema: 'main',
      table: 'long',
      columns,
      ifExists: 'fail',
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 60);
    expect(await failureOf(work)).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    expect((await fixture.engine.listTables('main')).map((table) => table.table)).not.toContain('long');
    expect(await readdir(staging)).toEqual([]);
  });
});
