import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  makeTempFolder,
  signInWithToken,
  startServer,
  startServerProcess,
  testAdmin,
} from '@powerset/testkit';
import { makeOldStore, stepsOfStore } from '@powerset/testkit/old-store';
import Database from 'libsql';
import type { Drill, DrillContext, DrillOutcome } from './drill.ts';
import { isReached, pause } from './drill.ts';
import { Ledger } from './ledger.ts';

export const kill: Drill = {
  name: 'kill',
  title: 'kill -9 of the server at any moment, again and again',
  bar: 'every acknowledged write is there after restart; start needs no repair by hand',
  run: async (context) => {
    const [saves, upgrades] = [await killWhileSaving(context), await killWhileUpgrading(context)];
    return { rows: [...saves.rows, ...upgrades.rows] };
  },
};

/** Saves, runs of SQL that write, uploads and queries go on at once; the moment of each kill is another. */
async function killWhileSaving({ rounds, say }: DrillContext): Promise<DrillOutcome> {
  const folder = await makeTempFolder('powerset-drill-kill');
  const ledger = new Ledger();
  const problems: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer({ dataFolder: folder.path });
    const api = await signInWithToken(server.url, testAdmin);
    problems.push(...(await ledger.findLosses(api)));
    const databaseId = await ledger.prepare(api);
    const working = ledger.work(api, databaseId, round);
    await pause(600 + ((round * 977) % 2500));
    await server.kill9();
    await working;
    say(`  round ${round + 1}: ${ledger.describe()}; ${problems.length} lost`);
  }
  const last = await startServer({ dataFolder: folder.path });
  problems.push(...(await ledger.findLosses(await signInWithToken(last.url, testAdmin))));
  const code = await last.stop();
  await folder.remove();
  return {
    rows: [
      {
        done: `killed ${rounds} times during saves, changes, deletions, SQL that writes, uploads and queries`,
        seen: `${ledger.describe()}; lost or half-written: ${problems.length === 0 ? 'none' : problems.slice(0, 3).join('; ')}`,
        isGood: problems.length === 0,
      },
      { done: 'the start after the last kill', seen: `served; stopped with exit code ${code}`, isGood: code === 0 },
    ],
  };
}

const oldTitles = Array.from({ length: 20_000 }, (_, at) => `Old ${at}`);

/**
 * A store of the first version is brought up to date, and the process killed a little later every time, counted from the
 * moment in which the copy of the old data is begun.
 */
async function killWhileUpgrading({ rounds }: DrillContext): Promise<DrillOutcome> {
  const folder = await makeTempFolder('powerset-drill-upgrade');
  const old = join(folder.path, 'old.db');
  await makeOldStore(old, oldTitles);
  const states: string[] = [];
  const problems: string[] = [];
  for (let round = 0; round < rounds * 2; round += 1) {
    const data = join(folder.path, `data-${round}`);
    mkdirSync(data);
    copyFileSync(old, join(data, 'metadata.db'));
    states.push(String(await killUpgrade(data, round * 7)));
    problems.push(...(await findUpgradeLosses(data)).map((problem) => `round ${round + 1}: ${problem}`));
  }
  await folder.remove();
  const seen = `steps done at the kill: ${states.join(', ')} of ${stepsOfStore}; after the next start: ${problems.join('; ') || 'all steps done, nothing lost, a whole snapshot'}`;
  const done = `killed ${rounds * 2} times while a store of the first version with ${oldTitles.length} dashboards was brought up to date`;
  return { rows: [{ done, seen, isGood: problems.length === 0 }] };
}

async function killUpgrade(data: string, afterMs: number): Promise<number> {
  const env = { POWERSET_DATA: data, POWERSET_PORT: String(await freePort()), POWERSET_EXAMPLES: 'false' };
  const running = startServerProcess(env);
  await isReached(async () => existsSync(join(data, 'snapshots')), 20_000);
  await pause(afterMs);
  await running.stop('SIGKILL');
  return inspectStore(join(data, 'metadata.db')).steps;
}

async function findUpgradeLosses(data: string): Promise<readonly string[]> {
  const server = await startServer({ dataFolder: data });
  const api = await signInWithToken(server.url, testAdmin);
  const count: number = (await api.get('/api/v1/dashboard/?q=(page_size:1)')).json.count;
  await server.stop();
  const { steps } = inspectStore(join(data, 'metadata.db'));
  const copies = readdirSync(join(data, 'snapshots')).filter((name) => name.endsWith('.db'));
  const broken = copies.filter((name) => inspectStore(join(data, 'snapshots', name)).rows !== oldTitles.length);
  return [
    ...(count === oldTitles.length ? [] : [`${count} of ${oldTitles.length} dashboards`]),
    ...(steps === stepsOfStore ? [] : [`${steps} of ${stepsOfStore} steps`]),
    ...(copies.length === 0 ? ['no snapshot'] : []),
    ...broken.map((name) => `the snapshot ${name} is not whole`),
  ];
}

function inspectStore(file: string): { readonly steps: number; readonly rows: number } {
  const database = new Database(file);
  // The answers have the one column that is asked for.
  const count = (table: string) => (database.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;
  const found = { steps: count('schema_migrations'), rows: count('dashboards') };
  database.close();
  return found;
}
