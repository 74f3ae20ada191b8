import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { createResultSink, type ResultSink, type StoredColumn } from './result-sink.ts';

let folder: string;
let fileEngine: FileEngine;
let sink: ResultSink;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sink-'));
  fileEngine = await openTestFileEngine(folder);
  sink = createResultSink({
    runTrusted: (sql) => fileEngine.runTrusted(sql),
    generation: () => fileEngine.generation(),
    resultsFolder: path.join(folder, 'results'),
    stagingFolder: path.join(folder, 'staging'),
  });
});
afterAll(async () => {
  await fileEngine.close();
  await rm(folder, { recursive: true, force: true });
});

const columns: readonly StoredColumn[] = [
  { name: 'n', type: 'number', nativeType: 'int4', storedAs: 'INTEGER' },
  { name: 'text', type: 'string', nativeType: 'text', storedAs: 'VARCHAR' },
];

async function keep(id: string, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const writer = await sink.open(id);
  await writer.add(rows);
  await writer.finish(columns);
}

async function read(id: string) {
  const file = path.join(folder, 'results', `${id}.duckdb`);
  await fileEngine.runTrusted(`ATTACH '${file}' AS "read_${id}" (READ_ONLY)`);
  const table = await fileEngine.runTrusted(`SELECT sum(c0) AS n, max(length(c1)) AS longest FROM "read_${id}".result`);
  await fileEngine.runTrusted(`DETACH "read_${id}"`);
  return table.columns.map(({ values }) => Number(values[0]));
}

describe('results of other engines', () => {
  it('are kept at once by so many people as run something, within the memory of the one that keeps them', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `small-${index}`);
    await Promise.all(
      ids.map((id, index) =>
        keep(id, [
          [String(index), 'a'],
          ['1', null],
        ]),
      ),
    );
    expect(await read('small-39')).toEqual([40, 1]);
    expect(await readdir(path.join(folder, 'staging'))).toEqual([]);
  });

  it('are kept with rows that are longer than most, of characters that are wide', async () => {
    await keep('long', [
      ['1', '€'.repeat(3_000_000)],
      ['2', '"'.repeat(3_000_000)],
      ['3', '\u{1F600}'.repeat(1_000_000)],
    ]);
    expect(await read('long')).toEqual([6, 3_000_000]);
  });
});
