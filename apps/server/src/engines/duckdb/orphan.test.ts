import { type ChildProcess, fork, spawn } from 'node:child_process';
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

/** A server that is killed while its engine has much to say. */
const killed = `
import { fork } from 'node:child_process';
import { once } from 'node:events';
const [entry, open, afterMs] = JSON.parse(process.env.ORPHAN);
const child = fork(entry, { serialization: 'advanced', silent: true, execArgv: [] });
const ask = (id, operation, request) => child.send({ id, operation, arguments: request });
const opened = once(child, 'message');
ask(1, 'open', open);
await opened;
process.stdout.write(String(child.pid));
ask(2, 'trusted', { sql: '${endless}', isExact: true });
for (let id = 3; id < 400; id += 1) ask(id, 'trusted', { sql: 'SELECT 1', isExact: true });
setTimeout(() => process.kill(process.pid, 'SIGKILL'), afterMs);
`;

it('an engine process whose server is killed in the middle of its answers ends as well', async () => {
  const childEntry = await buildEngineChild();
  for (const afterMs of [5, 10, 20, 30, 40, 60]) {
    const temp = await makeTempFolder('powerset-orphan');
    const [tempFolder, resultsFolder, stagingFolder] = ['temp', 'results', 'staging'].map((one) =>
      path.join(temp.path, one),
    );
    for (const folder of [tempFolder, resultsFolder, stagingFolder]) await mkdir(folder ?? '');
    const place = { file: path.join(temp.path, 'a.duckdb'), tempFolder, resultsFolder, stagingFolder };
    const open = { role: 'data', memoryLimitMb: 256, threads: 2, connections: 4, ...place };
    const server = spawn(process.execPath, ['--input-type=module', '-e', killed], {
      env: { ...process.env, ORPHAN: JSON.stringify([childEntry, open, afterMs]) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let pid = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      pid += text;
    });
    await once(server, 'close');
    await expect.poll(() => stateOf(pid), { timeout: 5000 }).toMatch(/^(gone|Z)$/);
    await temp.remove();
  }
}, 60_000);

/** `gone`, or the letter of the kernel: whoever ended and was fetched by nobody is `Z`. */
async function stateOf(pid: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? 'gone' : (stat.replace(/^.*\) /, '').split(' ')[0] ?? '');
}

async function untilBusy(child: ChildProcess): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  const ticks = async () =>
    Number((await readFile(`/proc/${child.pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')[11]);
  const before = await ticks();
  await expect.poll(ticks, { timeout: 20_000 }).toBeGreaterThan(before + 25);
}
