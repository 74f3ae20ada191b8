import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, timeQuestion } from './server-ears.ts';

/** A message of the server: its kind, its length and what it says. */
function message(kind: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      const number = Buffer.alloc(4);
      number.writeUInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ready = Buffer.from([90, 0, 0, 0, 5, 73]);
const letIn = Buffer.concat([message('R', 0), ready]);
const done = (what: string) => Buffer.concat([message('C', what), ready]);
/** An answer of one column and one row, as text. */
function row(name: string, text: string): Buffer {
  const [column, value] = [Buffer.from(`\0\u0001${name}\0`), Buffer.from(`\0\u0001\0\0\0\0${text}`)];
  value.writeUInt32BE(text.length, 2);
  const kind = Buffer.alloc(18);
  kind.writeUInt32BE(25, 6);
  const parts = [
    ['T', Buffer.concat([column, kind])],
    ['D', value],
  ] as const;
  const messages = parts.map(([sign, body]) => {
    const head = Buffer.alloc(5);
    head.write(sign);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  });
  return Buffer.concat([...messages, done('SELECT 1')]);
}
const refusal = Buffer.concat([message('E', 'SERROR', 'C25006', 'Mcannot execute LISTEN during recovery', ''), ready]);

/** What the server says to a statement; nothing where it says null. */
type Answer = (statement: string, connection: number) => Buffer | null;

let server: Server;
let sockets: Socket[];
let answer: Answer;
let asked: string[];
let lets: () => boolean;
let stop: () => Promise<void>;

beforeEach(async () => {
  sockets = [];
  asked = [];
  lets = () => true;
  server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (!lets()) return;
      socket.write(letIn);
      socket.on('data', (data) => {
        // One statement is on its way at a time.
        if (String.fromCharCode(data[0] ?? 0) !== 'Q') return;
        const statement = data.toString('utf8', 5, data.length - 1);
        asked.push(`${connection} ${statement}`);
        const said = answer(statement, connection);
        if (said) socket.write(said);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function hear(given: Answer) {
  answer = given;
  const heard = {
    writes: [] as (string | undefined)[],
    works: 0,
    silences: 0,
    voices: 0,
    times: [] as number[],
    troubles: [] as string[],
  };
  const { port } = server.address() as AddressInfo;
  ({ stop } = listen({
    settings: { host: '127.0.0.1', port, user: 'of_tests', database: 'of_tests' },
    onWrite: (table) => void heard.writes.push(table),
    onWork: () => {
      heard.works += 1;
    },
    onSilence: () => {
      heard.silences += 1;
    },
    onVoice: () => {
      heard.voices += 1;
    },
    onTime: ({ serverMs }) => void heard.times.push(serverMs),
    onTrouble: ({ message: words }) => void heard.troubles.push(words),
    pace: { listenAgainMs: 20, askEveryMs: 50, patienceMs: 150, retryMs: 100 },
  }));
  return heard;
}

const patience = { timeout: 10_000 };

describe('ears for what other processes say', () => {
  it('hear of writes to a table and of work that waits, and of both whatever was said before they listened', async () => {
    const heard = hear((statement) => done(statement.toUpperCase()));
    await expect.poll(() => [heard.writes, heard.works], patience).toEqual([[undefined], 1]);
    sockets[0]?.write(message('A', 7, 'powerset_catalog', 'public 4711 charts'));
    sockets[0]?.write(message('A', 7, 'powerset_work', ''));
    await expect.poll(() => [heard.writes, heard.works], patience).toEqual([[undefined, 'charts'], 2]);
    expect([heard.silences, heard.voices, heard.troubles]).toEqual([0, 1, []]);
  });

  it('tell of a server that lets them in and then says nothing, before they have begun to listen', async () => {
    const heard = hear((statement, connection) => (connection > 1 ? done(statement) : null));
    await expect.poll(() => heard.silences, patience).toBe(1);
    // Whoever else waits there is told so, and this one tries anew.
    await expect.poll(() => heard.works, patience).toBe(1);
    expect(asked.slice(0, 1)).toEqual(['1 listen powerset_catalog']);
  });

  it('take a line that they cut themselves for no answer of the server', async () => {
    let letsIn = true;
    lets = () => letsIn;
    const heard = hear(() => {
      letsIn = false;
      return null;
    });
    await expect.poll(() => heard.silences, patience).toBeGreaterThan(2);
    expect(heard.voices).toBe(1);
    letsIn = true;
    await expect.poll(() => heard.voices, patience).toBe(2);
  });

  it('take a refusal for an answer, also of a machine on which no server runs', async () => {
    const heard = hear(() => null);
    await expect.poll(() => heard.silences, patience).toBe(1);
    const before = heard.voices;
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await expect.poll(() => heard.voices, patience).toBeGreaterThan(before);
    expect(heard.troubles.join()).toContain('ECONNREFUSED');
  });

  it('tell of a server that stops answering later, and listen anew', async () => {
    let isSilent = false;
    const heard = hear((statement, connection) => (isSilent && connection === 1 ? null : done(statement)));
    await expect.poll(() => asked.includes(`1 ${timeQuestion}`), patience).toBe(true);
    expect(heard.silences).toBe(0);
    isSilent = true;
    await expect.poll(() => heard.silences, patience).toBe(1);
    await expect.poll(() => heard.works, patience).toBe(2);
    expect(asked).toContain('2 listen powerset_work');
  });

  it('tell what the server’s clock says, each time that it is asked whether it is there', async () => {
    let ms = 1_767_268_800_000.5;
    const heard = hear((statement) => (statement === timeQuestion ? row('ms', String(ms++)) : done(statement)));
    await expect.poll(() => heard.times.slice(0, 2), patience).toEqual([1_767_268_800_000.5, 1_767_268_800_001.5]);
  });

  it('listen anew where they were refused, and ask a connection that is gone nothing more', async () => {
    const heard = hear((statement, connection) => (connection === 1 ? refusal : done(statement)));
    await expect.poll(() => heard.works, patience).toBe(1);
    expect(heard.troubles[0]).toContain('LISTEN');
    const before = sockets.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([sockets.length, heard.silences]).toEqual([before, 0]);
    expect(asked.filter((line) => line.startsWith('1 '))).toEqual(['1 listen powerset_catalog']);
  });

  it('listen no more once they are told to stop, also where they were about to begin anew', async () => {
    const heard = hear((statement) => done(statement));
    await expect.poll(() => heard.works, patience).toBe(1);
    const gone = new Promise((resolve) => sockets[0]?.once('close', resolve));
    sockets[0]?.end();
    await gone;
    await stop();
    const before = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([asked.length, sockets.length]).toEqual([before, 1]);
  });
});
