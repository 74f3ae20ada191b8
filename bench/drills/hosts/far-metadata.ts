import type { ApiClient } from '@powerset/testkit';
import { type DrillRow, median, pause } from '../drill.ts';
import { startLoad } from '../sibling-load.ts';
import { hostOf } from './installation.ts';
import { failuresOf, type HostStage, readTogether, slowestOf, tell, timed } from './stage.ts';

const lostPercent = 5;
const oneWayMs = 10;
const rounds = 5;
/** So many round trips one after the other a page may make. */
const mostTrips = 20;

/** Packets are lost here and there, as over a bad line. */
export async function loseSome(stage: HostStage): Promise<DrillRow> {
  const { all, kept } = stage;
  const before = kept.failed.length;
  all.network.lose(hostOf.metadata, lostPercent);
  const load = startLoad(stage, 4);
  const lists = await readTogether([all.direct.a, all.direct.b, all.direct.c], 15_000);
  await load.stop();
  all.network.mend();
  return {
    done: `${lostPercent} % of the packets to and from the metadata’s machine are lost, under load`,
    seen: `${tell(lists)}; of those who save, ask and run ${kept.failed.length - before} failed`,
    isGood: failuresOf(lists).length === 0 && slowestOf(lists) <= 10_000 && kept.failed.length === before,
  };
}

/** How many statements wait for each other shows where each takes its time on the way. */
export async function moveFar(stage: HostStage): Promise<DrillRow> {
  const { network, direct } = stage.all;
  const dashboard = await makeDashboard(stage);
  const near = await timePages(direct.a, dashboard);
  await network.slow(hostOf.metadata, oneWayMs);
  await pause(1000);
  const far = await timePages(direct.a, dashboard);
  const trips = far.map(({ name, ms }, at) => ({
    name,
    ms,
    trips: Math.max(0, ms - (near[at]?.ms ?? 0)) / (2 * oneWayMs),
  }));
  const told = trips.map((page) => `${page.name} ${page.ms} ms (${page.trips.toFixed(0)} round trips)`);
  return {
    done: `the metadata’s machine is ${2 * oneWayMs} ms away, there and back`,
    seen: told.join(', '),
    isGood: far.every(({ isWell }) => isWell) && trips.every((page) => page.trips <= mostTrips),
  };
}

interface Page {
  readonly name: string;
  readonly ms: number;
  readonly isWell: boolean;
}

async function timePages(api: ApiClient, dashboard: number): Promise<readonly Page[]> {
  const read = (path: string) => () => api.get(path);
  const pages: Readonly<Record<string, () => ReturnType<ApiClient['get']>>> = {
    'who I am': read('/api/v1/me/'),
    'list of dashboards': read('/api/v1/dashboard/?q=(page_size:25)'),
    dashboard: read(`/api/v1/dashboard/${dashboard}`),
    'its charts': read(`/api/v1/dashboard/${dashboard}/charts`),
    'its datasets': read(`/api/v1/dashboard/${dashboard}/datasets`),
    saving: () => api.put(`/api/v1/dashboard/${dashboard}`, { dashboard_title: 'Far' }),
  };
  const found: Page[] = [];
  for (const [name, ask] of Object.entries(pages)) {
    const answers = [];
    for (let round = 0; round < rounds; round += 1) answers.push(await timed(ask));
    found.push({
      name,
      ms: median(answers.map(({ ms }) => ms)),
      isWell: answers.every(({ status }) => status === 200),
    });
  }
  return found;
}

const chartCount = 12;

async function makeDashboard({ all, datasetId }: HostStage): Promise<number> {
  const api = all.direct.a;
  const made = await api.post('/api/v1/dashboard/', { dashboard_title: 'Near' });
  const id: number = made.json.id;
  for (let at = 0; at < chartCount; at += 1) {
    const metric = { expressionType: 'SQL', sqlExpression: `sum(n) + ${at}`, label: 'm' };
    const params = { datasource: `${datasetId}__table`, viz_type: 'big_number_total', metric };
    const chart = { slice_name: `Chart ${at}`, viz_type: 'big_number_total', params: JSON.stringify(params) };
    const place = { datasource_id: datasetId, datasource_type: 'table', dashboards: [id] };
    await api.post('/api/v1/chart/', { ...chart, ...place });
  }
  return id;
}
