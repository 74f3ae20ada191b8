import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ApiClient,
  freePort,
  makeTempFolder,
  projectRoot,
  type ServerRequest,
  type Service,
  signInWithToken,
  startServer,
  type TestServer,
  testAdmin,
} from '@powerset/testkit';
import {
  addOrganisation,
  type MetadataPlace,
  type OrganisationSize,
  type SourceOfAll,
} from '@powerset/testkit/organisation';
import pg from 'pg';

/** An installation in which such an organisation works: its servers, and what it cost to come to them. */
export interface OrganisationStage {
  readonly size: OrganisationSize;
  readonly databaseId: number;
  readonly servers: readonly TestServer[];
  /** Where a server's event loop is asked how long it kept others waiting. */
  readonly loopFileOf: (index: number) => string;
  readonly fillMs: number;
  /** From the start of the process until it answers, by process. */
  readonly startMs: readonly number[];
  readonly metadataBytes: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface StageRequest {
  readonly size: OrganisationSize;
  /** Where the metadata lies; null for the embedded store. */
  readonly postgresql: Service | null;
  readonly processes: number;
}

/** So many rows has the table that everything is asked of: what is measured is the server, not an engine. */
const sourceRows = 20_000;
const patienceMs = 300_000;

export async function openStage(request: StageRequest): Promise<OrganisationStage> {
  const folder = await makeTempFolder('powerset-organisation');
  const url = request.postgresql ? withSchema(request.postgresql.url) : null;
  const loopFileOf = (index: number) => join(folder.path, `loop-${index}.json`);
  const settings: ServerRequest[] = [];
  for (let index = 0; index < request.processes; index += 1)
    settings.push(await settingsOf({ index, dataFolder: join(folder.path, String(index)), url, loopFileOf }));
  const [first] = settings;
  if (!first) throw new Error('A stage has a process.');
  const source = await makeSource(first, request.postgresql?.url ?? null);
  for (const { dataFolder } of settings.slice(1)) await shareKey(first.dataFolder ?? '', dataFolder ?? '');
  const startedAt = performance.now();
  const place: MetadataPlace = url ? { url } : { file: join(first.dataFolder ?? '', 'metadata.db') };
  await addOrganisation({ place, size: request.size, source });
  const fillMs = performance.now() - startedAt;
  const servers: TestServer[] = [];
  const startMs: number[] = [];
  for (const one of settings) {
    const from = performance.now();
    servers.push(await startServer(one));
    startMs.push(performance.now() - from);
  }
  return {
    ...{ size: request.size, databaseId: source.databaseId, servers, loopFileOf, fillMs, startMs },
    metadataBytes: () => bytesOf(place),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await folder.remove();
    },
  };
}

function withSchema(text: string): string {
  const url = new URL(text);
  url.searchParams.set('schema', `organisation_${randomBytes(6).toString('hex')}`);
  return url.toString();
}

interface Place {
  readonly index: number;
  readonly dataFolder: string;
  readonly url: string | null;
  readonly loopFileOf: (index: number) => string;
}

async function settingsOf({ index, dataFolder, url, loopFileOf }: Place): Promise<ServerRequest> {
  const port = await freePort();
  const preload = pathToFileURL(join(projectRoot, 'bench/loop-watch.mjs')).href;
  const watched = { NODE_OPTIONS: `--import=${preload}`, POWERSET_LOOP_FILE: loopFileOf(index) };
  const shared: Readonly<Record<string, string>> = url
    ? { POWERSET_METADATA_URL: url, POWERSET_PEER_URL: `http://127.0.0.1:${port}` }
    : {};
  await mkdir(dataFolder, { recursive: true });
  return { dataFolder, port, env: { ...watched, ...shared }, readyTimeoutMs: patienceMs };
}

const shareKey = (from: string, to: string): Promise<void> =>
  copyFile(join(from, 'secret.key'), join(to, 'secret.key'));

/** Makes the one table, by a server that is stopped again: on the embedded engine, or beside the metadata. */
async function makeSource(settings: ServerRequest, postgresqlUrl: string | null): Promise<SourceOfAll> {
  const server = await startServer(settings);
  try {
    const api = await signInWithToken(server.url, testAdmin);
    const databaseId = postgresqlUrl ? await connect(api, postgresqlUrl) : await findEmbedded(api);
    await succeed(api.put(`/api/v1/database/${databaseId}`, { allow_dml: true }));
    const [from, number] = postgresqlUrl
      ? [`generate_series(1, ${sourceRows}) AS series(n)`, 'n']
      : [`range(1, ${sourceRows + 1}) AS series(n)`, 'n'];
    const sql = [
      'DROP TABLE IF EXISTS sales;',
      `CREATE TABLE sales AS SELECT DATE '2025-01-01' + CAST(${number} % 365 AS INTEGER) AS sold_on,`,
      `'region ' || (${number} % 12) AS region, 'channel ' || (${number} % 5) AS channel,`,
      `'product ' || (${number} % 80) AS product, ${number} % 997 AS amount, ${number} % 100 AS cost FROM ${from}`,
    ].join(' ');
    await succeed(api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql }));
    const table = { database: databaseId, schema: postgresqlUrl ? 'public' : 'main', table_name: 'sales' };
    const dataset = await succeed(api.post('/api/v1/dataset/', table));
    return { databaseId, datasetId: dataset.id };
  } finally {
    await server.stop();
  }
}

async function connect(api: ApiClient, sqlalchemy_uri: string): Promise<number> {
  return (await succeed(api.post('/api/v1/database/', { database_name: 'Warehouse', sqlalchemy_uri }))).id;
}

async function findEmbedded(api: ApiClient): Promise<number> {
  return (await succeed(api.get('/api/v1/database/'))).ids[0];
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into
async function succeed(asked: ReturnType<ApiClient['get']>): Promise<any> {
  const { status, text, json } = await asked;
  if (status >= 300) throw new Error(`The stage could not be made: ${status} ${text.slice(0, 300)}`);
  return json;
}

async function bytesOf(place: MetadataPlace): Promise<number> {
  if ('file' in place) return (await stat(place.file)).size;
  const url = new URL(place.url);
  const schema = url.searchParams.get('schema');
  url.searchParams.delete('schema');
  const client = new pg.Client(url.toString());
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = to_regnamespace($1)",
    [schema],
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
