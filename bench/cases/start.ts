import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, projectRoot, startServer } from '@powerset/testkit';
import type { BenchCase, BenchRow } from '../bench-case.ts';
import { figuresOf, MB, ms, spreadOf } from '../figures.ts';
import { readProcess } from '../process-figures.ts';

const barMs = 1500;
const barBytes = 250_000_000;
const idleMs = 5000;

/** From the start of the process, the look at what is installed and built included, to the first answered request. */
export const start: BenchCase = {
  name: 'start',
  title: 'Start with existing data',
  run: (shop, { rounds }) =>
    shop.whileStopped(async (dataFolder) => [await startTime(dataFolder, rounds), await idleMemory(dataFolder)]),
};

async function startTime(dataFolder: string, rounds: number): Promise<BenchRow> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) durations.push(await startOnce(dataFolder));
  const figures = figuresOf(durations);
  return {
    what: 'first answer',
    figure: figures.median,
    show: ms,
    measured: ms(figures.median),
    spread: spreadOf(figures, ms),
    bar: ms(barMs),
    isWithin: figures.median < barMs,
  };
}

async function startOnce(dataFolder: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const args = [join(projectRoot, 'tools/start.mjs'), '--port', String(port), '--data', dataFolder, '--no-examples'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  while (!(await isAnswering(port))) await new Promise((resolve) => setTimeout(resolve, 5));
  const duration = performance.now() - startedAt;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return duration;
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

async function idleMemory(dataFolder: string): Promise<BenchRow> {
  const server = await startServer({ dataFolder, hasExamples: false });
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const bytes = (readProcess(server.pid)?.residentMb ?? Number.NaN) * 2 ** 20;
  await server.stop();
  return {
    what: 'resident memory, idle',
    figure: bytes,
    show: MB,
    measured: MB(bytes),
    spread: `${idleMs / 1000} s after the start`,
    bar: MB(barBytes),
    isWithin: bytes < barBytes,
  };
}
