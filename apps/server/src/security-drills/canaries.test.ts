import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, testAdmin } from '@powerset/testkit';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '../access/index.ts';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

const password = 'canary-password-9981';
const lines: string[] = [];

let world: DrillWorld;
/** Secrets by what they are; none may be found anywhere but where it belongs. */
const needles = new Map<string, string>();
/** Values for the gaps of addresses, so that calls answer with something. */
const gaps = new Map<string, readonly string[]>();

beforeAll(async () => {
  world = await startDrillWorld({ POWERSET_PUBLIC_ROLE_LIKE: 'Gamma', POWERSET_QUERY_TIMEOUT: '2' }, (line) =>
    lines.push(line),
  );
  await plantConnection();
  await plantSignIns();
  await fillGaps();
});
afterAll(() => world.running.stop());

/** A connection to a server; written into the store, since only what answers is saved by a call. */
async function plantConnection(): Promise<void> {
  const { store, secrets } = world.running.app.services;
  const sealed = secrets.encrypt(JSON.stringify({ password }));
  await store
    .insertInto('databases')
    .values({
      uuid: crypto.randomUUID(),
      database_name: 'Elsewhere',
      backend: 'postgresql',
      sqlalchemy_uri: 'postgresql://someone:XXXXXXXXXX@127.0.0.1:9/db?sslmode=disable',
      secret: sealed,
      extra: '{}',
      configuration_method: 'sqlalchemy_form',
      created_on: '2026-01-01T00:00:00Z',
      changed_on: '2026-01-01T00:00:00Z',
    })
    .execute();
  needles.set('password of a database', password).set('sealed secret', sealed);
  needles.set('key of the installation', readFileSync(join(world.running.dataFolder, 'secret.key'), 'utf8').trim());
}

async function plantSignIns(): Promise<void> {
  const { running, visitor } = world;
  const { store } = running.app.services;
  const browser = await running.signInByCookie();
  const cookie = browser.headers.cookie?.split('=')[1] ?? '';
  const tokens = await visitor.post('/api/v1/security/login', { ...testAdmin, provider: 'db', refresh: true });
  needles
    .set('cookie of a session', cookie)
    .set('hash of a session', hashToken(cookie))
    .set('CSRF token of another session', browser.headers['x-csrftoken'] ?? '')
    .set('bearer token', tokens.json.access_token)
    .set('refresh token', tokens.json.refresh_token)
    .set('password of a person', testAdmin.password)
    .set('any password hash', '$argon2')
    .set('set-up token', running.app.setUp.token ?? 'there is none');
  for (const user of await store.selectFrom('users').selectAll().execute())
    needles.set(`password hash of ${user.username}`, String(user.password_hash));
}

async function fillGaps(): Promise<void> {
  const { admin, openDataset, databaseId, running } = world;
  const run = await admin.post('/api/v1/sqllab/execute/', {
    database_id: databaseId,
    sql: 'SELECT 1 AS a',
    client_id: 'canaryrun',
  });
  const dashboard = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Canaries', published: true });
  const chart = { slice_name: 'C', viz_type: 'table', datasource_id: openDataset, datasource_type: 'table' };
  await admin.post('/api/v1/chart/', { ...chart, dashboards: [dashboard.json.id] });
  const link = await admin.post(`/api/v1/dashboard/${dashboard.json.id}/permalink`, {});
  const form = await admin.post('/api/v1/explore/form_data', {
    datasource_id: openDataset,
    datasource_type: 'table',
    form_data: '{"viz_type":"table"}',
  });
  await admin.post('/api/v1/saved_query/', { label: 'C', db_id: databaseId, sql: 'SELECT 1' });
  const databases = await running.app.services.store.selectFrom('databases').select('id').execute();
  gaps
    .set('id', ['1', '2', ...databases.map(({ id }) => String(id))])
    .set('key', [run.json.query.resultsKey, link.json.key, form.json.key])
    .set('client_id', ['canaryrun'])
    .set('column', ['database', 'owners', 'created_by', 'schema', 'region'])
    .set('schema', ['main', 'public'])
    .set('table', ['sales', 'pay'])
    .set('type', ['table']);
}

/** An address with its gaps filled, once for each value of the gap that has most. */
function addressesOf(path: string): readonly string[] {
  const names = [...path.matchAll(/:([A-Za-z_]+)/g)].map(([, name]) => name ?? '');
  const most = Math.max(1, ...names.map((name) => gaps.get(name)?.length ?? 1));
  return Array.from({ length: most }, (_, at) =>
    path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_gap, name: string) => {
      const values = gaps.get(name) ?? ['1'];
      return values[at % values.length] ?? '1';
    }),
  );
}

/** What an answer says, files in an archive included. */
function textsOf(answer: Awaited<ReturnType<ApiClient['get']>>): readonly string[] {
  const isArchive = answer.bytes[0] === 0x50 && answer.bytes[1] === 0x4b;
  if (!isArchive) return [answer.text];
  return Object.values(unzipSync(answer.bytes)).map((bytes) => new TextDecoder().decode(bytes));
}

function findLeaks(where: string, text: string): readonly string[] {
  return [...needles].filter(([, needle]) => text.includes(needle)).map(([what]) => `${where}: ${what}`);
}

it('secrets stand in no answer to a reading call, whoever asks', async () => {
  const { running, admin, mallory, visitor } = world;
  const people = {
    Admin: admin,
    Alpha: await running.signInAs('alpha', ['Alpha']),
    Gamma: await running.signInAs('gamma', ['Gamma']),
    sql_lab: await running.signInAs('sqllab', ['sql_lab']),
    mallory,
    Public: visitor,
  };
  const leaks: string[] = [];
  let answered = 0;
  for (const [role, client] of Object.entries(people))
    for (const { method, path, id } of running.app.endpoints) {
      if (method !== 'GET' || id.includes('progress')) continue;
      const questions = path.includes('export') ? ['?q=!(1,2,3)', ''] : ['', '?q=(page_size:100)'];
      for (const address of addressesOf(path).flatMap((one) => questions.map((question) => one + question))) {
        const answer = await client.get(address);
        if (answer.status === 200) answered += 1;
        for (const text of textsOf(answer)) leaks.push(...findLeaks(`${role} ${address}`, text));
      }
    }
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(300);
}, 180_000);

it('secrets stand in no answer to a call that fails on the database they are for', async () => {
  const { admin, running } = world;
  const { store } = running.app.services;
  const { id } = await store
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', 'Elsewhere')
    .executeTakeFirstOrThrow();
  const answers = [
    await admin.post('/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT 1' }),
    await admin.get(`/api/v1/database/${id}/schemas/`),
    await admin.get(`/api/v1/database/${id}/connection`),
    await admin.post(`/api/v1/database/${id}/validate_sql/`, { sql: 'SELECT 1' }),
    await admin.post('/api/v1/dataset/', { database: id, schema: 'public', table_name: 'x' }),
    await admin.put(`/api/v1/database/${id}`, { database_name: 'Elsewhere still' }),
    await admin.put(`/api/v1/database/${id}`, { sqlalchemy_uri: 'postgresql://someone:XXXXXXXXXX@192.0.2.9:9/db' }),
  ];
  expect(answers.flatMap(({ text }, at) => findLeaks(String(at), text))).toEqual([]);
});

it('secrets stand in no line of the log and in no file in the clear', () => {
  const { dataFolder } = world.running;
  const leaks = lines.flatMap((line) => findLeaks('log', line));
  const inFiles = ['password of a database', 'cookie of a session', 'bearer token', 'password of a person'];
  for (const name of readdirSync(dataFolder, { recursive: true }).map(String)) {
    const file = join(dataFolder, name);
    if (!statSync(file).isFile() || statSync(file).size > 50_000_000) continue;
    const text = readFileSync(file).toString('latin1');
    for (const what of inFiles) if (text.includes(needles.get(what) ?? 'missing')) leaks.push(`${name}: ${what}`);
    if (name !== 'secret.key' && text.includes(needles.get('key of the installation') ?? 'missing'))
      leaks.push(`${name}: key`);
  }
  expect(leaks).toEqual([]);
  expect(statSync(join(dataFolder, 'secret.key')).mode & 0o077).toBe(0);
});
