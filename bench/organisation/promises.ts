import { type ApiClient, signInWithToken, testAdmin } from '@powerset/testkit';
import { firstIds } from '@powerset/testkit/organisation';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, interleave, ms, times } from '../figures.ts';
import { headersOf } from './recorded.ts';
import type { BarResult } from './results-of-stage.ts';
import type { OrganisationStage } from './stage.ts';

const identicalQuestions = 1000;
const bundleDashboards = 20;
const bundleSeconds = 5;
const rounds = 15;
/** A guest may wait so much longer than a member. */
const guestShare = 1.25;

/** What is promised of single things, held where all the rest is there too. */
export async function holdPromises(stage: OrganisationStage): Promise<readonly BarResult[]> {
  const [server] = stage.servers;
  if (!server) throw new Error('A stage has a process.');
  const api = await signInWithToken(server.url, testAdmin);
  const held: BarResult[] = [];
  for (const hold of [() => askAtOnce(api, server.port), () => moveBundle(api), () => compareGuest(api, server.port)])
    held.push(await hold().catch(toFailure));
  return held;
}

const toFailure = (error: unknown): BarResult => ({
  what: 'could not be measured',
  measured: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
  bar: '',
  isWithin: false,
});

/** A thousand people ask the same at once, which nobody has asked before: how often the engine is asked. */
async function askAtOnce(api: ApiClient, port: number): Promise<BarResult> {
  const amount = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'amount' };
  const filters = [{ col: 'cost', op: '<', val: 98_765 }];
  const body = JSON.stringify({
    datasource: { id: firstIds.datasets + 1, type: 'table' },
    queries: [{ columns: ['region', 'channel'], metrics: [amount], filters, row_limit: 500 }],
    result_format: 'json',
    result_type: 'full',
  });
  const path = '/api/v1/chart/data';
  const before = await engineRuns(api);
  const connections = await Promise.all(Array.from({ length: identicalQuestions }, () => Connection.open(port)));
  const startedAt = performance.now();
  const answers = await Promise.all(
    connections.map((connection, person) =>
      connection.send(requestBytes({ port, path, body, headers: headersOf(person) })),
    ),
  );
  const took = performance.now() - startedAt;
  for (const connection of connections) connection.close();
  const runs = (await engineRuns(api)) - before;
  const failed = answers.filter(({ status }) => status !== 200).length;
  return {
    what: `${identicalQuestions} people ask the same at once`,
    measured: `${runs} run${runs === 1 ? '' : 's'} of the engine, ${failed} refused, all answered after ${ms(took)}`,
    bar: '1 run',
    isWithin: runs === 1 && failed === 0,
  };
}

async function engineRuns(api: ApiClient): Promise<number> {
  const { text } = await api.get('/metrics');
  const counts = [...text.matchAll(/^powerset_engine_seconds_count(?:\{[^}]*\})? (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Dashboards with ten charts each, taken out and put in again over what is there. */
async function moveBundle(api: ApiClient): Promise<BarResult> {
  const ids = Array.from({ length: bundleDashboards }, (_, at) => firstIds.dashboards + at * 7);
  const exported = await api.get(`/api/v1/dashboard/export/?q=${encodeURIComponent(`!(${ids.join(',')})`)}`);
  if (exported.status !== 200) throw new Error(`The bundle was not written: ${exported.status} ${exported.text}`);
  const form = new FormData();
  form.set('formData', new Blob([new Uint8Array(exported.bytes)], { type: 'application/zip' }), 'bundle.zip');
  form.set('overwrite', 'true');
  const startedAt = performance.now();
  const imported = await api.send('POST', '/api/v1/dashboard/import/', { form });
  const took = performance.now() - startedAt;
  if (imported.status !== 200) throw new Error(`The bundle was not read: ${imported.status} ${imported.text}`);
  return {
    what: `a bundle of ${bundleDashboards * 10} charts is imported`,
    measured: ms(took),
    bar: ms(bundleSeconds * 1000),
    isWithin: took < bundleSeconds * 1000,
  };
}

/** What a dashboard is described by, asked by a member and by a guest in turns. */
async function compareGuest(api: ApiClient, port: number): Promise<BarResult> {
  const embedded = await api.post(`/api/v1/dashboard/${firstIds.dashboards}/embedded`, { allowed_domains: [] });
  const resources = [{ type: 'dashboard', id: embedded.json.result.uuid }];
  const given = await api.post('/api/v1/security/guest_token/', { user: { username: 'guest' }, resources, rls: [] });
  const guest = { 'x-guesttoken': String(given.json.token) };
  const connection = await Connection.open(port);
  const ask = async (headers: Readonly<Record<string, string>>) => {
    for (const part of ['', '/charts', '/datasets']) {
      const path = `/api/v1/dashboard/${firstIds.dashboards}${part}`;
      const { status } = await connection.send(requestBytes({ port, path, headers }));
      if (status !== 200) throw new Error(`The dashboard answered ${status} at ${part}`);
    }
  };
  const asked = await interleave({ member: () => ask(headersOf(0)), guest: () => ask(guest) }, rounds);
  connection.close();
  const [member, other] = [figuresOf(asked.member).median, figuresOf(asked.guest).median];
  return {
    what: "a guest's dashboard, against a member's",
    measured: `${times(other / member)} (${ms(other)} against ${ms(member)})`,
    bar: times(guestShare),
    isWithin: other <= member * guestShare,
  };
}
