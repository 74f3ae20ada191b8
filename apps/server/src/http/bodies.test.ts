import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_BODY_TIMEOUT: '1' } });
}, 60_000);
afterAll(() => running.stop());

async function open(head: readonly string[]): Promise<{ readonly socket: Socket; readonly answer: () => string }> {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('utf8');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${[...head, 'Host: 127.0.0.1'].join('\r\n')}\r\n`);
  return { socket, answer: () => text };
}

/** Sends a little again and again until it is cut off, or nothing is left. */
async function trickle(socket: Socket, pieces: readonly (string | Uint8Array)[], everyMs: number): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed || socket.readableEnded) return;
    socket.write(piece);
    await pause(everyMs);
  }
}

const many = (piece: string) => Array.from({ length: 200 }, () => piece);
const json = ['POST /api/v1/security/login HTTP/1.1', 'Content-Type: application/json'];
const uploadHead = () => [
  'POST /api/v1/chart/import/ HTTP/1.1',
  `Authorization: ${running.admin.headers.authorization}`,
  'Content-Type: multipart/form-data; boundary=x',
];
const part = '--x\r\nContent-Disposition: form-data; name="formData"; filename="a.zip"\r\n\r\n';

describe('a body', () => {
  it.each([
    ['whose length is known', [...json, 'Content-Length: 5000'], ' '],
    ['that comes in pieces', [...json, 'Transfer-Encoding: chunked'], '1\r\n \r\n'],
  ])('that arrives byte by byte is cut off: %s', async (_what, head, piece) => {
    const { socket, answer } = await open(head);
    socket.write('\r\n');
    await trickle(socket, many(piece), 100);
    expect(socket.destroyed || socket.readableEnded).toBe(true);
    expect(answer()).toContain('HTTP/1.1 408');
    expect(answer()).toContain('The body of the request did not arrive in time.');
  });

  it('of an upload that hardly moves is cut off, and one over a slow line arrives', async () => {
    const stuck = await open([...uploadHead(), 'Content-Length: 50000']);
    stuck.socket.write(`\r\n${part}`);
    const stuckEnds = trickle(stuck.socket, many('a'), 100);
    const live = await open([...uploadHead(), `Content-Length: ${part.length + 40 * 200 + 9}`]);
    live.socket.write(`\r\n${part}`);
    await trickle(live.socket, [...Array.from({ length: 40 }, () => 'a'.repeat(200)), '\r\n--x--\r\n'], 100);
    await stuckEnds;
    if (live.answer() === '') await once(live.socket, 'data');
    expect(stuck.answer()).toContain('HTTP/1.1 408');
    expect(stuck.socket.destroyed || stuck.socket.readableEnded).toBe(true);
    expect(live.answer()).toContain('Not a ZIP file');
    live.socket.destroy();
  });

  it('is refused before it is parsed where it is nested too deeply, or holds too much', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = async (body: string) => {
      const answer = await fetch(`${running.url}/api/v1/security/login`, { method: 'POST', headers, body });
      return [answer.status, await answer.text()];
    };
    const levels = [400, expect.stringContaining('Must not be nested deeper than 100 levels.')];
    expect(await send('['.repeat(100_000))).toEqual(levels);
    expect(await send('{"a":'.repeat(100_000))).toEqual(levels);
    const values = expect.stringContaining('Must not hold more than 50000 values and names.');
    expect(await send(`[${'1,'.repeat(200_000)}1]`)).toEqual([400, values]);
    expect((await send('a'.repeat(5 * 1024 * 1024)))[0]).toBe(413);
  });
});

it('headers that arrive byte by byte are cut off', async () => {
  const { socket } = await open(['GET /ping HTTP/1.1']);
  await trickle(socket, many('a'), 100);
  expect(socket.destroyed || socket.readableEnded).toBe(true);
});
