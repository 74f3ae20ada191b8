import { signInWithCookie, startServer, testAdmin } from '@powerset/testkit';
import { childrenOf, readBusyTicks, readProcess } from '../process-figures.ts';
import {
  type Drill,
  type DrillContext,
  type DrillOutcome,
  type DrillRow,
  type DrillStage,
  median,
  pause,
} from './drill.ts';
import { keepBusy, type SoakTally } from './soak-load.ts';

/** What was seen at one moment. */
interface Sample {
  readonly serverMb: number;
  readonly heapMb: number;
  readonly enginesMb: number;
  readonly openFiles: number;
  readonly engineFiles: number;
  readonly threads: number;
  readonly loopDelayMs: number;
}

/** Small, so that they are full long before the measuring begins. */
const env = { POWERSET_CACHE_MB: '32', POWERSET_RESULTS_MB: '200', POWERSET_ENGINE_MEMORY_MB: '2048' };
/** The part of the time in which caches fill and code is compiled. */
const warmUpShare = 0.3;
const sampleMs = 5000;
/** Pages that the allocator keeps come and go: a leak is what grows beyond that. */
const allowedGrowth = 0.1;

export const soak: Drill = {
  name: 'soak',
  title: 'Soak: mixed load',
  bar: 'memory flat, no leaked handles, no stuck runs',
  run: runSoak,
};

async function runSoak(context: DrillContext): Promise<DrillOutcome> {
  const server = await startServer({ env, hasExamples: true, readyTimeoutMs: 120_000 });
  // A bearer token would end with the hour, before the load does.
  const stage = { server, api: await signInWithCookie(server.url, testAdmin) };
  await waitForExamples(stage);
  const endsAt = Date.now() + context.minutes * 60_000;
  const samples: Sample[] = [];
  const watching = watch({ stage, endsAt, samples, context });
  const tally = await keepBusy(stage, endsAt);
  await watching;
  const rows = [...judgeSamples(samples, context.minutes), ...(await judgeEnd(stage)), judgeFaults(tally)];
  const code = await server.stop();
  return {
    rows: [describeLoad(tally), ...rows, { done: 'SIGTERM at the end', seen: `exit code ${code}`, isGood: code === 0 }],
  };
}

async function waitForExamples({ api }: DrillStage): Promise<void> {
  while ((await api.get('/api/v1/dashboard/')).json.count === 0) await pause(250);
}

interface Watching {
  readonly stage: DrillStage;
  readonly endsAt: number;
  readonly samples: Sample[];
  readonly context: DrillContext;
}

async function watch({ stage, endsAt, samples, context }: Watching): Promise<void> {
  const every = Math.max(1, Math.round(60_000 / sampleMs));
  while (Date.now() < endsAt) {
    await pause(sampleMs);
    const sample = await takeSample(stage);
    if (!sample) continue;
    samples.push(sample);
    if (samples.length % every === 0)
      context.say(
        `  ${((samples.length * sampleMs) / 60_000).toFixed(0)} min: server ${sample.serverMb.toFixed(0)} MB, heap ${sample.heapMb.toFixed(0)} MB, engine processes ${sample.enginesMb.toFixed(0)} MB, files ${sample.openFiles}+${sample.engineFiles}, threads ${sample.threads}, loop p99 ${sample.loopDelayMs.toFixed(0)} ms`,
      );
  }
}

async function takeSample({ server, api }: DrillStage): Promise<Sample | null> {
  const own = readProcess(server.pid);
  const children = childrenOf(server.pid).flatMap((pid) => readProcess(pid) ?? []);
  const metrics = (await api.get('/metrics').catch(() => null))?.text ?? '';
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  if (!own) return null;
  return {
    serverMb: own.residentMb,
    heapMb: figure('nodejs_heap_size_used_bytes') / 1024 ** 2,
    enginesMb: children.reduce((sum, child) => sum + child.residentMb, 0),
    openFiles: own.openFiles,
    engineFiles: children.reduce((sum, child) => sum + child.openFiles, 0),
    threads: own.threads + children.reduce((sum, child) => sum + child.threads, 0),
    loopDelayMs: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}

function judgeSamples(all: readonly Sample[], minutes: number): readonly DrillRow[] {
  const warm = all.slice(Math.floor(all.length * warmUpShare));
  const judge = (done: string, read: (sample: Sample) => number, unit: string) =>
    judgeFigure({ done, values: warm.map(read), unit, hours: (minutes * (1 - warmUpShare)) / 60 });
  const delays = warm.map((sample) => sample.loopDelayMs);
  return [
    judge('memory of the server process', (sample) => sample.serverMb, ' MB'),
    judge('its heap in use', (sample) => sample.heapMb, ' MB'),
    judge('memory of the engine processes', (sample) => sample.enginesMb, ' MB'),
    judge('open files and sockets of the server', (sample) => sample.openFiles, ''),
    judge('open files of the engine processes', (sample) => sample.engineFiles, ''),
    judge('threads of all', (sample) => sample.threads, ''),
    {
      done: 'delay of the event loop, p99 of each 5 s (its clock ticks every 10 ms)',
      seen: `median ${median(delays).toFixed(1)} ms, worst ${Math.max(...delays).toFixed(0)} ms`,
      isGood: Number.isFinite(median(delays)),
    },
  ];
}

interface FigureRequest {
  readonly done: string;
  readonly values: readonly number[];
  readonly unit: string;
  readonly hours: number;
}

/** A figure is flat when its last third lies no higher than its first third, give or take what the allocator does. */
function judgeFigure({ done, values, unit, hours }: FigureRequest): DrillRow {
  const third = Math.floor(values.length / 3);
  const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
  const slope = slopeOf(values) * (values.length / hours);
  const spread = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}${unit}`;
  return {
    done,
    seen: `${first.toFixed(0)} then ${last.toFixed(0)}${unit} (first and last third after warm-up), slope ${slope.toFixed(1)}${unit} an hour, ${spread}`,
    isGood: third > 0 && last <= first * (1 + allowedGrowth) + 4,
  };
}

/** The median of the slopes between pairs of points: a few outliers do not bend it. */
function slopeOf(values: readonly number[]): number {
  const step = Math.max(1, Math.floor(values.length / 200));
  const points = values.map((value, at) => [at, value] as const).filter(([at]) => at % step === 0);
  const slopes = points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)));
  return median(slopes);
}

/** What is left when everybody has gone. */
async function judgeEnd({ server, api }: DrillStage): Promise<readonly DrillRow[]> {
  await pause(5000);
  const before = childrenOf(server.pid).map(readBusyTicks);
  await pause(2000);
  const busy = childrenOf(server.pid).map((pid, at) => readBusyTicks(pid) - (before[at] ?? 0));
  const running = await Promise.all(
    ['running', 'pending'].map(async (state) => {
      const q = encodeURIComponent(`(filters:!((col:status,opr:eq,value:${state})))`);
      return (await api.get(`/api/v1/query/?q=${q}`)).json.count as number;
    }),
  );
  const stuck = running.reduce((sum, count) => sum + count, 0);
  const work = busy.reduce((sum, ticks) => sum + ticks, 0) / 100;
  return [
    { done: 'runs that are still under way when the load has ended', seen: String(stuck), isGood: stuck === 0 },
    { done: 'engine processes in the two seconds after', seen: `${work.toFixed(2)} s of work`, isGood: work < 0.3 },
  ];
}

function judgeFaults({ faults }: SoakTally): DrillRow {
  const [first = ''] = faults;
  return {
    done: 'answers that were none of the expected ones',
    seen: faults.length === 0 ? 'none' : `${faults.length}, first: ${first.replaceAll('|', '/').slice(0, 200)}`,
    isGood: faults.length === 0,
  };
}

function describeLoad({ counts }: SoakTally): DrillRow {
  const text = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  return { done: 'load, each kind in a row of its own', seen: text, isGood: counts.size > 0 };
}
