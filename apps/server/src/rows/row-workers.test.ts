import type { ResultTable } from '@powerset/contract';
import { buildThreadProgram } from '@powerset/testkit/engine-child';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packTable, unpackTable } from '../packed/index.ts';
import { createRowWorkers, type RowWorkers } from './row-workers.ts';
import type { ShapeTask } from './tasks.ts';

let workers: RowWorkers;

beforeAll(async () => {
  workers = createRowWorkers({ entry: await buildThreadProgram(), threads: 2, memoryMb: 512 });
});
afterAll(() => workers.close());

const signal = new AbortController().signal;

function tableOf(rows: number): ResultTable {
  const all = Array.from({ length: rows }, (_, row) => row);
  return {
    rowCount: rows,
    columns: [
      {
        name: 'at',
        type: 'temporal',
        nativeType: 'TIMESTAMP',
        values: all.map((row) => Math.floor(row / 3) * 86_400_000),
      },
      {
        name: 'who',
        type: 'string',
        nativeType: 'VARCHAR',
        values: all.map((row) => ['Ada é', '\ud800', null][row % 3] ?? null),
      },
      { name: 'n', type: 'number', nativeType: 'BIGINT', values: all.map((row) => (row === 5 ? 2n ** 60n : row)) },
      {
        name: 'ok',
        type: 'boolean',
        nativeType: 'BOOLEAN',
        values: all.map((row) => (row % 5 === 0 ? null : row % 2 === 0)),
      },
    ],
  };
}

const names = ['at', 'who', 'n', 'ok'];

function shapeOf(rows: number, rules: ShapeTask['rules']): Omit<ShapeTask, 'kind'> {
  const columns = names.map(
    (label) => ({ label, alias: label, role: 'column', type: null, isTimeAxis: false, grain: null }) as const,
  );
  const plan = {
    sql: '',
    grouped: null,
    prequerySql: null,
    columns,
    from: null,
    to: null,
    appliedFilters: [],
    rejectedFilters: [],
    timeColumn: null,
    timeGrain: null,
    rowLimit: null,
    offsetHours: 0,
    timeShift: null,
    timeCalendar: undefined,
    summable: [],
    cacheKeyParts: [],
    sourceSql: null,
    isTemplated: false,
    dependsOnTime: false,
    appliedTemplateFilters: [],
  };
  return { main: packTable(tableOf(rows)), plan, others: [], rules };
}

describe.each([
  ['few rows, at once', 30],
  ['many rows, in a thread', 30_000],
])('work on %s', (_how, rows) => {
  it('gives every value back as it was', async () => {
    const shaped = unpackTable(await workers.shape(shapeOf(rows, []), signal));
    expect(shaped).toEqual(tableOf(rows));
  });

  it('does what the rules say', async () => {
    const sort = { operation: 'sort', options: { by: ['at'], ascending: false } };
    const shaped = unpackTable(await workers.shape(shapeOf(rows, [sort]), signal));
    expect(shaped.columns[0]?.values[0]).toBe((rows / 3 - 1) * 86_400_000);
  });

  it('tells the author of a rule what is wrong with it', async () => {
    const wrong = workers.shape(shapeOf(rows, [{ operation: 'nonsense', options: {} }]), signal);
    await expect(wrong).rejects.toMatchObject({ name: 'QueryError', field: 'post_processing' });
  });

  it('writes files', async () => {
    const file = await workers.file(
      { tables: [packTable(tableOf(rows))], format: 'csv', name: 'x', defusesFormulas: true },
      signal,
    );
    const lines = Buffer.from(file.content).toString('utf8').trim().split('\r\n');
    expect([file.name, file.type, lines.length]).toEqual(['x.csv', 'text/csv; charset=utf-8', rows + 1]);
    const workbook = await workers.file(
      { tables: [packTable(tableOf(rows))], format: 'xlsx', name: 'x', defusesFormulas: true },
      signal,
    );
    expect(Buffer.from(workbook.content).subarray(0, 2).toString()).toBe('PK');
  });
});

describe('much work', () => {
  it('leaves the event loop to others', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await workers.file(
      { tables: [packTable(tableOf(40_000))], format: 'xlsx', name: 'x', defusesFormulas: true },
      signal,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('ends with the request that wanted it, and the next is done', async () => {
    const controller = new AbortController();
    const work = workers.shape(shapeOf(60_000, []), controller.signal);
    setTimeout(() => controller.abort(new Error('gone')), 1);
    await expect(work).rejects.toThrow('gone');
    const many = Array.from({ length: 5 }, () => workers.shape(shapeOf(9000, []), signal));
    expect((await Promise.all(many)).map(({ rowCount }) => rowCount)).toEqual([9000, 9000, 9000, 9000, 9000]);
  });
});
