import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder, projectRoot, type Service, startService } from '@powerset/testkit';
import type { OrganisationSize } from '@powerset/testkit/organisation';
import { childrenOf, nameOfProcess, readBusyTicks, readProcess } from '../process-figures.ts';
import { holdPromises } from './promises.ts';
import { type Recorded, recordPages } from './recorded.ts';
import { fullSize, type ProcessLoad, type StageResult, thinkMs } from './results-of-stage.ts';
import { type OrganisationStage, openStage } from './stage.ts';
import type { ViewersRequest, ViewersResult } from './viewers.ts';

export interface SimulationRequest {
  readonly viewers: number;
  readonly seconds: number;
  /** Parts of the full size. */
  readonly parts: readonly number[];
  readonly say: (line: string) => void;
}

const warmUpSeconds = 8;
const aloneSeconds = 15;

/** The sizes on the embedded store, then the full one with its metadata on PostgreSQL, by one and by three processes. */
export async function simulate(asked: SimulationRequest): Promise<readonly StageResult[]> {
  const recordings: Recorded[] = [];
  // The pages ask the same of every stage.
  const recordOnce = async (stage: OrganisationStage): Promise<Recorded> => {
    recordings[0] ??= await recordPages(stage.servers[0]?.url ?? '');
    return recordings[0];
  };
  const request = { ...asked, recordOnce };
  const results: StageResult[] = [];
  for (const part of request.parts)
    results.push(await runStage(request, { size: partOf(part), postgresql: null, processes: 1 }));
  const postgresql = await startService('postgresql').catch(() => null);
  if (!postgresql) {
    request.say('PostgreSQL is not installed: its stages are left out.');
    return results;
  }
  try {
    const largest = partOf(Math.max(...request.parts));
    for (const processes of [1, 3]) results.push(await runStage(request, { size: largest, postgresql, processes }));
  } finally {
    await postgresql.stop();
  }
  return results;
}

const partOf = (part: number): OrganisationSize => ({
  dashboards: Math.round(fullSize.dashboards * part),
  charts: Math.round(fullSize.charts * part),
  people: Math.round(fullSize.people * part),
});

interface StageOf {
  readonly size: OrganisationSize;
  readonly postgresql: Service | null;
  readonly processes: number;
}

interface Recording extends SimulationRequest {
  readonly recordOnce: (stage: OrganisationStage) => Promise<Recorded>;
}

async function runStage(request: Recording, of: StageOf): Promise<StageResult> {
  const store = of.postgresql ? 'PostgreSQL' : 'embedded';
  const name = `${of.size.charts.toLocaleString('en')} charts, ${store}, ${of.processes === 1 ? 'one process' : `${of.processes} processes`}`;
  const stage = await openStage(of);
  try {
    request.say(`\n${name}: filled in ${(stage.fillMs / 1000).toFixed(1)} s`);
    const recorded = await request.recordOnce(stage);
    const ports = stage.servers.map((server) => server.port);
    const { size, databaseId } = stage;
    const shared = { ports, size, databaseId, recorded };
    const alone = await runViewers({ ...shared, viewers: 1, thinkMs: 0, warmUpSeconds: 3, seconds: aloneSeconds });
    const watched = await watch(stage, of.postgresql, () =>
      runViewers({ ...shared, viewers: request.viewers, thinkMs, warmUpSeconds, seconds: request.seconds }),
    );
    const [one] = watched.load;
    request.say(
      `  ${(watched.together.actions / request.seconds).toFixed(1)} things and ${(watched.together.requests / request.seconds).toFixed(0)} requests a second, processor ${((one?.busy ?? 0) * 100).toFixed(0)} %, memory ${(one?.residentMb ?? 0).toFixed(0)} MB, started in ${Math.max(...stage.startMs).toFixed(0)} ms`,
    );
    const isLargest = size.charts === partOf(Math.max(...request.parts)).charts;
    const promises = isLargest && !of.postgresql ? await holdPromises(stage) : [];
    for (const [what, count] of Object.entries({ ...alone.failures, ...watched.together.failures }))
      request.say(`  answered without success: ${what}, ${count} times`);
    return {
      ...{ name, size, store, processes: of.processes },
      ...{ fillMs: stage.fillMs, startMs: Math.max(...stage.startMs), metadataBytes: await stage.metadataBytes() },
      ...{ alone, promises, ...watched },
    };
  } finally {
    await stage.stop();
  }
}

async function runViewers(request: ViewersRequest): Promise<ViewersResult> {
  const folder = await makeTempFolder('powerset-viewers');
  const [asked, told] = [join(folder.path, 'request.json'), join(folder.path, 'result.json')];
  await writeFile(asked, JSON.stringify(request));
  const program = join(projectRoot, 'bench/organisation/viewers.mjs');
  const child = spawn(process.execPath, [program, asked, told], { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('The viewers ended early.');
  const result: ViewersResult = JSON.parse(await readFile(told, 'utf8'));
  await folder.remove();
  return result;
}

interface Watched {
  readonly together: ViewersResult;
  readonly load: readonly ProcessLoad[];
  readonly storeBusy: number | null;
}

/** What the processes use from the first request to the last, the warm-up included. */
async function watch(
  stage: OrganisationStage,
  postgresql: Service | null,
  work: () => Promise<ViewersResult>,
): Promise<Watched> {
  const pids = stage.servers.map((server) => server.pid);
  const enginesOf = (pid: number) => childrenOf(pid);
  const ticksOf = (all: readonly number[]) => all.reduce((sum, pid) => sum + readBusyTicks(pid), 0);
  const storePids = () => (postgresql ? storeProcesses() : []);
  await Promise.all(stage.servers.map((server, index) => readDelays(server.pid, stage.loopFileOf(index))));
  const before = pids.map((pid) => ({ own: readBusyTicks(pid), engine: ticksOf(enginesOf(pid)) }));
  const storeBefore = new Map(storePids().map((pid) => [pid, readBusyTicks(pid)]));
  const peaks = pids.map(() => ({ own: 0, engine: 0 }));
  const look = setInterval(() => {
    for (const [index, pid] of pids.entries()) {
      const peak = peaks[index];
      if (!peak) continue;
      peak.own = Math.max(peak.own, readProcess(pid)?.residentMb ?? 0);
      const engine = enginesOf(pid).reduce((sum, child) => sum + (readProcess(child)?.residentMb ?? 0), 0);
      peak.engine = Math.max(peak.engine, engine);
    }
  }, 1000);
  const startedAt = performance.now();
  const together = await work();
  const hundredths = (performance.now() - startedAt) / 10;
  clearInterval(look);
  const load: ProcessLoad[] = [];
  for (const [index, pid] of pids.entries()) {
    const delays = await readDelays(pid, stage.loopFileOf(index));
    load.push({
      busy: (readBusyTicks(pid) - (before[index]?.own ?? 0)) / hundredths,
      engineBusy: (ticksOf(enginesOf(pid)) - (before[index]?.engine ?? 0)) / hundredths,
      residentMb: peaks[index]?.own ?? 0,
      engineMb: peaks[index]?.engine ?? 0,
      loopP99Ms: delays.p99Ms,
      loopMaxMs: delays.maxMs,
    });
  }
  const storeTicks = storePids().reduce((sum, pid) => sum + readBusyTicks(pid) - (storeBefore.get(pid) ?? 0), 0);
  return { together, load, storeBusy: postgresql ? storeTicks / hundredths : null };
}

/** PostgreSQL's own, and those that it has for each connection. */
function storeProcesses(): readonly number[] {
  return childrenOf(process.pid)
    .flatMap((pid) => [pid, ...childrenOf(pid)])
    .filter(isStore);
}

const isStore = (pid: number): boolean => nameOfProcess(pid) === 'postgres';

async function readDelays(pid: number, file: string): Promise<{ readonly maxMs: number; readonly p99Ms: number }> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text) return JSON.parse(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
