import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE takings AS SELECT * FROM (VALUES
    (TIMESTAMP '2025-01-10', 'North', 100), (TIMESTAMP '2025-02-10', 'North', 50),
    (TIMESTAMP '2026-01-10', 'North', 120), (TIMESTAMP '2026-02-10', 'North', 30), (TIMESTAMP '2026-04-10', 'North', 50),
    (TIMESTAMP '2026-01-20', 'South', 80), (TIMESTAMP '2026-02-20', 'South', 20), (TIMESTAMP '2026-01-25', 'West', 100)) t("at", shop, amount)`);
  const given = { database: databaseId, schema: 'main', table_name: 'takings' };
  datasetId = (await running.admin.post('/api/v1/dataset/', given)).json.id;
});
afterAll(() => running.stop());

const metric = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'taken' };
const month = {
  ...{ label: 'at', sqlExpression: 'at', expressionType: 'SQL', columnType: 'BASE_AXIS', isColumnReference: true },
  timeGrain: 'P1M',
};
type Json = Readonly<Record<string, unknown>>;

async function ask(query: Json, more: Json = {}) {
  const queries = [{ metrics: [metric], ...query }];
  return running.admin.post('/api/v1/chart/data', { datasource: { id: datasetId, type: 'table' }, queries, ...more });
}
const rowsOf = async (query: Json) => (await ask(query)).json.result[0].data;
const in2026 = { filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2026-01-01 : 2027-01-01' }] };
const shown = (calculation: Json) => ({ table_calculations: [{ metric: 'taken', ...calculation }] });

describe('table calculations', () => {
  it('give shares of what the database counts, also of rows that the limit cuts off', async () => {
    const query = { ...in2026, columns: ['shop'], orderby: [[metric, false]], ...shown({ type: 'share' }) };
    const all = [
      { shop: 'North', 'taken (share of total)': 0.5 },
      { shop: 'South', 'taken (share of total)': 0.25 },
      { shop: 'West', 'taken (share of total)': 0.25 },
    ];
    expect(
      (
        await rowsOf({
          ...query,
          orderby: [
            [metric, false],
            ['shop', true],
          ],
        })
      ).slice(0, 3),
    ).toEqual(all);
    expect(await rowsOf({ ...query, row_limit: 1 })).toEqual(all.slice(0, 1));
    const first = { columns: ['shop'], series_columns: ['shop'], series_limit: 1, series_limit_metric: metric };
    expect(await rowsOf({ ...in2026, ...first, ...shown({ type: 'share' }) })).toEqual(all.slice(0, 1));
  });

  it('count only rows that the filters let through', async () => {
    const filters = [...in2026.filters, { col: 'shop', op: '!=', val: 'North' }];
    const rows = await rowsOf({ filters, columns: ['shop'], row_limit: 1, ...shown({ type: 'share' }) });
    expect(rows[0]['taken (share of total)']).toBe(0.5);
  });

  it('compare with the same month of the year before, which the query itself does not show', async () => {
    const calculation = { type: 'percent_difference', offset: '1 year ago' };
    const rows = await rowsOf({ ...in2026, columns: [month], ...shown(calculation), orderby: [['at', true]] });
    expect(rows.map((row: Json) => Object.entries(row).slice(1))).toEqual([
      [['taken (% change on 1 year ago)', 2]],
      [['taken (% change on 1 year ago)', 0]],
      [['taken (% change on 1 year ago)', null]],
    ]);
  });

  it('have one name and one value in rows, in files and after a pivot', async () => {
    const rules = [
      {
        operation: 'pivot',
        options: { index: ['at'], columns: ['shop'], aggregates: { taken: { operator: 'mean' } } },
      },
      { operation: 'flatten' },
    ];
    const query = { ...in2026, columns: [month, 'shop'], ...shown({ type: 'running_total' }) };
    const pivoted = await ask({ ...query, post_processing: rules });
    expect(pivoted.json.result[0].colnames).toEqual([
      'at',
      'taken (running total), North',
      'taken (running total), South',
      'taken (running total), West',
    ]);
    expect(pivoted.json.result[0].data.at(-1)).toMatchObject({ 'taken (running total), North': 200 });
    const file = await ask({ ...query, columns: [month], orderby: [['at', true]] }, { result_format: 'csv' });
    const lines = String(file.text ?? file.json)
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toBe('at,taken (running total)');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['300', '350', '400']);
  });

  it('are none of the sums that totals may be made of', async () => {
    const query = { ...in2026, columns: ['shop'] };
    const summable = async (calculation: Json) =>
      (await ask({ ...query, ...shown(calculation) })).json.result[0].summable;
    const plain = await ask(query);
    const [first] = plain.json.result;
    if (first.summable !== undefined) expect(await summable({ type: 'rank' })).toEqual([]);
    const totals = { ...query, grouping_sets: [[]], unless_additive: true };
    const asked = async (calculation: Json) => {
      const queries = [query, totals].map((one) => ({ metrics: [metric], ...one, ...shown(calculation) }));
      const answer = await running.admin.post('/api/v1/chart/data', {
        datasource: { id: datasetId, type: 'table' },
        queries,
      });
      return answer.json.result[1].data;
    };
    expect(await asked({ type: 'rank' })).toEqual([{ shop: null, 'taken (rank)': null, __grouping_set: 1 }]);
    expect(await asked({ type: 'share' })).toEqual([]);
  });

  it('refuse what they are not, naming the field', async () => {
    const answer = await ask({ columns: ['shop'], ...shown({ type: 'median' }) });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain('table_calculations');
    expect((await ask({ columns: ['shop'], ...shown({ type: 'difference', periods: 0 }) })).status).toBe(400);
  });
});
