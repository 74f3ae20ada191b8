import { randomBytes, scrypt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { securityEndpoints } from '@powerset/contract';
import { collectTables, type TableReader } from '../../engines/index.ts';
import type { LeftTable } from '../report.ts';
import { type ApiClient, type Credentials, signIn } from './client.ts';
import { readCharts, readDashboards, readDatabases, readDatasets } from './data.ts';
import { type ApiLimits, type ApiPlace, openApiHttp } from './http.ts';
import {
  readAnnotations,
  readCssTemplates,
  readFavorites,
  readReports,
  readRowRules,
  readSavedQueries,
  readTags,
  readThemes,
} from './others.ts';
import { readPeople } from './people.ts';
import { numberOf, type Reading } from './reading.ts';
import { collectedTables } from './tables.ts';

export interface ApiSource extends ApiPlace {
  readonly credentials: Credentials;
  readonly say: (line: string) => void;
  readonly limits?: ApiLimits;
  /** Where the file lies meanwhile. */
  readonly folder?: string;
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface ReadApi {
  readonly reader: TableReader;
  /** What the interface tells nobody, or not this account. */
  readonly left: readonly LeftTable[];
}

/** Reads all that the account may read there, and gives it as the tables that it stands in. */
export async function readApi(source: ApiSource): Promise<ReadApi> {
  const { credentials, limits } = source;
  if (isReadable(source.url))
    source.say('~ The address begins with http://: what comes, and the password, can be read on its way.');
  const http = openApiHttp(source, limits);
  const tables = collectTables(collectedTables, source.folder);
  const left: LeftTable[] = [...neverTold];
  try {
    const client = await signIn({ http, credentials, pause: source.pause ?? ((ms) => pause(ms)) });
    const reading: Reading = {
      ...{ client, tables, progress: tellProgress(source.say), left: (what) => left.push(what), refused: [] },
      ownId: await findOwnId(client),
      credentials: await toOwn(credentials),
    };
    await readAll(reading);
    if (reading.refused.length > 0) left.push(toRefused(reading.refused));
    return { reader: await tables.read(), left };
  } catch (error) {
    tables.discard();
    throw error;
  } finally {
    http.close();
  }
}

const neverTold: readonly LeftTable[] = [
  {
    what: 'passwords',
    rows: null,
    why: 'no interface tells them: administrators invite people by links, and databases are given theirs',
  },
  { what: 'saved queries and stars of others', rows: null, why: 'the interface tells each account its own alone' },
  { what: 'lasting links', rows: null, why: 'the interface does not list them' },
  {
    ...{ what: 'tabs and runs of the SQL editor, API keys and the action log', rows: null },
    why: 'they are not brought',
  },
];

function toRefused(paths: readonly string[]): LeftTable {
  const shown = [...paths].sort().slice(0, 5).join(', ');
  const why = `the account may not read them there (${shown}${paths.length > 5 ? ', …' : ''})`;
  return { what: 'things that stand in lists', rows: paths.length, why };
}

async function readAll(reading: Reading): Promise<void> {
  await readDatabases(reading);
  await readDatasets(reading);
  const charts = await readCharts(reading);
  const dashboards = await readDashboards(reading);
  await readPeople(reading);
  await readRowRules(reading);
  await readSavedQueries(reading);
  await readAnnotations(reading);
  await readFavorites(reading, { charts, dashboards });
  await readTags(reading);
  await readCssTemplates(reading);
  await readThemes(reading);
  await readReports(reading);
}

async function findOwnId(client: ApiClient): Promise<number | null> {
  const { document } = await client.get(securityEndpoints.me.path);
  return numberOf(document?.result) ?? client.ownId();
}

const hashSecret = promisify<
  string,
  string,
  number,
  { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
  Buffer
>(scrypt);

/** Who signed in with a password keeps it: somebody must be able to administer afterwards. */
async function toOwn(credentials: Credentials): Promise<Reading['credentials']> {
  if ('token' in credentials) return {};
  const { username, password, provider } = credentials;
  if (provider !== 'db') return { username };
  const salt = randomBytes(12).toString('hex');
  const cost = { N: 32_768, r: 8, p: 1 };
  const hash = await hashSecret(password, salt, 64, { ...cost, maxmem: 64 * 1024 ** 2 });
  return { username, passwordHash: `scrypt:${cost.N}:${cost.r}:${cost.p}$${salt}$${hash.toString('hex')}` };
}

function isReadable(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

const progressMs = 2000;

/** A line now and then: of what takes longer than a moment, and of its end. */
function tellProgress(say: (line: string) => void): Reading['progress'] {
  const started = new Map<string, number>();
  return (what, done, all) => {
    const now = performance.now();
    const last = started.get(what);
    if (last === undefined) started.set(what, now);
    if (last === undefined || now - last < progressMs) return;
    started.set(what, now);
    say(`  … ${what}: ${done.toLocaleString('en')} of ${all.toLocaleString('en')} read`);
  };
}
