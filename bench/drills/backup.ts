import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ApiClient,
  makeTempFolder,
  runServerToEnd,
  signInWithToken,
  startServer,
  startServerProcess,
  type TestServer,
  testAdmin,
} from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillOutcome, isOneSentence, isReached, pause } from './drill.ts';
import { Ledger } from './ledger.ts';

export const backup: Drill = {
  name: 'backup',
  title: 'Backups of a server at work, and kill -9 in the middle of one',
  bar: 'what was acknowledged before the backup began is there when it is taken back; a backup that was cut has no folder under its name, and the server and its data go on',
  run: async (context) => {
    const folder = await makeTempFolder('powerset-drill-backup');
    const held = { ...context, folder: folder.path, data: join(folder.path, 'data'), ledger: new Ledger() };
    const outcome = await killThrice(held);
    await folder.remove();
    return outcome;
  },
};

interface BackupDrill extends DrillContext {
  readonly folder: string;
  readonly data: string;
  readonly ledger: Ledger;
}

interface Seen {
  backups: number;
  /** Backups whose command was at work when it, or the server, was killed. */
  cutCommands: number;
  cutServers: number;
  readonly sentences: Set<string>;
  readonly lost: string[];
  readonly leftBehind: string[];
}

/** Each round a backup is made under load and taken back, then the command is killed in one, then the server. */
async function killThrice(drill: BackupDrill): Promise<DrillOutcome> {
  const { rounds, ledger, say } = drill;
  const seen: Seen = { backups: 0, cutCommands: 0, cutServers: 0, sentences: new Set(), lost: [], leftBehind: [] };
  for (let round = 0; round < rounds; round += 1) {
    const stage = await startUnderLoad(drill, round);
    await backUpAndTakeBack(drill, round, seen);
    await killCommand(drill, stage.server, { round, seen });
    await killServer(drill, stage.server, { round, seen });
    await stage.working;
    say(`  round ${round + 1}: ${ledger.describe()}; ${seen.lost.length} lost, ${seen.leftBehind.length} left behind`);
  }
  const last = await startServer({ dataFolder: drill.data });
  seen.lost.push(...(await ledger.findLosses(await signInWithToken(last.url, testAdmin))));
  const code = await last.stop();
  return toOutcome(drill, seen, code);
}

function toOutcome({ rounds, ledger }: BackupDrill, seen: Seen, code: number | null): DrillOutcome {
  const { backups, cutCommands, cutServers, lost, leftBehind, sentences } = seen;
  const many = [...sentences];
  return {
    rows: [
      {
        done: `backed up ${rounds} times during saves, changes, deletions, SQL that writes, uploads and queries, and taken back into an empty folder`,
        seen: `${backups} backups; ${ledger.describe()}; lost or half-written in a copy or after a kill: ${lost.slice(0, 3).join('; ') || 'none'}`,
        isGood: backups === rounds && lost.length === 0,
      },
      {
        done: `kill -9 of the command ${rounds} times, and of the server ${rounds} times, while a backup was made`,
        seen: `${cutCommands} commands and ${cutServers} servers were cut in the middle; left behind: ${leftBehind.slice(0, 3).join('; ') || 'no folder under the name, no copy in the data folder'}`,
        isGood: leftBehind.length === 0 && cutCommands > 0 && cutServers > 0,
      },
      {
        done: 'what the command says when the server goes away',
        seen: many.join(' '),
        isGood: many.every(isOneSentence),
      },
      { done: 'the start after the last kill', seen: `served; stopped with exit code ${code}`, isGood: code === 0 },
    ],
  };
}

interface Stage {
  readonly server: TestServer;
  readonly working: Promise<void>;
}

/** A table that takes a while to copy, so that a kill comes in the middle. */
const bulk = 'CREATE TABLE IF NOT EXISTS main.bulk AS SELECT range AS i, md5(range::VARCHAR) AS t FROM range(2000000)';

async function startUnderLoad({ data, ledger }: BackupDrill, round: number): Promise<Stage> {
  const server = await startServer({ dataFolder: data });
  const api = await signInWithToken(server.url, testAdmin);
  const losses = await ledger.findLosses(api);
  if (losses.length > 0) throw new Error(`after the restart ${losses[0]}`);
  const databaseId = await ledger.prepare(api);
  await makeTables(api, databaseId);
  const working = ledger.work(api, databaseId, round);
  await pause(800);
  return { server, working };
}

/** Rows that refer to rows of their own table come along: the engine's own statement for copies fails at them. */
async function makeTables(api: ApiClient, databaseId: number): Promise<void> {
  const tree = 'CREATE TABLE IF NOT EXISTS main.tree (id INTEGER PRIMARY KEY, above INTEGER REFERENCES main.tree (id))';
  for (const sql of [
    bulk,
    tree,
    'INSERT OR IGNORE INTO main.tree VALUES (1, NULL)',
    'INSERT OR IGNORE INTO main.tree VALUES (2, 1)',
  ])
    await api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
}

async function backUpAndTakeBack({ folder, data, ledger }: BackupDrill, round: number, seen: Seen): Promise<void> {
  const target = join(folder, `whole-${round}`);
  const before = ledger.soFar();
  const made = await runServerToEnd({}, ['backup', target, '--data', data], patienceMs);
  if (made.code !== 0) return void seen.lost.push(`no backup: ${made.text.trim()}`);
  const taken = join(folder, `taken-back-${round}`);
  const restored = await runServerToEnd({}, ['restore', target, '--data', taken], patienceMs);
  if (restored.code !== 0) return void seen.lost.push(`not taken back: ${restored.text.trim()}`);
  const server = await startServer({ dataFolder: taken });
  const losses = await before.findLosses(await signInWithToken(server.url, testAdmin));
  seen.lost.push(...losses.map((loss) => `in the copy ${loss}`));
  await server.stop();
  seen.backups += 1;
}

const patienceMs = 120_000;

interface Killing {
  readonly round: number;
  readonly seen: Seen;
}

async function killCommand(drill: BackupDrill, server: TestServer, { round, seen }: Killing): Promise<void> {
  const target = join(drill.folder, `cut-${round}`);
  const command = await startBackup(drill, target, round);
  await command.stop('SIGKILL');
  if (existsSync(target)) seen.leftBehind.push(`${target.slice(drill.folder.length)} after the command was killed`);
  if (findParts(target).length > 0) seen.cutCommands += 1;
  const staging = join(drill.data, 'engine/staging');
  const hasCopies = () => existsSync(staging) && readdirSync(staging).some((name) => name.startsWith('copy_'));
  const isSwept = await isReached(async () => !hasCopies(), 30_000);
  if (!isSwept) seen.leftBehind.push('a copy in the staging folder');
  if ((await fetch(`${server.url}/health`)).status !== 200) seen.lost.push('the server does not answer');
}

async function killServer(drill: BackupDrill, server: TestServer, { round, seen }: Killing): Promise<void> {
  const target = join(drill.folder, `orphan-${round}`);
  const command = await startBackup(drill, target, round);
  await server.kill9();
  const code = await command.exited;
  // A backup that had its copy already goes on to its end.
  if (code === 0) return;
  seen.cutServers += 1;
  seen.sentences.add(command.logs().trim());
  if (existsSync(target) || findParts(target).length > 0) seen.leftBehind.push('a folder after the server was killed');
}

/** A backup that has begun; every round is left a little later in it. */
async function startBackup({ data }: BackupDrill, target: string, round: number) {
  const command = startServerProcess({}, ['backup', target, '--data', data]);
  await isReached(async () => findParts(target).length > 0 || !command.isAlive(), patienceMs);
  await pause((round * 137) % 500);
  return command;
}

function findParts(target: string): readonly string[] {
  const name = `.${target.slice(dirname(target).length + 1)}.part-`;
  return readdirSync(dirname(target)).filter((entry) => entry.startsWith(name));
}
