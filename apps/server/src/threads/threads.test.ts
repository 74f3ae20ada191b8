import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { makeTempFolder } from '@powerset/testkit';
import { buildThreadProgram } from '@powerset/testkit/engine-child';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveTasks } from './serve-tasks.ts';
import { createTextWork, type TextWork } from './text-work.ts';
import { createThreads } from './threads.ts';

let entry: string;
let work: TextWork;
beforeAll(async () => {
  entry = await buildThreadProgram();
  work = createTextWork({ entry, threads: 1, memoryMb: 64 });
});
afterAll(() => work.close());

const none = new AbortController().signal;
const scope = { user: null, urlParams: {} };
const bounds = { since: null, until: null };
const templateOf = (texts: TextWork, fairnessKey: string, sql: string) =>
  texts.render({ sql, dialect: 'duckdb', query: {}, bounds, clock: { now: new Date(0) }, scope, fairnessKey });
const template = (sql: string) => templateOf(work, '1', sql);
const endless = '{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}';

/** A program that is loaded for longer than its tasks may take. */
const slowProgram = `
const { parentPort } = require('node:worker_threads');
for (const until = Date.now() + 800; Date.now() < until; );
parentPort.on('message', () => {
  parentPort.postMessage('begun');
  parentPort.postMessage({ value: 'done' });
});`;

describe('the time of a task', () => {
  it('begins once its program is loaded, however long that takes', async () => {
    const folder = await makeTempFolder('powerset-slow-program');
    const slow = join(folder.path, 'program.cjs');
    await writeFile(slow, slowProgram);
    const threads = createThreads({ entry: slow, threads: 1, memoryMb: 64 });
    expect(await threads.run({ kind: 'any' }, { deadlineMs: 400 })).toBe('done');
    await threads.close();
    await folder.remove();
  });

  it('begins once the thread has loaded what this kind of task needs', async () => {
    const { port1: here, port2: inThread } = new MessageChannel();
    let isLoaded = false;
    serveTasks(inThread, async () => {
      await pause(50);
      isLoaded = true;
      return () => 'done';
    });
    const said: unknown[] = [];
    here.on('message', (message) => said.push([isLoaded, message]));
    here.postMessage({ kind: 'any' });
    await expect
      .poll(() => said)
      .toEqual([
        [true, 'begun'],
        [true, { value: 'done' }],
      ]);
    here.close();
  });
});

describe('work on texts', () => {
  it('leaves the event loop to others, and is ended where it takes too long', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await expect(template(endless)).rejects.toMatchObject({
      name: 'QueryError',
      code: 'INVALID_TEMPLATE_PARAMS_ERROR',
      message: 'The template takes too long or grows too large',
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(100);
    expect(await template('{{ 1 + 1 }}')).toBe('2');
  });

  it('is ended where it takes too much memory', async () => {
    const growing =
      '{% set ns = namespace(all=[]) %}{% for i in range(9999) %}{% set ns.all = ns.all + [range(9000)] %}{% endfor %}';
    await expect(template(growing)).rejects.toMatchObject({ code: 'INVALID_TEMPLATE_PARAMS_ERROR' });
    expect(await template('{{ 1 + 1 }}')).toBe('2');
  });

  it('tells the author what is wrong with a text', async () => {
    await expect(
      work.format({ sql: "select 'a", dialect: 'postgresql', fairnessKey: '1' }, none),
    ).rejects.toMatchObject({
      name: 'TaskError',
    });
    expect(await work.format({ sql: 'select a from b', dialect: 'duckdb', fairnessKey: '1' }, none)).toBe(
      'SELECT\n  a\nFROM\n  b',
    );
  });

  it("lets nobody's many endless templates delay the others'", async () => {
    const shared = createTextWork({ entry, threads: 2, memoryMb: 64 });
    const ended: string[] = [];
    const note = (name: string) => () => {
      ended.push(name);
    };
    const many = Array.from({ length: 4 }, () => templateOf(shared, 'bomber', endless).catch(note('endless')));
    const others = ['2', '3', '4'].map((key) => templateOf(shared, key, '{{ 1 + 1 }}').then(note('short')));
    await Promise.all([...many, ...others]);
    expect(ended.slice(0, 3)).toEqual(['short', 'short', 'short']);
    await shared.close();
  }, 30_000);

  it('takes turns where there is one thread only', async () => {
    const ended: string[] = [];
    const note = (name: string) => () => {
      ended.push(name);
    };
    const many = Array.from({ length: 3 }, () => templateOf(work, 'bomber', endless).catch(note('endless')));
    const other = templateOf(work, 'other', '{{ 1 + 1 }}').then(note('short'));
    await Promise.all([...many, other]);
    expect(ended.indexOf('short')).toBe(1);
  }, 30_000);

  it('ends with who wanted it, also while it waits for a thread', async () => {
    const controller = new AbortController();
    const long = work.format(
      { sql: 'select (a, b), '.repeat(20_000), dialect: null, fairnessKey: '1' },
      controller.signal,
    );
    const waiting = work.format({ sql: 'select 1', dialect: null, fairnessKey: '1' }, controller.signal);
    const other = work.format({ sql: 'select 2', dialect: null, fairnessKey: '2' }, none);
    controller.abort(new Error('gone'));
    await expect(long).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    expect(await other).toBe('SELECT\n  2');
  });

  it.each([
    ['brackets', '['.repeat(50_000)],
    ['lists within a line', '- '.repeat(50_000)],
    [
      'lines that stand further and further to the right',
      Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    ],
  ])('reads no YAML that is nested too deeply: %s', async (_what, text) => {
    const bytes = zipSync({ 'x/metadata.yaml': strToU8(text) });
    const [document] = await work.readArchive({ bytes, folders: [] });
    expect(document?.problem).toBe('Not a valid YAML file: it is nested too deeply');
  });
});

it('waits for a thread no longer than threads are open', async () => {
  const threads = createThreads({ entry, threads: 1, memoryMb: 64 });
  const long = threads.run({ kind: 'format', sql: 'select (a, b), '.repeat(20_000), dialect: null } as never, {
    deadlineMs: 60_000,
  });
  const failed = expect(long).rejects.toThrow('The thread ended.');
  await threads.close();
  await failed;
});
