import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { buildEngineChild } from '@powerset/testkit/engine-child';
import { expect, it } from 'vitest';
import { buildSupervisor } from './build-supervisor.ts';

const endless = 'SELECT sum(sqrt(i)) FROM range(20000000000000) t(i)';

it('an engine process whose server is gone ends at once, whatever it computes, and leaves its file to the next', async () => {
  const temp = await makeTempFolder('powerset-orphan');
  const [tempFolder, resultsFolder, stagingFolder] = ['temp', 'results', 'staging'].map((one) =>
    path.join(temp.path, one),
  );
  const folders = { tempFolder: tempFolder!, resultsFolder: resultsFolder!, stagingFolder: stagingFolder! };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const file = path.join(temp.path, 'a.duckdb');
  const childEntry = await buildEngineChild();
  const child = fork(childEntry, { serialization: 'advanced', silent: true });
  const ask = (id: number, operation: string, request: unknown) => child.send({ id, operation, arguments: request });
  const opened = once(child, 'message');
  ask(1, 'open', { role: 'data', file, memoryLimitMb: 256, threads: 2, connections: 4, ...folders });
  await opened;
  ask(2, 'trusted', { sql: endless, isExact: true });
  await untilBusy(child);
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
  const next = buildSupervisor({ ...folders, file, childEntry, log: () => undefined }, 'data');
  expect((await next.get()).isAlive).toBe(true);
  await next.close(1000);
  await temp.remove();
});

async function untilBusy(child: ChildProcess): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  const ticks = async () =>
    Number((await readFile(`/proc/${child.pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')[11]);
  const before = await ticks();
  await expect.poll(ticks, { timeout: 20_000 }).toBeGreaterThan(before + 25);
}
