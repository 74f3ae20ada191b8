import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, projectRoot, startServer } from '@powerset/testkit';
import type { BenchCase, BenchContext, BenchRow } from '../bench-case.ts';
import { figuresOf, MB, ms, spreadOf } from '../figures.ts';

const barMs = 1500;
const barBytes = 250_000_000;
const idleMs = 5000;

/** From the start of the process, the look at what is installed and built included, to the first answered request. */
export const start: BenchCase = {
  name: 'start',
  title: 'Start with existing data',
  run: async (context) => [await startTime(context), await idleMemory()],
};

async function startTime({ rounds }: BenchContext): Promise<BenchRow> {
  const first = await startServer({ hasExamples: false });
  await first.kill9();
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) durations.push(await startOnce(first.dataFolder));
  const figures = figuresOf(durations);
  return {
    what: 'first answer',
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

async function idleMemory(): Promise<BenchRow> {
  const server = await startServer({ hasExamples: false });
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const bytes = residentBytes(server.pid);
  await server.stop();
  return {
    what: 'resident memory, idle',
    measured: MB(bytes),
    spread: `${idleMs / 1000} s after the start`,
    bar: MB(barBytes),
    isWithin: bytes < barBytes,
  };
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
