import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { type MailServer, startMailServer } from '@powerset/testkit/mail-server';
import { expect } from 'vitest';

export const reportPath = '/api/v1/report/';
export const startTime = Date.parse('2026-03-02T05:00:00Z');

export interface ReportWorld {
  readonly running: InProcessApp;
  readonly mail: MailServer;
  readonly alpha: ApiClient;
  readonly datasetId: number;
  readonly charts: Readonly<Record<'bars' | 'table' | 'broken', number>>;
  readonly dashboardId: number;
  /** The clock strikes, everything that it starts comes to its end, and the clock is put back. */
  strike(at: string): Promise<void>;
  /** The clock strikes, and what is at work goes on. */
  tickAt(at: string): Promise<void>;
  /** Makes a report and gives its id. */
  make(change?: object, api?: ApiClient): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of any shape, checked by the test
  logsOf(id: number, api?: ApiClient): Promise<any[]>;
  stop(): Promise<void>;
}

const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'revenue' };

/** A server that draws, with a chart, a table, a broken chart and a dashboard of them, and a mail server. */
export async function startReportWorld(
  env: Readonly<Record<string, string>> = {},
  onLog?: (line: string) => void,
): Promise<ReportWorld> {
  const mail = await startMailServer();
  let time = startTime;
  const running = await startInProcess({
    drawsPictures: true,
    ...(onLog ? { onLog } : {}),
    now: () => new Date(time),
    env: {
      POWERSET_SMTP_URL: mail.url,
      POWERSET_MAIL_FROM: 'Powerset <reports@example.com>',
      POWERSET_PUBLIC_URL: 'https://bi.example.com',
      POWERSET_REPORT_RETRY_SECONDS: '0',
      ...env,
    },
  });
  const engine = await running.app.services.engines.getEmbedded(1);
  await engine.runTrusted(
    "CREATE TABLE sales AS SELECT ['EU','US','UK'][1 + i % 3] AS region, i AS amount FROM range(99) AS r(i)",
  );
  const dataset = { database: 1, schema: 'main', table_name: 'sales' };
  const datasetId = (await running.admin.post('/api/v1/dataset/', dataset)).json.id;
  const alpha = await running.signInAs('alpha', ['Alpha']);
  await running.app.services.store
    .updateTable('users')
    .set({ email: 'alpha@example.com' })
    .where('username', '=', 'alpha')
    .execute();
  running.app.services.accounts.forget();
  const add = async (name: string, type: string, form: object): Promise<number> => {
    const params = JSON.stringify(form);
    const chart = { slice_name: name, viz_type: type, datasource_id: datasetId, datasource_type: 'table', params };
    return (await alpha.post('/api/v1/chart/', chart)).json.id;
  };
  const charts = {
    bars: await add('Revenue', 'echarts_timeseries_bar', { x_axis: 'region', metrics: [revenue], groupby: [] }),
    table: await add('Regions', 'table', { groupby: ['region'], metrics: [revenue], query_mode: 'aggregate' }),
    broken: await add('Broken', 'pie', { groupby: ['nowhere'], metric: revenue }),
  };
  const node = (id: string, type: string, children: readonly string[], meta: object = {}) => [
    id,
    { id, type, children, meta },
  ];
  const cards = [charts.bars, charts.table].map((chartId) =>
    node(`CHART-${chartId}`, 'CHART', [], { chartId, width: 6, height: 40 }),
  );
  const nodes = [
    node('ROOT_ID', 'ROOT', ['GRID_ID']),
    node('GRID_ID', 'GRID', ['ROW-1']),
    node(
      'ROW-1',
      'ROW',
      cards.map(([id]) => String(id)),
    ),
    ...cards,
  ];
  const position_json = JSON.stringify(Object.fromEntries(nodes));
  const made = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Sales', published: true, position_json });
  const dashboardId = made.json.id;
  for (const id of [charts.bars, charts.table]) await alpha.put(`/api/v1/chart/${id}`, { dashboards: [dashboardId] });
  const { reports } = running.app;
  return {
    ...{ running, mail, alpha, datasetId, charts, dashboardId },
    strike: async (at) => {
      time = Date.parse(at);
      await reports.tick();
      await reports.idle();
      time = startTime;
    },
    tickAt: async (at) => {
      time = Date.parse(at);
      await reports.tick();
      time = startTime;
    },
    make: async (change = {}, api = alpha) => {
      const answer = await api.post(reportPath, toReport(charts.bars, change));
      expect(answer.status, answer.text).toBe(201);
      return answer.json.id;
    },
    logsOf: async (id, api = alpha) => (await api.get(`${reportPath}${id}/log/`)).json.result,
    stop: async () => {
      await running.stop();
      await mail.stop();
    },
  };
}

let count = 0;

/** A report of a chart by mail, each with a name of its own. */
export function toReport(chart: number, change: object = {}) {
  count += 1;
  return {
    type: 'Report',
    name: `Report ${count}`,
    crontab: '0 6 * * *',
    chart,
    recipients: [{ type: 'Email', recipient_config_json: { target: 'ann@example.com; bob@example.com' } }],
    ...change,
  };
}
