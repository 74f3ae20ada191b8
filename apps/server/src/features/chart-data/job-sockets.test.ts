import { once } from 'node:events';
import { connect } from 'node:net';
import { asyncEventsSocket, type WireAsyncEvent, type WireAsyncMessage } from '@powerset/contract';
import { type ApiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { grantDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseConfig } from '../../config.ts';
import { openJobSockets } from './job-sockets.ts';

const env = { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES', POWERSET_GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws' };

let started: InProcessApp;
let datasetId = 0;
let databaseId = 0;
beforeAll(async () => {
  started = await startInProcess({ env });
  databaseId = (await started.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const sql = 'select i as n from range(10) r(i)';
  const made = await started.admin.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'ten',
    sql,
  });
  datasetId = made.json.id;
  await grantDataset(started, 'sql_lab', { databaseId, datasetId });
});
afterAll(() => started.stop());

let asked = 0;
/** Asks what nobody has asked before; brings the job. */
async function ask(client: ApiClient = started.admin): Promise<string> {
  asked += 1;
  const metric = { expressionType: 'SQL', sqlExpression: `sum(n) + ${asked}`, label: 'm' };
  const body = { datasource: { id: datasetId, type: 'table' }, queries: [{ columns: [], metrics: [metric] }] };
  const taken = await client.post('/api/v1/chart/data', body);
  expect(taken.status, taken.text).toBe(202);
  return taken.json.job_id;
}

/** A session's cookie, as a browser holds one. */
async function sessionOf(username?: string, url = started.url): Promise<string> {
  const credentials = username === undefined ? testAdmin : { username, password: 'a password for tests' };
  return (await signInWithCookie(url, credentials)).headers.cookie ?? '';
}
const personOf = (name: string): Promise<ApiClient> => started.signInAs(name, ['Gamma', 'sql_lab']);

interface Given {
  readonly cookie?: string;
  readonly lastId?: string;
  readonly origin?: string;
  readonly url?: string;
}

/** A WebSocket with all that it said; `code` is that of its end, or the status of a refusal. */
function listen({ cookie, lastId, origin, url = started.url }: Given) {
  const query = lastId === undefined ? '' : `?last_id=${lastId}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${asyncEventsSocket.path}${query}`, {
    headers: { ...(cookie ? { cookie } : {}), origin: origin ?? url },
  });
  const heard: WireAsyncMessage[] = [];
  let refused: string | undefined;
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  const ended = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, answer) => {
      answer.setEncoding('utf8').on('data', (text) => {
        refused = (refused ?? '') + text;
      });
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => resolve(code));
  });
  const events = () => heard.filter((message): message is WireAsyncEvent => 'job_id' in message);
  return {
    socket,
    heard,
    ended,
    events,
    refusal: () => refused,
    isOpen: () => expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(0),
    hears: (job: string) =>
      expect.poll(() => events().some(({ job_id: id }) => id === job), { timeout: 20_000 }).toBe(true),
  };
}

describe('the WebSocket of asynchronous queries', () => {
  it('is named by the bootstrap where it is configured, and polling elsewhere [ASY-007]', async () => {
    const { conf } = (await started.admin.get('/api/v1/bootstrap/')).json;
    const named = [conf.GLOBAL_ASYNC_QUERIES_TRANSPORT, conf.GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL];
    expect(named).toEqual(['ws', asyncEventsSocket.path]);
    const plain = await startInProcess({
      env: { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' },
      webFolder: '/nowhere',
    });
    const other = (await plain.admin.get('/api/v1/bootstrap/')).json.conf;
    expect(other.GLOBAL_ASYNC_QUERIES_TRANSPORT).toBe('polling');
    const cookie = await sessionOf(undefined, plain.url);
    expect(await listen({ url: plain.url, cookie }).ended).toBe(404);
    await plain.stop();
  });

  it('tells of the server and then of each job as it ends, as the call by HTTP does [ASY-006, ASY-007]', async () => {
    const line = listen({ cookie: await sessionOf() });
    await line.isOpen();
    const job = await ask();
    await line.hears(job);
    const polled = (await started.admin.get('/api/v1/async_event/')).json;
    expect(line.heard[0]).toEqual({ channel_id: polled.channel_id });
    expect(line.events().find(({ job_id: id }) => id === job)).toEqual(
      polled.result.find((event: WireAsyncEvent) => event.job_id === job),
    );
    line.socket.close();
  });

  it('tells what was missed since the last event that a page knows, each once [ASY-009, ASY-010]', async () => {
    const cookie = await sessionOf();
    const first = listen({ cookie });
    await first.hears(await ask());
    const lastId = first.events().at(-1)?.id;
    first.socket.terminate();
    const missed = [await ask(), await ask()];
    const polled = async () => (await started.admin.get(`/api/v1/async_event/?last_id=${lastId}`)).json.result.length;
    await expect.poll(polled).toBe(2);
    const second = listen({ cookie, lastId });
    await second.isOpen();
    const later = await ask();
    await second.hears(later);
    expect(
      second
        .events()
        .map(({ job_id: id }) => id)
        .toSorted(),
    ).toEqual([...missed, later].toSorted());
    expect(new Set(second.events().map(({ id }) => id)).size).toBe(3);
    second.socket.close();
    const wrong = listen({ cookie, lastId: 'yesterday' });
    expect([await wrong.ended, JSON.parse(wrong.refusal() ?? '').message]).toEqual([
      400,
      { last_id: [expect.any(String)] },
    ]);
  });

  it('is for who has a session, from pages of the server alone, and tells nobody of others’ jobs', async () => {
    expect(await listen({}).ended).toBe(401);
    expect(await listen({ cookie: 'powerset_session=guessed' }).ended).toBe(401);
    const cookie = await sessionOf();
    expect(await listen({ cookie, origin: 'https://elsewhere.test' }).ended).toBe(403);
    const ben = await personOf('socket_ben');
    const line = listen({ cookie: await sessionOf('socket_ben') });
    await line.isOpen();
    const others = await ask();
    await line.hears(await ask(ben));
    expect(line.events().map(({ job_id: id }) => id)).not.toContain(others);
    line.socket.close();
  });

  it('ends with the session: at signing out, when a password changes, and where the session went by itself', async () => {
    await personOf('socket_ann');
    const ann = await signInWithCookie(started.url, { username: 'socket_ann', password: 'a password for tests' });
    const own = ann.headers.cookie ?? '';
    const [line, other] = [listen({ cookie: own }), listen({ cookie: await sessionOf('socket_ann') })];
    await Promise.all([line.isOpen(), other.isOpen()]);
    expect((await ann.post('/api/v1/security/sign_out', {})).status).toBe(200);
    expect(await line.ended).toBe(asyncEventsSocket.endedCode);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    const { sessions, store } = started.app.services;
    const { id } = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'socket_ann')
      .executeTakeFirstOrThrow();
    await store.transaction().execute((transaction) => sessions.endAllOf(id, transaction));
    expect(await other.ended).toBe(asyncEventsSocket.endedCode);
    expect(await listen({ cookie: own }).ended).toBe(401);
  });

  it('is bounded: so many of a person, nothing said to it, no slow readers', async () => {
    await personOf('socket_cleo');
    const cookie = await sessionOf('socket_cleo');
    const lines = Array.from({ length: 20 }, () => listen({ cookie }));
    await Promise.all(lines.map((line) => line.isOpen()));
    expect(await listen({ cookie }).ended).toBe(429);
    lines[0]?.socket.send('hello');
    expect(await lines[0]?.ended).toBe(1008);
    lines[1]?.socket.send('x'.repeat(5000));
    expect(await lines[1]?.ended).toBe(1009);
    const again = listen({ cookie });
    await again.isOpen();
    for (const { socket } of [...lines, again]) socket.close();
  });

  it('ends with the server, which does not wait for who listens', async () => {
    const short = await startInProcess({ env });
    const line = listen({ url: short.url, cookie: await sessionOf(undefined, short.url) });
    await line.isOpen();
    await short.stop();
    expect(await line.ended).toBe(1001);
  });

  it('leaves requests alone that offer another protocol', async () => {
    const body = JSON.stringify({ ...testAdmin, provider: 'db' });
    const lines = [
      'POST /api/v1/security/login HTTP/1.1',
      `Host: ${new URL(started.url).host}`,
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
    setTimeout(() => socket.write(body.slice(20)), 50);
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      if (answer.includes('access_token')) socket.end();
    });
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('access_token');
  });
});

/** A server of WebSockets alone, with a beat that a test can wait for. */
async function openBare(change: { readonly beatMs?: number; readonly unreadBytes?: number }) {
  const server = Fastify();
  await server.register((await import('@fastify/cookie')).default);
  const state = { isSignedIn: true, needsFactor: false };
  let say: (event: WireAsyncEvent) => void = () => undefined;
  const { services } = started.app;
  const config = parseConfig({ argv: [], env, root: '/' });
  const user = await services.accounts.findUser(1);
  const sockets = openJobSockets(
    server,
    {
      ...{ config, log: services.log },
      accounts: {
        ...services.accounts,
        findUser: async (id) => {
          const found = await services.accounts.findUser(id);
          return found && { ...found, needsFactor: state.needsFactor };
        },
      },
      sessions: {
        ...services.sessions,
        find: async () =>
          state.isSignedIn && user
            ? { userId: user.id, viewedId: null, isByPassword: true, csrfToken: '', idHash: 'one' }
            : undefined,
      },
    },
    {
      ...change,
      jobs: {
        channelId: 'bare',
        start: async () => null,
        eventsAfter: async () => [],
        follow: (_user, _lastId, listener) => {
          say = listener;
          return () => undefined;
        },
        findQuestion: async () => undefined,
        ownerOf: async () => null,
        takeOver: async () => undefined,
        close: async () => undefined,
      },
    },
  );
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const stop = async () => {
    await sockets.close();
    await server.close();
  };
  return { url, state, stop, say: (event: WireAsyncEvent) => say(event) };
}

describe('the beat of the WebSocket', () => {
  it('is heard by pages, finds who is gone, and a session that has ended by itself', async () => {
    const { url, state, stop } = await openBare({ beatMs: 100 });
    const line = listen({ url, cookie: 'powerset_session=one' });
    await expect.poll(() => line.heard.length).toBeGreaterThan(2);
    expect(line.heard[2]).toEqual({ channel_id: 'bare' });
    const silent = new WebSocket(`${url.replace('http', 'ws')}${asyncEventsSocket.path}`, {
      headers: { cookie: 'powerset_session=one', origin: url },
      autoPong: false,
    });
    const [code] = await once(silent, 'close');
    expect(code).toBe(1006);
    expect(line.socket.readyState).toBe(WebSocket.OPEN);
    state.needsFactor = true;
    expect(await listen({ url, cookie: 'powerset_session=one' }).ended).toBe(401);
    state.needsFactor = false;
    state.isSignedIn = false;
    expect(await line.ended).toBe(asyncEventsSocket.endedCode);
    await stop();
  });

  it('cuts who reads too slowly', async () => {
    const { url, say, stop } = await openBare({ unreadBytes: 50_000 });
    const line = listen({ url, cookie: 'powerset_session=one' });
    await line.isOpen();
    line.socket.pause();
    const error = { message: 'x'.repeat(20_000), error_type: 'X', level: 'error', extra: {} } as const;
    const event = { channel_id: 'bare', job_id: 'a', user_id: 1, status: 'error', result_url: null } as const;
    let told = 0;
    // Much is held by the system's own buffers.
    for (; told < 2000; told += 1) say({ ...event, id: `1-${told}`, errors: [error] });
    line.socket.resume();
    expect(await line.ended).toBe(1006);
    expect(line.heard.length).toBeLessThan(told);
    await stop();
  });
});
