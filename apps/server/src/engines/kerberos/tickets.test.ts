import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { toKerberosOptions, toKerberosTarget } from './index.ts';
import { type FakeTickets, startFakeTickets } from './tickets-fixture.ts';

const target = { service: 'HTTP', host: 'db.example', principal: null };
const plain = (token: string) => Buffer.from(token, 'base64').toString('latin1');
const open: { fake?: FakeTickets } = {};
afterEach(async () => {
  await open.fake?.stop();
});

async function start(options: Parameters<typeof startFakeTickets>[0] = {}) {
  open.fake = await startFakeTickets(options);
  return open.fake.tickets;
}

describe('tickets of Kerberos', () => {
  it('are asked for by the name of the service and its host, each of them anew', async () => {
    const tickets = await start();
    const [first, second] = [
      await tickets.negotiate(target),
      await tickets.negotiate({ ...target, principal: 'ada@X' }),
    ];
    expect([plain(first), plain(second)]).toEqual(['1 web HTTP@db.example first', '2 web HTTP@db.example ada@X']);
  });

  it('begin a sign-in of several messages', async () => {
    const tickets = await start();
    const signal = new AbortController().signal;
    const talk = await tickets.begin({ ...target, service: 'hive' }, signal);
    expect(talk.first.toString()).toBe('1 talk hive@db.example first');
    expect(await talk.step(Buffer.from('yes'))).toEqual({ token: Buffer.alloc(0), isComplete: true });
    expect((await talk.unwrap(Buffer.from('wabc'))).toString()).toBe('abc');
    expect((await talk.wrap(Buffer.from('abc'))).toString()).toBe('wabc');
    talk.end();
    expect(await failureOf(talk.wrap(Buffer.from('abc')))).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
  });

  it('say what the directory said, without what its library always says', async () => {
    const tickets = await start();
    expect(await failureOf(tickets.negotiate({ ...target, service: 'nobody' }))).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message:
        'Kerberos gave no ticket for "nobody/db.example": Server nobody@db.example not found in Kerberos database',
    });
  });

  it('say no more of it than a person reads', async () => {
    const tickets = await start();
    const failing = tickets.negotiate({ ...target, service: 'nobody', host: 'x'.repeat(2000) });
    expect((await failureOf(failing)).driverMessage).toHaveLength(300);
  });

  it('say which package is missing, and how it is added', async () => {
    const tickets = await start({ isMissing: true });
    expect(await failureOf(tickets.negotiate(target))).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: expect.stringContaining('npm install kerberos@7'),
    });
  });

  it('are given up after a while, while others are served, and the process that hangs is ended', async () => {
    const tickets = await start({ timeoutMs: 1500 });
    await tickets.negotiate(target);
    const silent = { ...target, service: 'silent' };
    const waiting = Array.from({ length: 7 }, () => failureOf(tickets.negotiate(silent)));
    expect(plain(await tickets.negotiate(target))).toMatch(/^2 /);
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(
      Array.from({ length: 7 }, () => 'CONNECTION_DATABASE_TIMEOUT'),
    );
    expect(plain(await tickets.negotiate(target))).toMatch(/^3 /);
    await failureOf(tickets.negotiate(silent));
    expect(plain(await tickets.negotiate(target))).toMatch(/^1 /);
  });

  it('are asked for in a process that ends when nobody wants any, and not while somebody waits', async () => {
    const tickets = await start({ idleMs: 300, timeoutMs: 2500 });
    expect(plain(await tickets.negotiate({ ...target, service: 'threads' }))).toBe('16');
    expect(plain(await tickets.negotiate(target))).toMatch(/^1 /);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(plain(await tickets.negotiate(target))).toMatch(/^1 /);
    expect(await failureOf(tickets.negotiate({ ...target, service: 'silent' }))).toMatchObject({
      code: 'CONNECTION_DATABASE_TIMEOUT',
    });
  });

  it('are not held against the process where nobody waited for them any more', async () => {
    const tickets = await start();
    for (let count = 1; count <= 10; count += 1) {
      const controller = new AbortController();
      const left = tickets.negotiate(target, controller.signal).catch(() => undefined);
      controller.abort(new Error('stopped'));
      await left;
      expect(plain(await tickets.negotiate(target))).toMatch(new RegExp(`^${2 * count} `));
    }
  });

  it('are not waited for by whoever stops, nor by anybody once the process is gone', async () => {
    const tickets = await start();
    const controller = new AbortController();
    const stopped = tickets.negotiate({ ...target, service: 'silent' }, controller.signal).catch((error) => error);
    controller.abort(new Error('stopped'));
    expect(await stopped).toMatchObject({ message: 'stopped' });
    const late = async () => tickets.negotiate({ ...target, service: 'silent' }, controller.signal);
    await expect(late()).rejects.toThrow('stopped');
    expect(await failureOf(tickets.negotiate({ ...target, service: 'crash' }))).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
    });
    expect(plain(await tickets.negotiate(target))).toMatch(/^1 /);
    tickets.close();
    expect(await failureOf(tickets.negotiate(target))).toMatchObject({ code: 'ENGINE_UNAVAILABLE_ERROR' });
  });

  it('are asked for in a process that goes with the server that began it, whatever it waits for', async () => {
    await start();
    const child = fork(open.fake?.childEntry ?? '', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.send({ id: 1, call: 'negotiate', asked: target });
    await once(child, 'message');
    child.send({ id: 2, call: 'negotiate', asked: { ...target, service: 'silent' } });
    child.send({ id: 3, call: 'negotiate', asked: target });
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })).toEqual([null, 'SIGKILL']);
  });

  it('are asked for by plain names alone', () => {
    for (const service of ['', 'a b', 'HTTP@evil', 'a/b'])
      expect(() => toKerberosTarget({ service })).toThrow('The service of Kerberos');
    expect(() => toKerberosTarget({ service: 'hive', principal: 'a\nb' })).toThrow('The principal of Kerberos');
    expect(() => toKerberosTarget({ service: 'hive', host: 'a b' })).toThrow('The host');
    expect(toKerberosOptions(toKerberosTarget({ service: 'hive', principal: 'ada@X' }))).toEqual({
      ...{ auth: 'KERBEROS', kerberos_service_name: 'hive', kerberos_principal: 'ada@X' },
    });
  });
});
