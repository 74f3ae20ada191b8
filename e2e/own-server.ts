import type { BrowserContext } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { grantDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { expect } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const sql = `select * from (values
  ('Web', 'Germany', 12, true, timestamp '2026-01-03 10:00:00'),
  ('Web', 'France', 30, false, timestamp '2026-01-09 11:00:00'),
  ('Store', 'Germany', 7, true, timestamp '2026-02-02 12:00:00'),
  ('Store', 'Spain', 21, false, timestamp '2026-02-12 13:00:00'),
  ('Phone', 'France', 5, true, timestamp '2026-03-01 14:00:00')
) as orders(channel, country, pieces, paid, ordered_at)`;

/** A server of its own with a small dataset, a published dashboard of two charts on it, and people. */
export interface OwnServer {
  readonly running: InProcessApp;
  readonly admin: ApiClient;
  readonly url: string;
  readonly datasetId: number;
  readonly dashboardId: number;
  readonly chartIds: readonly number[];
  /** The dashboard's address. */
  readonly address: string;
  /** Another pie on the dashboard, by a column. */
  readonly addChart: (name: string, column: string, change?: object) => Promise<number>;
  /** Makes a person with a role, who may read the dataset. */
  readonly person: (name: string, role: string) => Promise<ApiClient>;
  /** A browser context becomes that person's. */
  readonly enter: (context: BrowserContext, name?: string) => Promise<void>;
}

const password = 'a password for tests';

export async function openOwnServer(env: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const running = await startInProcess({ env });
  const { admin, url } = running;
  const databaseId = await findExampleDatabase(admin);
  const dataset = await admin.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'small_orders',
    sql,
  });
  expect(dataset.status, dataset.text).toBe(201);
  const datasetId: number = dataset.json.id;
  const board = await admin.post('/api/v1/dashboard/', { dashboard_title: 'House', published: true });
  const dashboardId: number = board.json.id;
  const addChart: OwnServer['addChart'] = async (name, column, change = {}) => {
    const pieces = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'pieces' }, label: 'Pieces' };
    const form = { viz_type: 'pie', groupby: [column], metric: pieces, adhoc_filters: [], ...change };
    const answer = await admin.post('/api/v1/chart/', {
      slice_name: name,
      viz_type: form.viz_type,
      datasource_id: datasetId,
      datasource_type: 'table',
      params: JSON.stringify(form),
      dashboards: [dashboardId],
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  };
  const charts = [await addChart('Pieces by channel', 'channel'), await addChart('Pieces by country', 'country')];
  const granted = new Set<string>();
  return {
    running,
    admin,
    url,
    datasetId,
    dashboardId,
    chartIds: charts,
    addChart,
    address: `${url}/superset/dashboard/${dashboardId}/`,
    person: async (name, role) => {
      const client = await running.signInAs(name, [role]);
      if (!granted.has(role)) await grantDataset(running, role, { databaseId, datasetId });
      granted.add(role);
      return client;
    },
    enter: (context, name) => signInContext(context, url, name ? { username: name, password } : testAdmin),
  };
}
