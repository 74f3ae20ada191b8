import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toCsv, writeCsvFile, writeParquetFile } from './data-files.ts';
import { makeTempFolder } from './temp-folder.ts';

it('quotes only the cells that need it', () => {
  expect(
    toCsv([
      ['a', 'b "c"', 'd,e'],
      [1, null, 'x\ny'],
    ]),
  ).toBe('a,"b ""c""","d,e"\r\n1,,"x\ny"\r\n');
});

it('writes files that begin as their format does', async () => {
  const folder = await makeTempFolder();
  const parquet = await writeParquetFile(join(folder.path, 'x.parquet'), 'select range as id from range(10)');
  const csv = await writeCsvFile(join(folder.path, 'x.csv'), [['a'], [1]]);
  expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
  expect(await readFile(csv, 'utf8')).toBe('a\r\n1\r\n');
  await folder.remove();
});
