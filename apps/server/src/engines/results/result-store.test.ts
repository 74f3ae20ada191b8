import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Type, tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formulas, harmless, parseCsv } from '../../formulas/formula-cases-fixture.ts';
import { type EngineFixture, failureOf, openTestEngine, openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { quoteText } from './result-sql.ts';
import { createResultStore, type ResultStore } from './result-store.ts';

const limits = { maxRows: 1_000_000, timeoutMs: 30_000, fairnessKey: 'ada' };

let fixture: EngineFixture;
let fileEngine: FileEngine;
let results: ResultStore;

beforeAll(async () => {
  fixture = await openTestEngine();
  fileEngine = await openTestFileEngine(fixture.folder);
  results = createResultStore({
    fileEngine,
    defusesFormulas: true,
    resultsFolder: path.join(fixture.folder, 'results'),
    stagingFolder: path.join(fixture.folder, 'staging'),
  });
  await fixture.engine.storeResult({
    ...limits,
    resultId: 'numbers',
    sql: `SELECT i AS id, 'name ' || (i % 100) AS "Name", (i * 7919 % 10007)::DECIMAL(12, 2) AS amount,
          9007199254740993 + i AS big, TIMESTAMP '2024-01-01' + to_minutes(i) AS "at", CASE WHEN i % 4 = 0 THEN NULL ELSE i % 4 END AS gaps
          FROM range(100000) t(i)`,
  });
});
afterAll(async () => {
  await fileEngine.close();
  await fixture.end();
});

function columnValues(
  table: { columns: readonly { name: string; values: readonly unknown[] }[] },
  name: string,
): readonly unknown[] {
  return table.columns.find((column) => column.name === name)!.values;
}

describe('stored results', () => {
  it('give any window of rows exactly, integers beyond 2^53 included [SQL-045]', async () => {
    const { table, rowCount } = await results.window({ resultId: 'numbers', offset: 70_000, limit: 2 });
    expect(rowCount).toBe(100_000);
    expect(table.columns.map(({ name, values }) => [name, ...values])).toEqual([
      ['id', 70_000, 70_001],
      ['Name', 'name 0', 'name 1'],
      ['amount', '2242.00', '154.00'],
      ['big', 9007199254810993n, 9007199254810994n],
      ['at', '2024-02-18 14:40:00', '2024-02-18 14:41:00'],
      ['gaps', null, 1],
    ]);
  });

  it('are each read whole where far more than are attached at once are made and read at the same time', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `many${at}`);
    const read = async (id: string, at: number) => {
      await fixture.engine.storeResult({ ...limits, resultId: id, sql: `SELECT ${at} AS n` });
      const { table } = await results.window({ resultId: id, offset: 0, limit: 10 });
      return columnValues(table, 'n');
    };
    expect(await Promise.all(ids.map(read))).toEqual(ids.map((_, at) => [at]));
    const again = await Promise.all([...ids, ...ids].map((resultId) => results.describe(resultId)));
    expect(again.map(({ rowCount }) => rowCount)).toEqual([...ids, ...ids].map(() => 1));
    const sorted = [...ids, ...ids].map((resultId) =>
      results.window({ resultId, offset: 0, limit: 10, sort: [{ column: 'n', isDescending: true }] }),
    );
    expect((await Promise.all(sorted)).map(({ table }) => table.rowCount)).toEqual([...ids, ...ids].map(() => 1));
  });

  it('are read also while a statement that began before sees the file under the name of its writer', async () => {
    await fixture.engine.storeResult({ ...limits, resultId: 'written', sql: 'SELECT 7 AS n' });
    const file = path.join(fixture.folder, 'results', 'written.duckdb');
    await fileEngine.runTrusted(`ATTACH ${quoteText(file)} AS keep_written`);
    const slow = 'SELECT count(*) FROM range(30000) a, range(6000) b, (SELECT count(*) AS n FROM duckdb_databases()) c';
    const others = fileEngine.runTrusted(slow);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await fileEngine.runTrusted('DETACH keep_written');
    expect((await results.describe('written')).rowCount).toBe(1);
    await others;
  });

  describe('with long values', () => {
    beforeAll(async () => {
      await fixture.engine.storeResult({
        ...limits,
        resultId: 'long',
        sql: `SELECT repeat('ab', 500000) AS text, 'short' AS word, range(1000) AS list, {'a': repeat('x', 100), 'b': 1} AS deep,
              ('\\xAB\\x00'::BLOB) AS bytes, repeat('z', 4)::BLOB AS few, NULL::VARCHAR AS nothing, 7 AS number, repeat('ä', 30) AS wide
              UNION ALL SELECT 'b', 'other', [1], {'a': 'y', 'b': 2}, NULL, NULL, 'x', 8, 'w'`,
      });
    });

    it('give only the beginning of a value that is longer than asked for, and how long it is', async () => {
      const { table, cuts } = await results.window({ resultId: 'long', offset: 0, limit: 10, cut: 20 });
      expect(cuts).toEqual([
        { row: 0, column: 0, length: 1_000_000 },
        { row: 0, column: 2, length: 3891 },
        { row: 0, column: 3, length: 114 },
        { row: 0, column: 8, length: 30 },
      ]);
      expect(columnValues(table, 'text')).toEqual(['ab'.repeat(10), 'b']);
      expect(columnValues(table, 'list')).toEqual(['[0,1,2,3,4,5,6,7,8,9', '[1]']);
      expect(columnValues(table, 'deep')).toEqual(['{"a":"xxxxxxxxxxxxxx', '{"a":"y","b":2}']);
      expect(columnValues(table, 'bytes')).toEqual(['ab00', null]);
      expect(columnValues(table, 'wide')).toEqual(['ä'.repeat(20), 'w']);
      const sorted = {
        resultId: 'long',
        offset: 0,
        limit: 1,
        cut: 20,
        sort: [{ column: 'number', isDescending: true }],
      };
      expect((await results.window(sorted)).cuts).toEqual([]);
    });

    it('give any part of a value, of what is nested its JSON, of bytes their digits', async () => {
      const cell = (column: number, part: object = {}) =>
        results.cell({ resultId: 'long', row: 0, column, from: 0, length: 1000, ...part });
      expect(await cell(0, { from: 999_995, length: 100 })).toMatchObject({
        text: 'babab',
        length: 1_000_000,
        kind: 'text',
      });
      expect(await cell(3)).toMatchObject({ text: `{"a":"${'x'.repeat(100)}","b":1}`, kind: 'nested', length: 114 });
      expect(await cell(4)).toMatchObject({ text: 'ab00', kind: 'binary', length: 4 });
      expect(await cell(5, { from: 2, length: 4 })).toMatchObject({ text: '7a7a', length: 8 });
      expect(await cell(6)).toMatchObject({ text: null, length: 0 });
      expect(await cell(7)).toMatchObject({ text: '7', kind: 'plain', length: 1 });
      const sort = [{ column: 'number', isDescending: true }];
      expect(await cell(1, { sort })).toMatchObject({ text: 'other' });
      expect(await failureOf(cell(99))).toMatchObject({ code: 'COLUMN_DOES_NOT_EXIST_ERROR' });
      expect(await failureOf(cell(0, { row: 2 }))).toMatchObject({ message: 'row: There is no row 2.' });
    });

    it('refuse whole texts that together are more than a process should hold', async () => {
      const sql = "SELECT repeat('x', 1000000) AS text FROM range(70)";
      await fixture.engine.storeResult({ ...limits, resultId: 'heavy', sql });
      const failure = await failureOf(results.window({ resultId: 'heavy', offset: 0, limit: 70 }));
      expect(failure.message).toContain('70 million characters');
      expect((await results.window({ resultId: 'heavy', offset: 0, limit: 2 })).table.rowCount).toBe(2);
    });
  });

  it('are exported with the word that was set for what is not there', async () => {
    const sql = "SELECT * FROM (VALUES (1, 'NULL'), (2, ''), (NULL, NULL)) t(n, a)";
    await fixture.engine.storeResult({ ...limits, resultId: 'absent', sql });
    const folders = {
      resultsFolder: path.join(fixture.folder, 'results'),
      stagingFolder: path.join(fixture.folder, 'staging'),
    };
    const exported = async (csvNull: string | null) => {
      const store = createResultStore({ fileEngine, defusesFormulas: true, csvNull, ...folders });
      const file = await store.exportResult({ resultId: 'absent', format: 'csv' });
      return readFile(file.path, 'utf8').finally(file.remove);
    };
    expect(await exported('NULL')).toBe('n,a\n1,"NULL"\n2,\nNULL,NULL\n');
    expect(await exported(null)).toBe('n,a\n1,NULL\n2,""\n,\n');
  });

  it('sort in the engine, nulls last, with a stable order below', async () => {
    const first = await results.window({
      resultId: 'numbers',
      offset: 0,
      limit: 3,
      sort: [{ column: 'gaps', isDescending: true }],
    });
    expect(columnValues(first.table, 'id')).toEqual([3, 7, 11]);
    const last = await results.window({
      resultId: 'numbers',
      offset: 99_999,
      limit: 10,
      sort: [{ column: 'gaps', isDescending: true }],
    });
    expect(columnValues(last.table, 'id')).toEqual([99_996]);
  });

  it('filter by column and search all columns', async () => {
    const filtered = await results.window({
      resultId: 'numbers',
      offset: 1,
      limit: 2,
      filters: [
        { column: 'Name', operator: 'contains', value: 'E 42' },
        { column: 'id', operator: '>=', value: '1000' },
      ],
    });
    expect([filtered.rowCount, columnValues(filtered.table, 'id')]).toEqual([990, [1142, 1242]]);
    const found = await results.window({ resultId: 'numbers', offset: 0, limit: 5, search: '9007199254741005' });
    expect(columnValues(found.table, 'id')).toEqual([12]);
    const nulls = await results.window({
      resultId: 'numbers',
      offset: 0,
      limit: 1,
      filters: [{ column: 'gaps', operator: 'is null' }],
    });
    expect(nulls.rowCount).toBe(25_000);
  });

  it('treat filter values and searches as text, never as SQL', async () => {
    const window = await results.window({ resultId: 'numbers', offset: 0, limit: 5, search: "' OR 1=1 --" });
    expect(window.rowCount).toBe(0);
    expect(
      await failureOf(
        results.window({
          resultId: 'numbers',
          offset: 0,
          limit: 5,
          filters: [{ column: 'id', operator: '=', value: '1 OR 1=1' }],
        }),
      ),
    ).toMatchObject({ message: expect.stringContaining('is not a number') });
    expect(
      await failureOf(
        results.window({
          resultId: 'numbers',
          offset: 0,
          limit: 5,
          sort: [{ column: 'c0; DROP', isDescending: false }],
        }),
      ),
    ).toMatchObject({ code: 'COLUMN_DOES_NOT_EXIST_ERROR' });
  });

  it('travel as Arrow with big integers kept [SQL-045]', async () => {
    const bytes = await results.windowAsArrow({ resultId: 'numbers', offset: 10, limit: 3 });
    const arrow = tableFromIPC(bytes, { useBigInt: true });
    expect([...arrow.getChild('c3')]).toEqual([9007199254741003n, 9007199254741004n, 9007199254741005n]);
    expect(JSON.parse(arrow.schema.metadata!.get('powerset')!).columns[3]).toEqual({
      name: 'big',
      type: 'number',
      nativeType: 'BIGINT',
    });
  });

  it('are profiled column by column', async () => {
    const { columns, rowCount } = await results.profile('numbers');
    expect(rowCount).toBe(100_000);
    const [id, name, , , at, gaps] = columns;
    expect(id).toMatchObject({ name: 'id', min: '0', max: '99999', mean: 49_999.5, nullShare: 0, topValues: null });
    expect(id!.histogram!.map((bin) => bin.count).reduce((sum, count) => sum + count, 0)).toBe(100_000);
    expect(id!.histogram).toHaveLength(24);
    expect(name!.topValues![0]).toEqual({ value: 'name 0', count: 1000 });
    expect(at!.histogram![0]!.from).toBe(Date.UTC(2024, 0, 1));
    expect(gaps).toMatchObject({ nullShare: 0.25, distinctCount: 3 });
  });

  describe('tell of one column', () => {
    const at = (column: number, more: object = {}) => results.column({ resultId: 'numbers', column, ...more });
    const sum = (bins: readonly { readonly count: number }[] | null) =>
      (bins ?? []).reduce((total, { count }) => total + count, 0);

    it('its range, quantiles and bars at round numbers', async () => {
      const id = await at(0);
      expect(id).toMatchObject({
        rowCount: 100_000,
        filledCount: 100_000,
        distinctCount: 100_000,
        min: '0',
        max: '99999',
      });
      expect(id).toMatchObject({ mean: 49_999.5, isEstimated: false, topValues: [] });
      expect(id.quantiles).toEqual({
        p25: 24_999.75,
        p50: 49_999.5,
        p75: 74_999.25,
        p95: expect.closeTo(94_999.05, 6),
      });
      expect(id.histogram?.slice(0, 2)).toEqual([
        { from: 0, to: 2500, count: 2500 },
        { from: 2500, to: 5000, count: 2500 },
      ]);
      expect(sum(id.histogram)).toBe(100_000);
    });

    it('its days, months or years as bars, and its quantiles as times', async () => {
      const time = await at(4);
      expect(time.histogram?.[0]).toEqual({ from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 8), count: 7 * 1440 });
      expect(sum(time.histogram)).toBe(100_000);
      expect(new Date(time.quantiles?.p50 ?? 0).toISOString()).toBe('2024-02-04T17:19:30.000Z');
      await fixture.engine.storeResult({
        ...limits,
        resultId: 'days',
        sql: "SELECT DATE '2024-01-01' + i::INTEGER AS day FROM range(1000) t(i) UNION ALL SELECT 'infinity'::DATE",
      });
      const days = await results.column({ resultId: 'days', column: 0 });
      expect(days.histogram?.slice(0, 2).map(({ from, to, count }) => [from, to, count])).toEqual([
        [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), 31],
        [Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1), 29],
      ]);
      expect(sum(days.histogram)).toBe(1000);
    });

    it('its most frequent values, under the filters and the search of the rows', async () => {
      const name = await at(1);
      expect(name).toMatchObject({ distinctCount: 100, quantiles: null, histogram: null, mean: null });
      expect(name.topValues[0]).toEqual({ value: 'name 0', count: 1000, isCut: false });
      const filters = [{ column: 'id', operator: '<', value: 250 }] as const;
      expect(await at(1, { filters })).toMatchObject({ rowCount: 250, distinctCount: 100 });
      expect(await at(5, { filters })).toMatchObject({ rowCount: 250, filledCount: 187, distinctCount: 3 });
      expect((await at(1, { search: 'name 42' })).topValues).toEqual([{ value: 'name 42', count: 1000, isCut: false }]);
    });

    it('nothing but its emptiness where there is nothing else', async () => {
      await fixture.engine.storeResult({
        ...limits,
        resultId: 'nulls',
        sql: "SELECT NULL::DOUBLE AS n, 'nan'::DOUBLE AS x",
      });
      const detail = await results.column({ resultId: 'nulls', column: 0 });
      expect(detail).toMatchObject({ filledCount: 0, distinctCount: 0, min: null, quantiles: null, histogram: null });
      expect(await results.column({ resultId: 'nulls', column: 1 })).toMatchObject({ filledCount: 1, quantiles: null });
      expect(await failureOf(results.column({ resultId: 'nulls', column: 2 }))).toMatchObject({
        code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      });
    });

    it('the values that are looked for, with how often each is there', async () => {
      const ask = (more: object) => results.values({ resultId: 'numbers', column: 1, limit: 3, ...more });
      const counted = (value: string) => ({ value, count: 1000, isCut: false });
      expect(await ask({})).toEqual({ values: ['name 0', 'name 1', 'name 10'].map(counted), valueCount: 100 });
      expect(await ask({ find: 'E 9' })).toEqual({
        values: ['name 9', 'name 90', 'name 91'].map(counted),
        valueCount: 11,
      });
      expect(await ask({ find: "' OR 1=1 --" })).toEqual({ values: [], valueCount: 0 });
      const gaps = await results.values({ resultId: 'numbers', column: 5, limit: 2 });
      expect(gaps).toEqual({
        values: [
          { value: '1', count: 25_000, isCut: false },
          { value: '2', count: 25_000, isCut: false },
        ],
        valueCount: 4,
      });
    });

    it('and end when whoever asked has gone', async () => {
      const controller = new AbortController();
      controller.abort();
      expect(await failureOf(results.column({ resultId: 'numbers', column: 0 }, controller.signal))).toMatchObject({
        code: 'QUERY_STOPPED_ERROR',
      });
      expect(await failureOf(results.profile('numbers', controller.signal))).toMatchObject({
        code: 'QUERY_STOPPED_ERROR',
      });
    });

    it('as do comparisons while they are at work, which leave nothing behind', async () => {
      for (const [id, factor] of [
        ['left', 7],
        ['right', 11],
      ] as const) {
        const sql = `SELECT i AS id, hash((i + 1) * ${factor}) AS a, repeat(md5(i::VARCHAR), 2) AS b FROM range(200000) t(i)`;
        await fixture.engine.storeResult({ ...limits, resultId: id, sql });
      }
      const request = {
        before: 'left',
        after: 'right',
        keys: ['id'],
        kinds: ['changed'],
        offset: 0,
        limit: 1,
      } as const;
      const controller = new AbortController();
      const comparing = results.compare(request, controller.signal);
      setTimeout(() => controller.abort(), 30);
      expect(await failureOf(comparing)).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
      expect((await results.compare(request)).counts).toMatchObject({ changed: 200_000, same: 0 });
    });
  });

  it('filter by lists of values, NULL among them', async () => {
    const count = async (operator: 'in' | 'not in', values: readonly (string | null)[], column = 'gaps') =>
      (await results.window({ resultId: 'numbers', offset: 0, limit: 1, filters: [{ column, operator, values }] }))
        .rowCount;
    expect(await count('in', ['1', '3'])).toBe(50_000);
    expect(await count('in', ['1', null])).toBe(50_000);
    expect(await count('not in', ['1'])).toBe(75_000);
    expect(await count('not in', ['1', null])).toBe(50_000);
    expect(await count('in', [])).toBe(0);
    expect(await count('in', ['2024-01-01 00:07:00', "' OR 1=1 --"], 'at')).toBe(1);
  });

  describe('as an Arrow stream', () => {
    const read = async (resultId: string, selection = {}) => {
      const file = await results.exportResult({ resultId, format: 'arrow', selection });
      const arrow = tableFromIPC(await readFile(file.path), { useBigInt: true, useDecimalInt: true });
      await file.remove();
      return arrow;
    };
    const cellOf = (arrow: Awaited<ReturnType<typeof read>>, name: string, row = 0) => arrow.getChild(name).at(row);

    it('hold all rows in their order, in the types of the engine', async () => {
      const arrow = await read('numbers');
      expect(arrow.numRows).toBe(100_000);
      expect(arrow.names).toEqual(['id', 'Name', 'amount', 'big', 'at', 'gaps']);
      const row = 70_001;
      expect(arrow.names.map((name) => cellOf(arrow, name, row))).toEqual([
        70_001n,
        'name 1',
        15_400n,
        9_007_199_254_810_994n,
        Date.UTC(2024, 1, 18, 14, 41),
        1n,
      ]);
      expect(arrow.getChild('gaps').nullCount).toBe(25_000);
      expect(arrow.schema.fields.map(({ type }) => type.typeId)).toEqual([
        Type.Int,
        Type.Utf8,
        Type.Decimal,
        Type.Int,
        Type.Timestamp,
        Type.Int,
      ]);
    });

    it('hold what was filtered and sorted', async () => {
      const filters = [{ column: 'id', operator: '<', value: '3' }];
      const arrow = await read('numbers', { filters, sort: [{ column: 'id', isDescending: true }] });
      expect([...arrow.getChild('id')]).toEqual([2n, 1n, 0n]);
    });

    it('keep every kind of value, and none', async () => {
      const cases: readonly (readonly [string, unknown])[] = [
        ["'ä € 𝄞 and longer than twelve bytes'", 'ä € 𝄞 and longer than twelve bytes'],
        ['-7::TINYINT', -7],
        ['40000::USMALLINT', 40_000],
        ['18446744073709551615::UBIGINT', 18_446_744_073_709_551_615n],
        ['-170141183460469231731687303715884105727::HUGEINT', -170_141_183_460_469_231_731_687_303_715_884_105_727n],
        ['0.1::FLOAT', Math.fround(0.1)],
        ['0.1::DOUBLE', 0.1],
        ['true', true],
        ['-1.25::DECIMAL(4, 2)', -125n],
        ['-12345.678::DECIMAL(9, 3)', -12_345_678n],
        ['-123456789012.5::DECIMAL(18, 1)', -1_234_567_890_125n],
        ['-1234567890123456789012345.5::DECIMAL(38, 1)', -12_345_678_901_234_567_890_123_455n],
        ["DATE '1969-12-31'", -86_400_000],
        ["TIME '01:02:03.5'", 3_723_500_000n],
        ["TIMESTAMPTZ '2026-01-01 00:00:00+02'", Date.UTC(2025, 11, 31, 22)],
        ["'\\x00\\xFF'::BLOB", Buffer.from([0, 255])],
        ["'medium'::ENUM('small', 'medium')", 'medium'],
        ["'3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID", '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
        ["[{'a': 1}, NULL]", '[{"a":1},null]'],
        ["INTERVAL '1 day'", '1 day'],
      ];
      const columns = cases.map(([sql], index) => `CASE WHEN i = 1 THEN ${sql} END AS v${index}`);
      await fixture.engine.storeResult({
        ...limits,
        resultId: 'kinds',
        sql: `SELECT ${columns.join(', ')} FROM range(3) t(i)`,
      });
      const arrow = await read('kinds');
      for (const [index, [sql, value]] of cases.entries()) {
        const found = [0, 1, 2].map((row) => cellOf(arrow, `v${index}`, row));
        expect([sql, ...found]).toEqual([sql, null, value, null]);
      }
    });

    it('are a table without rows where there are none', async () => {
      const arrow = await read('numbers', { filters: [{ column: 'id', operator: '<', value: '0' }] });
      expect([arrow.numRows, arrow.names.length]).toEqual([0, 6]);
    });

    it('end with whoever waits for them, and leave no file', async () => {
      const controller = new AbortController();
      const sort = ['Name', 'amount', 'at'].map((column) => ({ column, isDescending: true }));
      const request = { resultId: 'numbers', format: 'arrow', selection: { sort }, signal: controller.signal } as const;
      const written = results.exportResult(request);
      controller.abort();
      await expect(written).rejects.toMatchObject({ details: { code: 'QUERY_STOPPED_ERROR' } });
      const left = await readdir(path.join(fixture.folder, 'staging'));
      expect(left.filter((name) => name.endsWith('.arrow'))).toEqual([]);
    });
  });

  it('are exported whole, or as sorted and filtered', async () => {
    const file = await results.exportResult({
      resultId: 'numbers',
      format: 'csv',
      selection: {
        filters: [{ column: 'id', operator: '<', value: '2' }],
        sort: [{ column: 'id', isDescending: true }],
      },
    });
    expect(await readFile(file.path, 'utf8')).toBe(
      'id,Name,amount,big,at,gaps\n1,name 1,7919.00,9007199254740994,2024-01-01 00:01:00,1\n0,name 0,0.00,9007199254740993,2024-01-01 00:00:00,\n',
    );
    await file.remove();
    await expect(stat(file.path)).rejects.toThrow();
  });

  it('are exported as CSV without a formula, by the same rule as files that the server writes', async () => {
    const values = [...formulas, ...harmless].map((text) => `(${quoteText(text)})`).join(', ');
    await fixture.engine.storeResult({
      ...limits,
      resultId: 'formulas',
      sql: `SELECT t AS "=head", -5 AS "-n" FROM (VALUES ${values}) v(t)`,
    });
    const file = await results.exportResult({ resultId: 'formulas', format: 'csv' });
    const [head, ...rows] = parseCsv(await readFile(file.path, 'utf8'));
    await file.remove();
    expect(head).toEqual(["'=head", "'-n"]);
    expect(rows).toEqual([...formulas.map((text) => `'${text}`), ...harmless].map((text) => [text, '-5']));
  });

  it('say in every file what is no figure as the grid does, and JSON stays JSON', async () => {
    await fixture.engine.storeResult({
      ...limits,
      resultId: 'odd',
      sql: `SELECT * FROM (VALUES ('nan'::DOUBLE, 'inf'::FLOAT, ['nan'::DOUBLE, 1], DATE '0044-03-15 (BC)'),
            (NULL, '-inf'::FLOAT, [1, 2], NULL), (1.5, 2, NULL, NULL)) v(a, b, l, d)`,
    });
    const { table } = await results.window({ resultId: 'odd', offset: 0, limit: 3 });
    expect(columnValues(table, 'a')).toEqual(['NaN', null, 1.5]);
    expect(columnValues(table, 'b')).toEqual(['Infinity', '-Infinity', 2]);
    const csv = await results.exportResult({ resultId: 'odd', format: 'csv' });
    const rows = parseCsv(await readFile(csv.path, 'utf8'));
    await csv.remove();
    expect(rows.slice(1).map(([a, b, , d]) => [a, b, d])).toEqual([
      ['NaN', 'Infinity', '0044-03-15 (BC)'],
      ['', '-Infinity', ''],
      ['1.5', '2.0', ''],
    ]);
    const json = await results.exportResult({ resultId: 'odd', format: 'json' });
    const read = JSON.parse(await readFile(json.path, 'utf8'));
    await json.remove();
    expect(read).toEqual([
      { a: 'NaN', b: 'Infinity', l: '[nan, 1.0]', d: '0044-03-15 (BC)' },
      { a: null, b: '-Infinity', l: [1, 2], d: null },
      { a: 1.5, b: 2, l: null, d: null },
    ]);
  });

  it('hold columns that share a name or differ only in case', async () => {
    const stored = await fixture.engine.storeResult({
      ...limits,
      resultId: 'twins',
      sql: 'SELECT 1 AS a, 2 AS A, 3 AS a',
    });
    const { table } = await results.window({ resultId: 'twins', offset: 0, limit: 1 });
    expect(table).toEqual(stored.first);
    expect(table.columns.map(({ values }) => values[0])).toEqual([1, 2, 3]);
  });

  it('are kept whole when they are empty', async () => {
    await fixture.engine.storeResult({ ...limits, resultId: 'empty', sql: 'SELECT 1 AS a, NULL AS b WHERE false' });
    const { table, rowCount } = await results.window({ resultId: 'empty', offset: 0, limit: 10 });
    expect([rowCount, table.columns.map((column) => column.name)]).toEqual([0, ['a', 'b']]);
    expect((await results.profile('empty')).columns[0]).toMatchObject({ nullShare: 0, min: null });
  });

  it('stop at maxRows and say so', async () => {
    const stored = await fixture.engine.storeResult({
      ...limits,
      resultId: 'cut',
      maxRows: 5000,
      sql: 'SELECT * FROM range(10000)',
    });
    expect([stored.rowCount, stored.isTruncated, stored.first.rowCount]).toEqual([5000, true, 1000]);
    expect((await results.window({ resultId: 'cut', offset: 4999, limit: 10 })).table.rowCount).toBe(1);
  });

  it('are an error when a value in row 2,500,000 does not convert, not a shorter result', async () => {
    const sql = "SELECT CASE WHEN i = 2500000 THEN 'oops' ELSE i::VARCHAR END::INTEGER AS n FROM range(3000000) t(i)";
    const details = await failureOf(
      fixture.engine.storeResult({ ...limits, maxRows: 5_000_000, resultId: 'broken', sql }),
    );
    expect(details).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR', message: expect.stringContaining("'oops'") });
    expect(await failureOf(results.window({ resultId: 'broken', offset: 0, limit: 1 }))).toMatchObject({
      code: 'RESULTS_BACKEND_ERROR',
    });
    expect(await readdir(path.join(fixture.folder, 'results'))).not.toContain('broken.duckdb');
    expect(await readdir(path.join(fixture.folder, 'staging'))).toEqual([]);
  });

  it('leave nothing behind when they are stopped on the way', async () => {
    const controller = new AbortController();
    const work = fixture.engine.storeResult({
      ...limits,
      maxRows: 1_000_000_000,
      resultId: 'stopped',
      sql: 'SELECT i, md5(i::VARCHAR) FROM range(500000000) t(i)',
      signal: controller.signal,
      onFirstRows: () => controller.abort(),
    });
    expect(await failureOf(work)).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await fixture.engine.ping();
    expect(await readdir(path.join(fixture.folder, 'results'))).not.toContain('stopped.duckdb');
  });

  it('can be deleted, and expire by age and by size', async () => {
    await results.deleteResult('twins');
    expect(await failureOf(results.describe('twins'))).toMatchObject({ code: 'RESULTS_BACKEND_ERROR' });
    expect(await failureOf(results.describe('../data'))).toMatchObject({ code: 'RESULTS_BACKEND_ERROR' });
    const day = 86_400_000;
    expect(await results.sweep({ maxAgeMs: day, maxBytes: 1e12, now: new Date() })).toBe(0);
    expect(await results.sweep({ maxAgeMs: day, maxBytes: 1e12, now: new Date(Date.now() + 2 * day) })).toBeGreaterThan(
      1,
    );
    expect(await readdir(path.join(fixture.folder, 'results'))).toEqual([]);
  });
});

describe('the process that reads stored results, when it ends', () => {
  beforeAll(async () => {
    const sql = 'SELECT i AS id, i % 7 AS part FROM range(100000) t(i)';
    await fixture.engine.storeResult({ ...limits, resultId: 'kept', sql });
  });
  const inTurn = { resultId: 'kept', offset: 0, limit: 1, sort: [{ column: 'id', isDescending: true }] } as const;
  it.each([
    ['a window', async () => (await results.window({ resultId: 'kept', offset: 9, limit: 1 })).table.rowCount, 1],
    ['a sorted window', async () => columnValues((await results.window(inTurn)).table, 'id'), [99_999]],
    ['a header', async () => (await results.describe('kept')).rowCount, 100_000],
    ['a profile', async () => (await results.profile('kept')).columns.length, 2],
    ['a file', async () => lineCount(await results.exportResult({ resultId: 'kept', format: 'csv' })), 100_001],
  ])('is started again, and what was read is read again: %s', async (_what, read, expected) => {
    for (const waitMs of [0, 5, 20]) {
      const pid = await fileEngine.generation();
      const reading = read();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      process.kill(pid, 'SIGKILL');
      expect(await reading).toEqual(expected);
      // What needed no process may be read before its end is known.
      await expect.poll(() => fileEngine.generation()).not.toBe(pid);
    }
  });

  async function lineCount(file: { readonly path: string; readonly remove: () => Promise<void> }): Promise<number> {
    const lines = (await readFile(file.path, 'utf8')).trimEnd().split('\n').length;
    await file.remove();
    return lines;
  }
});
