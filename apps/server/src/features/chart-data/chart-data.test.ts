import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
let outsider: ApiClient;
let reader: ApiClient;

const isOnServer = process.env.POWERSET_TEST_STORE === 'server';
const path = '/api/v1/chart/data';

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT i AS id, TIMESTAMP '2026-01-01' + to_days(i % 300) AS at, ['EU','US',NULL][1 + i % 3] AS region,
    i::DECIMAL(10,2) AS amount, 9007199254740993 + i AS big, i % 2 = 0 AS is_even FROM range(3000) AS r(i)`);
  await engine.runTrusted("CREATE TABLE salaries AS SELECT 'secret' AS salary");
  const created = await running.admin.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'sales',
  });
  datasetId = created.json.id;
  outsider = await running.signInAs('outsider', ['Gamma']);
  reader = await running.signInAs('reader', ['Gamma', 'sql_lab']);
  const { id: roleId } = await store
    .insertInto('roles')
    .values({ name: 'Sales' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const view = `[Powerset].[sales](id:${datasetId})`;
  await store
    .insertInto('role_permissions')
    .values({ role_id: roleId, permission: 'datasource_access', view })
    .execute();
  const user = await store.selectFrom('users').select('id').where('username', '=', 'reader').executeTakeFirstOrThrow();
  await store.insertInto('user_roles').values({ user_id: user.id, role_id: roleId }).execute();
  running.app.services.accounts.forget();
});
afterAll(() => running.stop());

type Query = Readonly<Record<string, unknown>>;
const payload = (query: Query, more: Query = {}) => ({
  datasource: { id: datasetId, type: 'table' },
  queries: [query],
  ...more,
});
const ask = async (query: Query, more: Query = {}, client = running.admin) => client.post(path, payload(query, more));
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' };
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };

describe('the categories of an axis beyond a limit', () => {
  const axisOf = (sqlExpression: string, timeGrain: string | null) => ({
    ...{ label: sqlExpression, sqlExpression, expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain },
    isColumnReference: true,
  });
  const rowsOf = async (axis: ReturnType<typeof axisOf>) => {
    const gathered = { series_columns: [axis], series_limit: 1, group_others_when_limit_reached: true };
    const answer = await ask({ columns: [axis], metrics: [sum], orderby: [[sum, false]], ...gathered });
    return answer.json.result[0].data;
  };

  it('stand together as Others, those of a time axis never', async () => {
    expect((await rowsOf(axisOf('region', null))).map((row: { region: unknown }) => row.region)).toContain('Others');
    expect(await rowsOf(axisOf('region', null))).toHaveLength(2);
    expect(await rowsOf(axisOf('at', 'P1M'))).toHaveLength(10);
  });
});

describe('a forecast', () => {
  it('learns nothing from a month that the time range cuts short', async () => {
    const axis = { label: 'at', sqlExpression: 'at', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1M' };
    const options = { time_grain: 'P1M', periods: 1, confidence_interval: 0.8, index: 'at', yearly_seasonality: false };
    const answer = await ask({
      columns: [axis],
      metrics: [count],
      filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2026-01-01 : 2026-10-05' }],
      post_processing: [{ operation: 'prophet', options }],
    });
    const rows: readonly Record<string, number>[] = answer.json.result[0].data;
    expect(rows.map((row) => row.n).slice(-2)).toEqual([40, null]);
    expect(rows.at(-1)?.n__yhat).toBeGreaterThan(280);
  });
});

describe('the data of one chart', () => {
  it('comes as rows with names, types and the query that ran [API-045]', async () => {
    const answer = await ask({ columns: ['region'], metrics: [sum, count], orderby: [[sum, false]], row_limit: 2 });
    expect(answer.status).toBe(200);
    const [result] = answer.json.result;
    expect(result).toMatchObject({
      status: 'success',
      colnames: ['region', 'total', 'n'],
      coltypes: [1, 0, 0],
      rowcount: 2,
      is_cached: false,
    });
    expect(result.data[0]).toEqual({ region: null, total: 1500500, n: 1000 });
    expect(result.query).toContain('SUM(');
  });

  it('is asked of the database anew where the call or its address says so, and is its query where that is asked for [API-045]', async () => {
    const query = { columns: ['region'], metrics: [count], row_limit: 7 };
    await ask(query);
    const cachedOf = async (more: Query, search = '') => {
      const { status, text, json } = await running.admin.post(`${path}${search}`, payload(query, more));
      expect(status, text).toBe(200);
      return json.result[0].is_cached;
    };
    expect(await cachedOf({})).toBe(true);
    expect(await cachedOf({ force: true })).toBe(false);
    expect(await cachedOf({}, '?force=true')).toBe(false);
    expect(await cachedOf({}, '?dashboard_id=7')).toBe(true);
    const [asked] = (await ask(query, { result_type: 'query' })).json.result;
    expect(asked.query).toContain('COUNT(*)');
    expect(asked).not.toHaveProperty('data');
    const file = await ask(query, { result_format: 'csv' });
    expect([file.headers.get('content-type'), file.text.split('\r\n')[0]]).toEqual([
      expect.stringMatching(/^text\/csv/),
      'region,n',
    ]);
    const form = new URLSearchParams({ form_data: JSON.stringify(payload(query)) });
    const byForm = await running.admin.send('POST', `${path}?form_data=%7B%22slice_id%22%3A1%7D`, { form });
    expect([byForm.status, byForm.json.result[0].rowcount], byForm.text).toEqual([200, 3]);
    const missing = { ...payload(query), datasource: { id: 9999, type: 'table' } };
    expect((await running.admin.post(path, missing)).status).toBe(404);
  });

  it('tells the types of columns without a value as the reference does', async () => {
    const sql = (sqlExpression: string, label: string) => ({ expressionType: 'SQL', sqlExpression, label });
    const metrics = [
      sql('SUM(amount) / 0', 'by nothing'),
      sql("'NaN'::DOUBLE * COUNT(*)", 'no number'),
      sql('SUM(CASE WHEN FALSE THEN amount END)', 'none'),
      sql("'Infinity'::DOUBLE * COUNT(*)", 'beyond'),
      count,
    ];
    const answer = await ask({ columns: [], metrics });
    expect(answer.json.result[0].coltypes).toEqual([0, 1, 1, 0, 0]);
    const columns = await ask({
      columns: ['region', 'amount', 'at', 'is_even'],
      filters: [{ col: 'id', op: '<', val: 0 }],
    });
    expect(columns.json.result[0].coltypes).toEqual([1, 0, 2, 3]);
  });

  it('asks the engine what SQL on the time axis is before a grain is applied', async () => {
    const axis = (sqlExpression: string) => ({
      label: 'axis',
      sqlExpression,
      expressionType: 'SQL',
      columnType: 'BASE_AXIS',
      timeGrain: 'P1M',
    });
    const first = async (sqlExpression: string, filters: readonly unknown[] = []) => {
      const answer = await ask({
        columns: [axis(sqlExpression)],
        metrics: [count],
        orderby: [['axis', true]],
        filters,
      });
      return answer.status === 200 ? answer.json.result[0] : answer;
    };
    expect(await first(`strftime("at", '%Y-%m')`)).toMatchObject({
      coltypes: [1, 0],
      data: [{ axis: '2026-01' }, ...Array(9).fill({})],
    });
    expect((await first('EXTRACT(year FROM "at")')).data).toEqual([{ axis: 2026, n: 3000 }]);
    const moved = await first('"at" + INTERVAL 1 DAY');
    expect(moved.coltypes).toEqual([2, 0]);
    expect(moved.data[0]).toEqual({ axis: Date.UTC(2026, 0, 1), n: 300 });
    expect((await first('no_such_column')).status).toBe(400);
    expect((await first('(SELECT MAX(salary) FROM salaries)')).status).toBe(400);
  });

  it('keeps the largest series and puts all others into one, null being a series like any other', async () => {
    const query = { columns: ['region', 'is_even'], metrics: [sum], series_columns: ['region'], series_limit: 1 };
    const limited = await ask({ ...query, orderby: [['is_even', true]] });
    expect(limited.json.result[0].data.map(({ region }: { region: string }) => region)).toEqual([null, null]);
    const grouped = await ask({
      ...query,
      columns: ['region'],
      group_others_when_limit_reached: true,
      orderby: [[sum, true]],
    });
    expect(grouped.json.result[0].data).toEqual([
      { region: null, total: 1500500 },
      { region: 'Others', total: 2998000 },
    ]);
    const pairs = { series_columns: ['region', 'is_even'], group_others_when_limit_reached: true };
    const { data: both } = (await ask({ ...query, ...pairs, orderby: [[sum, false]] })).json.result[0];
    expect(both[0]).toMatchObject({ region: 'Others', is_even: 'Others' });
    expect(both).toHaveLength(2);
    expect(both[0].total + both[1].total).toBe(4498500);
    const numbers = await ask({
      ...query,
      columns: ['id'],
      series_columns: ['id'],
      group_others_when_limit_reached: true,
    });
    expect(numbers.json.result[0].data).toEqual([
      { id: 'Others', total: 4495501 },
      { id: '2999', total: 2999 },
    ]);
  });

  it('puts the rows of all others together before it measures them: a ratio is of all, and big numbers stay whole', async () => {
    const ratio = { expressionType: 'SQL', sqlExpression: 'SUM(amount) / COUNT(*)', label: 'ratio' };
    const grouped = { group_others_when_limit_reached: true, series_limit: 1, series_limit_metric: sum };
    const asked = { columns: ['region'], series_columns: ['region'], metrics: [ratio, sum], orderby: [[sum, true]] };
    const { data } = (await ask({ ...asked, ...grouped })).json.result[0];
    const [kept, others] = data;
    // Of 0 to 2999 the kept third begins at 2 or so; the others are the mean of what they are, not of their means.
    expect(others.region).toBe('Others');
    expect(others.ratio).toBeCloseTo(others.total / 2000, 9);
    expect(kept.ratio).toBeCloseTo(kept.total / 1000, 9);
    const ofBig = { columns: ['big'], series_columns: ['big'], metrics: [sum], orderby: [[sum, false]] };
    const big = (await ask({ ...ofBig, ...grouped })).json.result[0].data;
    expect(big.find((row: { big: unknown }) => row.big !== 'Others')).toEqual({ big: '9007199254743992', total: 2999 });
  });

  it('holds the outliers of boxes as lists', async () => {
    const box = { operation: 'boxplot', options: { groupby: [], metrics: ['total'], whisker_type: 'tukey' } };
    const lone = { expressionType: 'SQL', sqlExpression: 'CASE WHEN id = 7 THEN 1e6 ELSE id END', label: 'id' };
    const single = {
      expressionType: 'SQL',
      sqlExpression: 'MAX(CASE WHEN id = 7 THEN 1000000 ELSE id END)',
      label: 'total',
    };
    const filters = [{ col: 'id', op: '<', val: 10 }];
    const answer = await ask({ columns: [lone], metrics: [single], filters, post_processing: [box] });
    expect(answer.json.result[0].data).toMatchObject([{ total__count: 10, total__outliers: [1_000_000] }]);
  });

  it('is filtered, bounded in time and grouped by grain as the query says [API-046]', async () => {
    const answer = await ask({
      columns: [{ label: 'at', sqlExpression: 'at', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1M' }],
      metrics: [count],
      filters: [{ col: 'region', op: 'IN', val: ['EU', null] }],
      granularity: 'at',
      time_range: '2026-02-01 : 2026-04-01',
      extras: { where: 'amount >= 0 AND is_even', having: 'COUNT(*) > 1' },
      orderby: [['at', true]],
      row_limit: 100,
    });
    const [result] = answer.json.result;
    expect(result.data.map((row: { at: number }) => new Date(row.at).toISOString().slice(0, 7))).toEqual([
      '2026-02',
      '2026-03',
    ]);
    expect(result.applied_filters).toContainEqual({ column: 'region' });
    expect([result.from_dttm, result.to_dttm]).toEqual([Date.UTC(2026, 1, 1), Date.UTC(2026, 3, 1)]);
  });

  it('is in the order, from the row and of the series that the query says, whatever else clients send along [API-046]', async () => {
    const rowsOf = async (query: Query) => {
      const answer = await ask({ columns: ['id'], metrics: [sum], row_limit: 2, ...query });
      expect(answer.status, answer.text).toBe(200);
      return answer.json.result[0].data.map((row: Record<string, unknown>) => Object.values(row)[0]);
    };
    expect(await rowsOf({ orderby: [['id', true]] })).toEqual([0, 1]);
    expect(await rowsOf({ orderby: [['id', true]], row_offset: 5 })).toEqual([5, 6]);
    expect(await rowsOf({ order_desc: true })).toEqual([2999, 2998]);
    expect(await rowsOf({ order_desc: false })).toEqual([0, 1]);
    const startOf = (month: string) => Date.parse(`${month}-01`);
    const series = { columns: ['region'], series_columns: ['region'], series_limit: 1, series_limit_metric: sum };
    expect(await rowsOf({ ...series, order_desc: true })).toEqual([null]);
    expect(await rowsOf({ ...series, order_desc: false })).toEqual(['EU']);
    const least = { expressionType: 'SQL', sqlExpression: '-SUM(amount)', label: 'least' };
    expect(await rowsOf({ ...series, series_limit_metric: least, order_desc: true })).toEqual(['EU']);
    const older = { since: '2026-01-01', until: '2026-02-01', custom_params: {}, custom_form_data: {}, url_params: {} };
    const extras = { time_grain_sqla: null, time_zone: 'UTC', week_start: 'monday' };
    expect(await rowsOf({ ...older, extras, annotation_layers: [], orderby: [['id', true]] })).toEqual([0, 1]);
    const day = { granularity: 'at', since: '2026-02-01', until: '2026-02-02', orderby: [['id', true]] };
    expect(await rowsOf(day)).toEqual([31, 331]);
    expect(await rowsOf({ ...day, extras: { where: 'id > 31', having: 'SUM(amount) > 400' } })).toEqual([631, 931]);
    expect(await rowsOf({ ...day, extras: { where: 'id > 31' } })).toEqual([331, 631]);
    const months = { columns: [], is_timeseries: true, granularity: 'at', extras: { time_grain_sqla: 'P1M' } };
    expect(await rowsOf({ ...months, orderby: [['__timestamp', true]] })).toEqual(['2026-01', '2026-02'].map(startOf));
  });

  it('cuts weeks where its grain says, whatever zone and first day of the week clients send along [API-046]', async () => {
    const weeks = {
      columns: [],
      is_timeseries: true,
      granularity: 'at',
      orderby: [['__timestamp', true]],
      row_limit: 3,
    };
    const startsOf = async (extras: object) => {
      const answer = await ask({ ...weeks, metrics: [sum], extras });
      expect(answer.status, answer.text).toBe(200);
      return answer.json.result[0].data.map(({ __timestamp }: { readonly __timestamp: number }) => __timestamp);
    };
    const plain = await startsOf({ time_grain_sqla: 'P1W' });
    expect(new Date(plain[0]).getUTCDay()).toBe(1);
    const along = { time_zone: 'Asia/Tokyo', week_start: 'sunday' };
    expect(await startsOf({ ...along, time_grain_sqla: 'P1W' })).toEqual(plain);
    const [first] = await startsOf({ time_grain_sqla: '1969-12-28T00:00:00Z/P1W' });
    expect(new Date(first).getUTCDay()).toBe(0);
  });

  it('is told which field is wrong, and nothing of other ways to ask', async () => {
    const answer = await ask({ columns: ['region'], row_limit: -1 });
    expect([answer.status, answer.json.message]).toEqual([400, { 'queries.0.row_limit': ['Must be >= 0.'] }]);
    expect((await running.admin.post(path, {})).json.message).toEqual({
      datasource: ['Missing data for required field.'],
      queries: ['Missing data for required field.'],
    });
  });

  describe('with totals', () => {
    const average = { ...sum, aggregate: 'AVG', label: 'mean' };
    const totals = { columns: ['region', 'is_even'], grouping_sets: [[], ['region']], unless_additive: true };
    const both = (metrics: readonly object[], rest: Query = {}) => ({
      datasource: { id: datasetId, type: 'table' },
      queries: [
        { columns: ['region', 'is_even'], metrics, row_limit: 100, ...rest },
        { ...totals, metrics, row_limit: 100 },
      ],
    });
    const rowsOf = async (body: object, client = running.admin) => (await client.post(path, body)).json.result[1].data;

    it('answers averages over all rows, also where the rows are limited, and to whom rules apply', async () => {
      const all = { region: null, is_even: null, mean: 1499.5, __grouping_set: 3 };
      expect(await rowsOf(both([average]))).toHaveLength(4);
      expect((await rowsOf(both([average], { row_limit: 1 })))[0]).toEqual(all);
      const { store } = running.app.services;
      const stamp = '2026-01-01 00:00:00';
      const rule = await store
        .insertInto('row_level_rules')
        .values({
          ...{ name: 'small', filter_type: 'Base', clause: 'amount < 100' },
          ...{ created_on: stamp, changed_on: stamp },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
      const asReader = await rowsOf(both([average]), reader);
      await store.deleteFrom('row_level_rule_datasets').where('rule_id', '=', rule.id).execute();
      await store.deleteFrom('row_level_rules').where('id', '=', rule.id).execute();
      expect(asReader[0]).toEqual({ ...all, mean: 49.5 });
    });

    it('asks nothing where the rows add up to them, unless some are missing', async () => {
      expect(await rowsOf(both([sum, count]))).toEqual([]);
      expect((await rowsOf(both([sum], { row_limit: 2 })))[0]).toMatchObject({ total: 4498500, __grouping_set: 3 });
    });

    it('are asked for where the rows are those of a later page', async () => {
      const page = { row_limit: 4, row_offset: 2, orderby: [['region', true]] };
      expect((await rowsOf(both([sum], page)))[0]).toMatchObject({ total: 4498500 });
    });

    it('are compared by the calendar that was chosen, and say with which days', async () => {
      const asked = (calendar: object) => ({
        ...{ columns: [], metrics: [sum], time_offsets: ['1 month ago'], time_calendar: calendar },
        filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2026-02-09 : 2026-02-16' }],
      });
      const plain = { columns: [], metrics: [sum] };
      const queries = [
        asked({ weekday: true }),
        asked({ to_date: 'month' }),
        ...['2026-01-12 : 2026-01-19', '2026-01-01 : 2026-01-16'].map((val) => ({
          ...{ ...plain, filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val }] },
        })),
      ];
      const answer = await running.admin.post(path, { datasource: { id: datasetId, type: 'table' }, queries });
      const [byWeekday, toDate, fourWeeksBefore, sameStretch] = answer.json.result;
      expect(byWeekday.compared_periods).toEqual([
        { offset: '1 month ago', from_dttm: Date.UTC(2026, 0, 12), to_dttm: Date.UTC(2026, 0, 19), days: 28 },
      ]);
      expect(byWeekday.data[0]['total__1 month ago']).toBe(fourWeeksBefore.data[0].total);
      expect([toDate.from_dttm, toDate.to_dttm]).toEqual([Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 16)]);
      expect(toDate.data[0]['total__1 month ago']).toBe(sameStretch.data[0].total);
      const wrong = await running.admin.post(path, {
        datasource: { id: datasetId, type: 'table' },
        queries: [asked({ to_date: 'decade' })],
      });
      expect(wrong.status).toBe(400);
    });

    it('stand beside those of an earlier period, also of groups that the present one has not', async () => {
      const compared = {
        columns: ['region'],
        metrics: [average, sum],
        filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2026-02-01 : 2026-03-01' }],
        time_offsets: ['1 month ago'],
        row_limit: 100,
      };
      const queries = [
        { ...compared, extras: { having: 'COUNT(*) > 93' } },
        { ...compared, extras: { having: 'COUNT(*) > 93' }, grouping_sets: [[]], unless_additive: true },
        { ...compared, grouping_sets: [[], ['region']], unless_additive: true },
      ];
      const answer = await running.admin.post(path, { datasource: { id: datasetId, type: 'table' }, queries });
      expect(answer.text).not.toContain('"error":"');
      const [rows, ofGroups, ofAll] = answer.json.result.map(({ data }: { data: object[] }) => data);
      const database = await running.admin.post(path, {
        datasource: { id: datasetId, type: 'table' },
        queries: ['2026-02-01 : 2026-03-01', '2026-01-01 : 2026-02-01'].map((val) => ({
          ...{ columns: [], metrics: [average, sum], filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val }] },
        })),
      });
      const [now, before] = database.json.result.map(
        ({ data }: { data: { mean: number; total: number }[] }) => data[0],
      );
      expect(ofAll[0]).toMatchObject({ ...now, 'mean__1 month ago': before.mean, 'total__1 month ago': before.total });
      // In January every region has that many rows, in February one: both totals are about that one.
      const [shown] = rows;
      expect(rows).toHaveLength(1);
      expect(ofGroups[0]).toMatchObject({ ...shown, region: null });
    });

    describe('make shares', () => {
      const shares = { columns: ['total', 'mean'], rename_columns: ['%total', '%mean'] };
      const contribution = (options: object) => [{ operation: 'contribution', options }];
      const limited = { columns: ['region'], metrics: [sum, average], orderby: [[sum, false]], row_limit: 1 };
      const asked = (ofAll: Query, options: object = shares) => ({
        datasource: { id: datasetId, type: 'table' },
        queries: [
          { ...limited, post_processing: contribution(options) },
          { metrics: [sum, average], ...ofAll },
        ],
      });
      const ofOurs = { columns: ['region'], grouping_sets: [[]], unless_additive: true };
      type Shared = { total: number; mean: number; '%total': number; '%mean': number };
      const sharesOf = async (body: object, options: object = {}): Promise<Shared> =>
        (await running.admin.post(path, { ...body, ...options })).json.result[0].data[0];

      it.each([
        ['without columns, as clients of the reference ask', { columns: [] }],
        ['that we ask for', ofOurs],
      ])('of all rows, beyond the row limit, with totals %s', async (_name, ofAll) => {
        const first = await sharesOf(asked(ofAll));
        const all = (await ask({ columns: [], metrics: [sum, average] })).json.result[0].data[0];
        expect(first['%total']).toBeCloseTo(first.total / all.total, 12);
        expect(first['%mean']).toBeCloseTo(first.mean / all.mean, 12);
        expect(first['%total']).toBeLessThan(0.5);
        expect(await sharesOf(asked(ofAll))).toEqual(first);
        expect(await sharesOf(asked(ofAll), { force: true })).toEqual(first);
      });

      it('of all rows in files too', async () => {
        const first = await sharesOf(asked(ofOurs));
        const file = await running.admin.post(path, { ...asked(ofOurs), result_format: 'csv' });
        const [head, row] = file.text
          .trim()
          .split('\r\n')
          .map((line) => line.split(','));
        expect(Number(row?.[head?.indexOf("'%total") ?? -1]), file.text).toBeCloseTo(first['%total'], 9);
      });

      it('of the rows that came where no totals are asked for, or the rule says that there are none', async () => {
        const bodies = [asked(ofOurs, { ...shares, contribution_totals: {} }), asked({ columns: ['region'] })];
        for (const body of bodies) expect(await sharesOf(body)).toMatchObject({ '%total': 1, '%mean': 1 });
      });
    });

    it('are no rows of a file', async () => {
      const file = await running.admin.post(path, { ...both([average]), result_format: 'csv' });
      expect(file.headers.get('content-type')).toContain('text/csv');
      expect(file.text.trim().split('\r\n')).toHaveLength(7);
    });

    it('name an entry that is no column', async () => {
      const answer = await ask({ ...totals, metrics: [sum], grouping_sets: [['nowhere']] });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('grouping_sets')]);
    });
  });

  it('writes integers beyond 2^53 with all their digits', async () => {
    const answer = await ask({ columns: ['big'], metrics: null, orderby: [['big', true]], row_limit: 1 });
    expect(answer.text).toContain('"data":[{"big":9007199254740993}]');
  });

  it('is answered from the cache the second time, and anew when forced', async () => {
    const query = { columns: ['is_even'], metrics: [count], row_limit: 5 };
    expect((await ask(query)).json.result[0].is_cached).toBe(false);
    const again = (await ask(query)).json.result[0];
    expect(again.is_cached).toBe(true);
    expect(again.cached_dttm).toBe('2026-11-21T10:00:00.000Z');
    expect((await ask(query, { force: true })).json.result[0].is_cached).toBe(false);
    expect((await running.admin.post(`${path}?force=true`, payload(query))).json.result[0].is_cached).toBe(false);
  });

  it('downloads as CSV and XLSX, several queries as a ZIP, for those who may download', async () => {
    const query = { columns: ['region'], metrics: [sum], orderby: [[sum, false]], row_limit: 3 };
    const csv = await ask(query, { result_format: 'csv' });
    expect(csv.headers.get('content-disposition')).toMatch(/attachment; filename=".*\.csv"/);
    expect(csv.text.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual(['region,total', ',1500500']);
    expect((await ask(query, { result_format: 'xlsx' })).bytes.slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
    const arrow = await ask(query, { result_format: 'arrow' });
    expect(arrow.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    expect(tableFromIPC(arrow.bytes).toArray()[0]).toEqual({ region: null, total: 1_500_500 });
    const form = new URLSearchParams({
      form_data: JSON.stringify({ ...payload(query), queries: [query, query], result_format: 'csv' }),
    });
    expect((await running.admin.send('POST', path, { form })).headers.get('content-type')).toBe('application/zip');
    const { store, accounts } = running.app.services;
    const viewer = await running.signInAs('viewer', ['Gamma']);
    await store
      .deleteFrom('role_permissions')
      .where('permission', '=', 'can_csv')
      .where(
        'role_id',
        '=',
        (await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id,
      )
      .execute();
    await store
      .insertInto('role_permissions')
      .values({
        role_id: (await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow())
          .id,
        permission: 'all_datasource_access',
        view: 'all_datasource_access',
      })
      .execute();
    accounts.forget();
    expect((await ask(query, {}, viewer)).status).toBe(200);
    expect((await ask(query, { result_format: 'csv' }, viewer)).status).toBe(403);
    await store
      .deleteFrom('role_permissions')
      .where('permission', '=', 'all_datasource_access')
      .where('view', '=', 'all_datasource_access')
      .where(
        'role_id',
        '=',
        (await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id,
      )
      .execute();
    accounts.forget();
  });

  it('can be described instead of read: its query, its columns, its samples, its time grains', async () => {
    const query = { columns: ['region'], metrics: [count] };
    expect((await ask(query, { result_type: 'query' })).json.result[0]).toMatchObject({
      language: 'sql',
      query: expect.stringContaining('GROUP BY'),
    });
    expect((await ask(query, { result_type: 'columns' })).json.result[0].data).toContainEqual(
      expect.objectContaining({ column_name: 'amount', dtype: 0 }),
    );
    expect((await ask(query, { result_type: 'samples' })).json.result[0].colnames).toContain('big');
    expect(JSON.stringify((await ask(query, { result_type: 'timegrains' })).json)).toContain('P1D');
    expect((await ask(query, { result_type: 'nonsense' })).json.message).toContain('Invalid result type: nonsense');
  });

  it('compares with an earlier period beside the present one', async () => {
    const answer = await ask({
      columns: [{ label: 'at', sqlExpression: 'at', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1D' }],
      metrics: [sum],
      filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2026-03-01 : 2026-03-03' }],
      time_offsets: ['1 week ago'],
      row_limit: 10,
    });
    expect(answer.json.result[0].colnames).toEqual(['at', 'total', 'total__1 week ago']);
    expect(
      answer.json.result[0].data.every(
        (row: Record<string, number>) => row.total === (row['total__1 week ago'] ?? 0) + 70,
      ),
    ).toBe(true);
  });
});

describe('a saved chart', () => {
  it('answers with its data by its id, from its form when no queries were saved with it', async () => {
    const params = JSON.stringify({ groupby: ['region'], metrics: [sum], query_mode: 'aggregate', row_limit: 2 });
    const body = { slice_name: 'Saved', datasource_id: datasetId, datasource_type: 'table', params };
    const table = await running.admin.post('/api/v1/chart/', { ...body, viz_type: 'table' });
    const answer = await running.admin.get(`/api/v1/chart/${table.json.id}/data/`);
    expect(answer.json.result[0]).toMatchObject({ colnames: ['region', 'total'], rowcount: 2 });
    const unknown = await running.admin.post('/api/v1/chart/', { ...body, viz_type: 'unheard_of' });
    const refused = await running.admin.get(`/api/v1/chart/${unknown.json.id}/data/`);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'Chart has no query context saved. Please save the chart again.',
    ]);
  });
});

describe('a chart by its form alone', () => {
  const legacyPath = '/superset/explore_json/';
  const form = (more: Query = {}) => ({
    viz_type: 'pie',
    datasource: `${datasetId}__table`,
    groupby: ['region'],
    metric: count,
    row_limit: 10,
    ...more,
  });
  const post = (body: unknown, client = running.admin) =>
    client.send('POST', legacyPath, { form: new URLSearchParams({ form_data: JSON.stringify(body) }) });

  it('answers what its queries answer, as older clients ask [API-047, API-088]', async () => {
    const answer = await post(form());
    expect(answer.status, answer.text).toBe(200);
    const asked = await ask({ columns: ['region'], metrics: [count], row_limit: 10 });
    expect(answer.json.result[0].data).toEqual(asked.json.result[0].data);
    expect(answer.json.result[0]).toMatchObject({ status: 'success', colnames: ['region', 'n'], rowcount: 3 });
    expect((await post(form(), reader)).json.result[0].rowcount).toBe(3);
    const again = async (query = '') => {
      const body = new URLSearchParams({ form_data: JSON.stringify(form()) });
      return (await running.admin.send('POST', `${legacyPath}${query}`, { form: body })).json.result[0].is_cached;
    };
    expect([await again(), await again('?force=true'), await again()]).toEqual([true, false, true]);
  });

  it('says what is wrong with the form, and keeps to what its sender may read', async () => {
    expect((await post(form({ datasource: 'sales' }))).json.message).toContain('datasource must be written');
    expect((await post(form({ viz_type: 'nothing' }))).json.message).toContain('viz_type nothing is not known');
    expect((await post(7)).status).toBe(400);
    expect((await post(form({ datasource: '999__table' }))).status).toBe(404);
    expect((await post(form(), outsider)).status).toBeGreaterThanOrEqual(403);
    expect((await post(form(), apiClient(running.url))).status).toBe(401);
  });
});

describe('what goes wrong', () => {
  it('is said with its field, the place in the SQL and the engine’s own words', async () => {
    expect((await ask({ columns: [], metrics: [] })).json.message).toBeDefined();
    const wrong = await ask({
      columns: [],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amonut)', label: 'x' }],
    });
    expect(wrong.status).toBe(400);
    expect(wrong.json.errors[0]).toMatchObject({
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { driver_message: expect.stringContaining('amonut') },
    });
    expect((await running.admin.post(path, { queries: [] })).json.message).toHaveProperty('datasource');
    expect((await running.admin.post(path, 'text')).status).toBe(400);
    expect(
      (await running.admin.send('POST', path, { form: new URLSearchParams({ form_data: '{' }) })).json.message,
    ).toBe('Request is not JSON');
  });

  it('is refused without sign-in, without access, and for datasets that are gone', async () => {
    const query = { columns: ['region'], metrics: [count] };
    expect((await ask(query, {}, apiClient(running.url))).status).toBe(401);
    const refused = await ask(query, {}, outsider);
    expect(refused.status).toBe(403);
    expect(refused.json.errors[0].error_type).toBe('DATASOURCE_SECURITY_ACCESS_ERROR');
    expect((await ask(query, {}, reader)).status).toBe(200);
    const gone = { ...payload(query), datasource: { id: 9999, type: 'table' } };
    for (const asked of [gone, { ...gone, result_type: 'query' }, { ...gone, result_type: 'columns' }]) {
      const answer = await running.admin.post(path, asked);
      expect([answer.status, answer.json.message]).toEqual([404, 'The dataset of this chart no longer exists.']);
    }
    const answers = await Promise.all(
      [refused, await outsider.post(path, gone)].map(({ status, json }) =>
        JSON.stringify([status, json]).replaceAll(new RegExp(`\\b(9999|${datasetId})\\b`, 'g'), 'N'),
      ),
    );
    expect(answers[0]).toBe(answers[1]);
    const unknown = await running.admin.post(path, { ...gone, datasource: { id: 9999, type: 'query' } });
    expect([unknown.status, unknown.json.message]).toEqual([404, 'Not found']);
  });
});

describe('many charts in one request', () => {
  it('are answered one line each, a failing one without harm to the others', async () => {
    const good = payload({ columns: ['region'], metrics: [count], row_limit: 9 });
    const bad = payload({
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'nope(', label: 'x' }],
    });
    const answer = await running.admin.post(`${path}/batch`, {
      requests: [
        { key: 'good', payload: good },
        { key: 'bad', payload: bad },
        { key: 'gone', payload: { ...good, datasource: { id: 9999 } } },
      ],
    });
    const lines = new Map(
      answer.text
        .trim()
        .split('\n')
        .map((line) => [JSON.parse(line).key, JSON.parse(line)]),
    );
    expect([...lines.keys()].sort()).toEqual(['bad', 'gone', 'good']);
    expect(lines.get('good')).toMatchObject({ status: 200, results: [{ table: { rowCount: 3 } }] });
    expect(lines.get('bad')).toMatchObject({ status: 400, error: { errors: [expect.any(Object)] } });
    expect(lines.get('gone').status).toBe(404);
  });

  it('describe instead of reading rows where their queries ask for that', async () => {
    const asked = (result_type: string) => ({
      key: result_type,
      payload: { ...payload({ columns: ['region'] }), result_type },
    });
    const requests = ['columns', 'timegrains', 'query', 'nonsense'].map(asked);
    const answer = await running.admin.post(`${path}/batch`, { requests });
    const lines = new Map(
      answer.text
        .trim()
        .split('\n')
        .map((line) => [JSON.parse(line).key, JSON.parse(line)]),
    );
    expect(lines.get('columns').result[0].data[0]).toMatchObject({ column_name: expect.any(String) });
    expect(lines.get('timegrains').result[0].data.length).toBeGreaterThan(5);
    expect(lines.get('query').result[0]).toMatchObject({ language: 'sql', query: expect.stringContaining('SELECT') });
    expect(lines.get('nonsense')).toMatchObject({ status: 400, error: { errors: [expect.any(Object)] } });
  });

  // What waits for a server's store goes on as its answers come, several of them in one turn.
  it.skipIf(isOnServer)(
    'are prepared a few in each turn of the event loop, so that others are answered between',
    async () => {
      const good = payload({ columns: ['region'], metrics: [count], row_limit: 9 });
      const requests = Array.from({ length: 40 }, (_, at) => ({ key: String(at), payload: good }));
      const ask = () => running.admin.post(`${path}/batch`, { requests });
      // From the third time on nothing of it waits for the engine.
      await ask();
      await ask();
      const lookups: number[] = [];
      let isAnswered = false;
      const look = async (): Promise<void> => {
        const { values } = await running.app.services.metrics.cacheLookups.get();
        lookups.push(values.reduce((sum, { value }) => sum + value, 0));
        if (!isAnswered) setImmediate(look);
      };
      await look();
      const answer = await ask();
      isAnswered = true;
      expect(answer.text.trim().split('\n')).toHaveLength(requests.length);
      const perTurn = lookups.slice(1).map((total, at) => total - (lookups[at] ?? 0));
      expect(perTurn.reduce((sum, some) => sum + some, 0)).toBeGreaterThan(requests.length / 2);
      expect(Math.max(...perTurn)).toBeLessThanOrEqual(requests.length / 4);
    },
  );

  it('need a sign-in, keys and at least one request', async () => {
    expect((await apiClient(running.url).post(`${path}/batch`, { requests: [] })).status).toBe(401);
    expect((await running.admin.post(`${path}/batch`, { requests: [] })).status).toBe(400);
    expect(
      (await running.admin.post(`${path}/batch`, { requests: [{ payload: payload({}) }] })).json.message,
    ).toHaveProperty('requests.0.key');
  });
});

describe('attacks through chart queries', () => {
  const fragments = [
    '(SELECT salary FROM salaries)',
    'amount) FROM sales; SELECT salary FROM salaries --',
    '1 UNION SELECT salary FROM salaries',
    "read_text('/etc/passwd')",
    "(SELECT * FROM read_csv('/etc/passwd'))",
    'amount /* */ ; DROP TABLE sales',
    "getenv('HOME')",
    "query('SELECT salary FROM salaries')",
    '1) OR 1=1 --',
    "query_table('salaries')",
    'max((SELECT max(salary) FROM main.salaries))',
    'EXISTS (FROM salaries)',
    'list((FROM salaries))',
    "current_setting('secret_directory')",
  ];

  it('reach no other table, file or function by metrics, columns, conditions or order', async () => {
    for (const text of fragments) {
      const adhoc = { label: 'x', sqlExpression: text, expressionType: 'SQL' };
      const answers = await Promise.all([
        ask({ columns: [], metrics: [adhoc], row_limit: 5 }, {}, reader),
        ask({ columns: [adhoc], metrics: null, row_limit: 5 }, {}, reader),
        ask({ columns: ['region'], metrics: [count], extras: { where: text }, row_limit: 5 }, {}, reader),
        ask({ columns: ['region'], metrics: [count], extras: { having: text }, row_limit: 5 }, {}, reader),
        ask({ columns: ['region'], metrics: [count], orderby: [[adhoc, true]], row_limit: 5 }, {}, reader),
        ask(
          { columns: ['region'], metrics: [count], filters: [{ col: adhoc, op: '==', val: 1 }], row_limit: 5 },
          {},
          reader,
        ),
      ]);
      for (const answer of answers) {
        expect(answer.status, `${text} -> ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text.replace(text, '')).not.toMatch(/root:|"secret"/);
      }
    }
    expect((await ask({ columns: [], metrics: [count] }, {}, running.admin)).json.result[0].data[0].n).toBe(3000);
  });

  it('leave nobody more rows than the row-level rules allow, whatever the conditions say', async () => {
    const { store } = running.app.services;
    const stamp = '2026-01-01T00:00:00.000Z';
    const rule = await store
      .insertInto('row_level_rules')
      .values({
        name: 'EU only',
        filter_type: 'Regular',
        clause: "region = 'EU' OR 1 = 0",
        created_on: stamp,
        changed_on: stamp,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const gamma = await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: gamma.id }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
    const condition = fc.oneof(
      fc.constantFrom(
        '1 = 1',
        '1=1 OR 1=1',
        "region = 'US'",
        "region = 'US' OR true",
        'amount > 0) OR (1=1',
        '1=1 --',
        '/* */ true',
        'NOT false',
        "region IS NULL OR region <> 'EU'",
      ),
      fc.string({ maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(condition, fc.constantFrom('where', 'having'), async (text, place) => {
        const answer = await ask(
          { columns: ['region'], metrics: [count], extras: { [place]: text }, row_limit: 10 },
          {},
          reader,
        );
        if (answer.status !== 200) return;
        for (const row of answer.json.result[0].data) expect(row.region).toBe('EU');
      }),
      { numRuns: 60 },
    );
    const unbound = await ask({ columns: ['region'], metrics: [count], row_limit: 10 });
    expect(unbound.json.result[0].data).toHaveLength(3);
  });
});
