import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Kerberos } from '../kerberos/index.ts';
import { type FakeTickets, startFakeTickets } from '../kerberos/tickets-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { hiveKind, openHive } from './index.ts';
import { startHiveService } from './service-fixture.ts';
import { findUriProblem, fromUri } from './uri.ts';

const open: { fake?: FakeTickets; server?: Server; sockets: Set<Socket> } = { sockets: new Set() };
afterEach(async () => {
  for (const socket of open.sockets) socket.destroy();
  open.server?.close();
  await open.fake?.stop();
});

const toMessage = (status: number, words: string) => {
  const body = Buffer.from(words, 'latin1');
  const head = Buffer.from([status, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
};

/** Signs people in by tickets, with an offer of what is done to messages, and says no more; what it hears is `status:words`. */
async function startSaslServer(answers: readonly Buffer[], { ends = false } = {}) {
  const heard: string[] = [];
  const server = createServer((socket) => {
    open.sockets.add(socket);
    const left = [...answers];
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      for (let at = 0; at < part.length; ) {
        const length = part.readUInt32BE(at + 1);
        heard.push(`${part[at]}:${part.toString('latin1', at + 5, at + 5 + length)}`);
        at += 5 + length;
        if (heard.at(-1) !== '1:GSSAPI') socket.write(left.shift() ?? '');
        if (ends && left.length === 0) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.server = server;
  // A server on loopback has an address.
  return { heard, port: (server.address() as AddressInfo).port };
}

async function engineAt(port: number, options = 'auth=KERBEROS&kerberos_service_name=warehouse') {
  open.fake = await startFakeTickets();
  return openHive({
    ...fromUri(`hive://ada@127.0.0.1:${port}/sales?${options}`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true }, tickets: open.fake.tickets },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
}

describe('Spark and Hive whose people sign in by tickets', () => {
  it('are given a ticket, answer it, and are told that messages stay as they are', async () => {
    const offer = 'w\u0007\u0000\u0001\u0000';
    const { port, heard } = await startSaslServer([toMessage(2, 'yes'), toMessage(2, offer), toMessage(4, 'so far')]);
    const engine = await engineAt(port);
    expect(await failureOf(engine.ping())).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The database refused the ticket of Kerberos.',
      driverMessage: 'so far',
    });
    expect(heard).toEqual(['1:GSSAPI', '2:1 talk warehouse@127.0.0.1 first', '2:', '2:w\u0001\u0000\u0000\u0000']);
    await engine.close();
  });

  it('are not asked where they want messages to be sealed, and their sign-in is ended', async () => {
    const { port } = await startSaslServer([toMessage(2, 'yes'), toMessage(2, 'w\u0004\u0000\u0001\u0000')]);
    const engine = await engineAt(port);
    const begun = vi.spyOn(open.fake?.tickets as Kerberos, 'begin');
    expect((await failureOf(engine.ping())).message).toContain('hive.server2.thrift.sasl.qop');
    const talk = await begun.mock.results[0]?.value;
    expect(await failureOf(talk.wrap(Buffer.from('more')))).toMatchObject({ driverMessage: 'The sign-in has ended.' });
    await engine.close();
  });

  it('are asked for no more where they let somebody in at once', async () => {
    const { port, heard } = await startSaslServer([toMessage(2, 'yes'), toMessage(5, '')], { ends: true });
    const engine = await engineAt(port);
    expect((await failureOf(engine.ping())).message).not.toContain('sasl.qop');
    expect(heard.slice(0, 3)).toEqual(['1:GSSAPI', '2:1 talk warehouse@127.0.0.1 first', '2:']);
    await engine.close();
  });

  it('are left where they announce more than a sign-in says', async () => {
    const head = Buffer.from([2, 0, 1, 0, 1]);
    const { port } = await startSaslServer([head]);
    const engine = await engineAt(port);
    expect((await failureOf(engine.ping())).message).toContain('The answer of the database cannot be read.');
    await engine.close();
  });

  it('are given a ticket of its own with each message over HTTP', async () => {
    const service = await startHiveService(() => undefined as never, { isHttp: true });
    const engine = await engineAt(service.port, 'auth=KERBEROS&transportMode=http&kerberos_principal=ada@X');
    await engine.ping().catch(() => undefined);
    const tokens = service.authorizations.map((one) => Buffer.from(one.replace('Negotiate ', ''), 'base64').toString());
    expect(tokens.slice(0, 2)).toEqual(['1 web HTTP@127.0.0.1 ada@X', '2 web HTTP@127.0.0.1 ada@X']);
    await engine.close();
    await service.stop();
  });

  it.each([
    ['hive://ada:secret@h?auth=KERBEROS', 'has no password'],
    ['hive://ada@h?auth=KERBEROS&kerberos_service_name=a%20b', 'The service of Kerberos'],
    ['hive://ada@h?auth=LDAP&kerberos_service_name=hive', 'need auth=KERBEROS'],
    ['hive://ada@h?auth=KERBEROS&kerberos_principal=a%0Ab', 'The principal of Kerberos'],
  ])('refuse %s', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('have their options in the form', () => {
    const uri = 'hive://ada@h:10000/sales?auth=KERBEROS&kerberos_service_name=hive&kerberos_principal=ada%40X';
    expect(hiveKind.toUri(hiveKind.toParameters(uri))).toBe(uri);
  });
});
