import { signInWithCookie, testAdmin } from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillOutcome, type DrillRow, pause } from '../drill.ts';
import { findLosses, hearEnds, Kept, makeSource, startLoad } from '../sibling-load.ts';
import { loseSome, moveFar } from './far-metadata.ts';
import { type Installation, serverNames, startInstallation } from './installation.ts';
import { whyNoNetwork } from './network.ts';
import { cutFromMetadata, cutPeers, loseData, loseMemory, loseMetadata, loseServer } from './outages.ts';
import { endOfRun, findRun, type HostStage, startRun, timeList } from './stage.ts';

/** Three processes, nginx, two servers of PostgreSQL and one of Redis, each on a machine of its own, and networks that fail. */
export const hosts: Drill = {
  name: 'hosts',
  title: 'An installation on several machines, and networks that fail',
  bar: 'a machine that vanishes or cannot be reached keeps nobody from working for longer than 15 s and costs no acknowledged write; what nobody answers is said; all is well within 5 s of its return',
  run: async (context) => {
    const why = whyNoNetwork();
    if (why) return { rows: [], passedOver: why };
    const all = await startInstallation();
    try {
      return await hold(all, context);
    } finally {
      await all.stop();
    }
  },
};

async function hold(all: Installation, { say }: DrillContext): Promise<DrillOutcome> {
  const siblings = { clients: [all.people, all.people, all.people] };
  const stage: HostStage = { all, siblings, ...(await makeSource(siblings, all.dataUrl)), kept: new Kept() };
  await prepare(stage);
  const rows: DrillRow[] = [];
  const parts: readonly (() => Promise<DrillRow | readonly DrillRow[]>)[] = [
    () => useAll(stage),
    () => loseServer(stage, 'vanish'),
    () => loseServer(stage, 'unplug'),
    () => loseMemory(stage),
    () => loseMetadata(stage),
    () => cutFromMetadata(stage),
    () => cutPeers(stage),
    () => loseData(stage),
    () => loseSome(stage),
    () => moveFar(stage),
  ];
  for (const part of parts) {
    const held = [await part()].flat();
    for (const row of held) say(`  ${row.isGood ? 'held' : 'FELL'} ${row.done}: ${row.seen}`);
    rows.push(...held);
    await hearEnds(siblings, stage.kept, rows.length);
  }
  const losses = await findLosses(stage, 'what people saved, deleted, asked and ran through the proxy in all of this');
  return { rows: [...rows, ...losses, await findDoubles(stage)] };
}

async function prepare({ all, databaseId }: HostStage): Promise<void> {
  await all.people.put(`/api/v1/database/${databaseId}`, { allow_dml: true });
  const sql = 'CREATE TABLE written (what text, slept text)';
  const place = { database_id: databaseId, schema: 'public', client_id: 'prepare' };
  const { status, text } = await all.people.post('/api/v1/sqllab/execute/', { ...place, sql });
  if (status !== 200) throw new Error(`The table could not be made: ${status} ${text.slice(0, 200)}`);
}

/** Whoever signs in at one is known to all, and what one has the others answer with. */
async function useAll(stage: HostStage): Promise<DrillRow> {
  const { all, kept } = stage;
  const { direct, people } = all;
  const problems: string[] = [];
  const browser = await signInWithCookie(people.url, testAdmin);
  for (const name of serverNames) {
    const own = await fetch(`${direct[name].url}/api/v1/me/`, { headers: { cookie: browser.headers.cookie ?? '' } });
    if (own.status !== 200) problems.push(`signed in at another: ${own.status} at ${name}`);
    if ((await timeList(direct[name])).status !== 200) problems.push(`the list of ${name}`);
  }
  await startRun(stage, direct.b, { id: 'whole', sql: 'SELECT 42 AS answer' });
  if ((await endOfRun(direct.c, 'whole')) !== 'success') problems.push('the run did not end well');
  const key = (await findRun(direct.a, 'whole'))?.resultsKey;
  for (const name of serverNames) {
    const { status } = await direct[name].get(`/api/v1/sqllab/results/?q=(key:'${key}')`);
    if (status !== 200) problems.push(`the result at ${name}: ${status}`);
  }
  const load = startLoad(stage, 0);
  await pause(3000);
  await load.stop();
  if (kept.failed.length > 0) problems.push(kept.failed[0] ?? '');
  return {
    done: 'signing in, lists, results, questions and saving, at each of three processes and through the proxy',
    seen: problems.join('; ') || 'all answered, whichever was asked',
    isGood: problems.length === 0,
  };
}

/** A statement that writes is begun once, whatever became of its process. */
async function findDoubles({ all, databaseId }: HostStage): Promise<DrillRow> {
  const place = { database_id: databaseId, schema: 'public', client_id: 'doubles' };
  const sql = 'SELECT what, count(*) AS n FROM written GROUP BY what HAVING count(*) > 1';
  const { status, json } = await all.people.post('/api/v1/sqllab/execute/', { ...place, sql });
  const doubles = status === 200 ? json.data.length : -1;
  return {
    done: 'rows of statements that write, whose process was lost',
    seen: doubles === 0 ? 'none was written twice' : `written twice: ${doubles}`,
    isGood: doubles === 0,
  };
}
