import { buildThreadProgram } from '@powerset/testkit/engine-child';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTextWork, type TextWork } from '../../threads/index.ts';
import type { Engine } from '../engine.ts';
import { openPostgresql } from './open.ts';

let work: TextWork;
let engine: Engine;
beforeAll(async () => {
  work = createTextWork({ entry: await buildThreadProgram(), threads: 2, memoryMb: 256 });
  engine = openPostgresql({
    // Nobody is there: reading a script asks no server.
    host: '127.0.0.1',
    port: 1,
    user: 'u',
    password: null,
    database: 'd',
    sslMode: 'disable',
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    resultSink: { open: () => Promise.reject(new Error('nothing is kept here')) },
    readLongScript: work.readLongScript,
    log: () => undefined,
  });
});
afterAll(async () => {
  await engine.close();
  await work.close();
});

const longest = 1_000_000;
const fit = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

/** How often others had a turn meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await work.catch(() => undefined);
  clearInterval(timer);
  return turns;
}

describe('a long script for a PostgreSQL server', () => {
  it('is read off the event loop', async () => {
    const sql = `select ${fit("'a', ", 400_000)}1 from s.t`;
    const [statement] = await engine.analyse(sql);
    expect(statement).toMatchObject({ kind: 'select', text: sql, tables: [{ schema: 's', table: 't' }] });
    // The grammar is loaded by now.
    expect(await turnsDuring(engine.analyse(sql))).toBeGreaterThan(20);
  });

  it.each([
    ['brackets', `select ${'('.repeat(200_000)}1${')'.repeat(200_000)}`, 'nested too deeply'],
    ['a sum', `select ${fit('1+', 400_000)}1`, 'nested too deeply'],
    ['statements', fit('select 1;\n', 200_000), 'The script has too many statements: at most 1000.'],
    [
      'tables',
      `select 1 from ${Array.from({ length: 6000 }, (_, at) => `t${at}`).join(', ')}`,
      'The script names too many tables and functions: at most 5,000.',
    ],
    ['one character more', `select ${fit("'a', ", longest)}1`, 'too long: at most 1,000,000 characters'],
    ['a mistake', `${fit('select 1;\n', 3000)}selec 1`, 'syntax error at or near "selec"'],
  ])('is refused in words of the reader: %s', async (_what, sql, message) => {
    await expect(engine.analyse(sql)).rejects.toMatchObject({
      name: 'EngineError',
      message: expect.stringContaining(message),
    });
  });

  it('tells the place of a mistake as a short one does', async () => {
    const problem = await engine.analyse(`${fit('select 1;\n', 3000)}selec 1`).catch((error) => error.details);
    expect(problem).toMatchObject({ code: 'SYNTAX_ERROR', line: 301, column: 1 });
  });

  it('is refused before it is read where its tree would be too large for a thread', async () => {
    const message = 'The SQL has too many words and signs: at most 500,000.';
    await expect(engine.analyse(`select ${fit('*,', 900_000)}1`)).rejects.toMatchObject({ message });
    expect(await engine.analyse(`select ${fit('*,', 490_000)}1`)).toMatchObject([{ kind: 'select' }]);
  });
});
