import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const servers = [
  { name: 'clickhouse', url: serviceUrl('clickhouse') ?? '', isToday: false },
  { name: 'chdb', url: serviceUrl('chdb') ?? '', isToday: true },
];

for (const { name, url, isToday } of servers)
  describe.skipIf(url === '')(`charts of a server of ${name}`, () => {
    const address = new URL(url || 'http://x:1');
    let started: InProcessApp;
    const datasets: Record<string, number> = {};
    const tell = async (sql: string) => {
      const answer = await fetch(`http://${address.host}/`, { method: 'POST', body: sql });
      if (!answer.ok) throw new Error(await answer.text());
    };
    const rowsOf = async (table: string, query: object) => {
      const answer = await started.admin.post('/api/v1/chart/data', {
        datasource: { id: datasets[table], type: 'table' },
        queries: [{ metrics: ['count'], row_limit: 100, ...query }],
        result_format: 'json',
        result_type: 'full',
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.json.result[0].data;
    };

    beforeAll(async () => {
      for (const sql of [
        'CREATE DATABASE IF NOT EXISTS charts',
        'DROP TABLE IF EXISTS charts.sales',
        'CREATE TABLE charts.sales (region Nullable(String), paid Nullable(UInt8)) ENGINE = Memory',
        "INSERT INTO charts.sales VALUES ('north', 1), ('north', 0), ('south', 1), ('', 1), (NULL, 1), (NULL, 0), (NULL, NULL)",
        'DROP TABLE IF EXISTS charts.times',
        `CREATE TABLE charts.times (there DateTime('America/New_York')${isToday ? ", wide DateTime64(6, 'UTC'), born Date32" : ''}) ENGINE = Memory`,
        `INSERT INTO charts.times VALUES (1709269200${isToday ? ", '1902-03-04 05:06:07.9', '1902-03-04'" : ''})`,
      ])
        await tell(sql);
      started = await startInProcess();
      const made = await started.admin.post('/api/v1/database/', {
        database_name: 'Charts',
        sqlalchemy_uri: `clickhousedb+connect://default@${address.host}/charts`,
      });
      expect(made.status, made.text).toBe(201);
      for (const table of ['sales', 'times']) {
        const body = { database_id: made.json.id, schema: 'charts', table_name: table };
        const dataset = await started.admin.post('/api/v1/dataset/get_or_create/', body);
        datasets[table] = dataset.json.result.table_id;
      }
    });
    afterAll(() => started.stop());

    it('keep the largest series, the one without a name among them, and gather the others', async () => {
      const largest = { columns: ['region'], series_columns: ['region'], series_limit: 2, orderby: [['count', false]] };
      expect(await rowsOf('sales', largest)).toEqual([
        { region: null, count: 3 },
        { region: 'north', count: 2 },
      ]);
      const gathered = {
        ...largest,
        series_limit: 1,
        group_others_when_limit_reached: true,
        orderby: [['region', true]],
      };
      expect(await rowsOf('sales', gathered)).toEqual([
        { region: 'Others', count: 4 },
        { region: null, count: 3 },
      ]);
    });

    it('have totals, also of the groups that a condition leaves and of rows that it names', async () => {
      const totals = { columns: ['region', 'paid'], grouping_sets: [['region'], []] };
      const narrowed = { ...totals, filters: [{ col: 'paid', op: '==', val: true }] };
      expect((await rowsOf('sales', narrowed))[0]).toMatchObject({ region: null, paid: null, count: 4 });
      const chosen = { ...totals, columns: ['region'], extras: { having: 'count(*) > 1' } };
      expect(await rowsOf('sales', chosen)).toEqual([
        { region: null, count: 5, __grouping_set: 1 },
        { region: null, count: 3, __grouping_set: 0 },
        { region: 'north', count: 2, __grouping_set: 0 },
      ]);
      expect(await rowsOf('sales', { columns: [], filters: [{ col: 'paid', op: 'IS FALSE' }] })).toEqual([
        { count: 2 },
      ]);
    });

    const cut = async (column: string, timeGrain: string, filters: readonly object[] = []) => {
      const axis = { label: 'at', sqlExpression: column, isColumnReference: true, expressionType: 'SQL' };
      const query = { columns: [{ ...axis, columnType: 'BASE_AXIS', timeGrain }], filters };
      return (await rowsOf('times', query)).map(({ at }: { at: number }) => new Date(at).toISOString());
    };

    it('cut times in the zone in which they are shown, whatever that of the column is', async () => {
      expect(await cut('there', 'P1D')).toEqual(['2024-03-01T00:00:00.000Z']);
      expect(await cut('there', 'P1M')).toEqual(['2024-03-01T00:00:00.000Z']);
      expect(await cut('there', 'PT30M')).toEqual(['2024-03-01T05:00:00.000Z']);
      const range = { col: 'there', op: 'TEMPORAL_RANGE', val: '2024-03-01T04:59:00 : 2024-03-01T05:01:00' };
      expect(await cut('there', 'P1Y', [range])).toEqual(['2024-01-01T00:00:00.000Z']);
    });

    it.runIf(isToday)('cut and find times of the years before 1970', async () => {
      expect(await cut('wide', 'PT5M')).toEqual(['1902-03-04T05:05:00.000Z']);
      expect(await cut('wide', 'PT1M')).toEqual(['1902-03-04T05:06:00.000Z']);
      expect(await cut('wide', 'P1W')).toEqual(['1902-03-03T00:00:00.000Z']);
      expect(await cut('born', 'P3M')).toEqual(['1902-01-01T00:00:00.000Z']);
      const before = { col: 'wide', op: 'TEMPORAL_RANGE', val: ' : 1950-01-01' };
      expect(await cut('wide', 'P1Y', [before, { ...before, col: 'born' }])).toEqual(['1902-01-01T00:00:00.000Z']);
      expect(await cut('wide', 'P1Y', [{ ...before, val: '1950-01-01 : ' }])).toEqual([]);
    });
  });
