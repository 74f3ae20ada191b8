import { startSshServer } from '@powerset/testkit/ssh-server';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { MetHostKey } from '../host-keys.ts';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { Tunnel } from '../tunnel/index.ts';
import { readPrivateKey } from '../tunnel/key-fixture.ts';
import { fromUri, type OracleOptions, openOracle } from './index.ts';
import { FakeServer, lost, numbers, oracleError } from './line-fixture.ts';
import { accept, redirect, refuse, startTnsService, type TnsService } from './tns-service-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(uri: string, more: Partial<OracleOptions> = {}): Promise<Engine> {
  const engine = await openOracle({
    ...fromUri(uri),
    ...{ serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...more },
  });
  ends.push(() => engine.close());
  return engine;
}

async function start(...given: ConstructorParameters<typeof FakeServer>) {
  const server = new FakeServer(...given);
  const engine = await open('oracle://Ada:s@db.example.com/?service_name=shop', { openLine: server.openLine });
  return { server, engine, run: (sql = 'SELECT n FROM t', more = {}) => engine.run({ ...limits, sql, ...more }) };
}

describe('a server whose connections are lent', () => {
  it('is read where the schema says, and only by statements that were read before', async () => {
    const { run, server, engine } = await start(() => ({ rowsFrom: numbers(1) }));
    expect((await run()).table.columns).toMatchObject([{ name: 'N', nativeType: 'NUMBER(10,0)', values: [0] }]);
    await run('SELECT n FROM t -- all', { schema: 'Sales' });
    await failureOf(run('DELETE FROM t'));
    expect(server.statements).toEqual(['SELECT n FROM ada.t', 'SELECT n FROM "Sales".t']);
    expect(engine.poolFigures?.()).toMatchObject({ used: 0, idle: 1, most: 8 });
    expect(engine.foldName?.('ORDERS')).toBe('orders');
  });

  it('sends rows in portions that grow with what few bytes hold, and as many as are wanted', async () => {
    const { run, server } = await start(() => ({ rowsFrom: numbers(1_000_000_000) }));
    const { table, isTruncated } = await run('SELECT n FROM t', { maxRows: 5000 });
    expect([table.rowCount, isTruncated]).toEqual([5000, true]);
    expect(server.portions.slice(0, 4)).toEqual([50, 200, 800, 1000]);
    expect(server.portions.length).toBeLessThan(10);
    // The rest is not asked for, and the connection goes on.
    expect(server).toMatchObject({ opened: 1, closed: 0, cancels: 0, cursorsClosed: 1 });
  });

  it('sends long values a few at a time', async () => {
    const columns = [{ name: 'DOC', dbTypeName: 'CLOB' }];
    const { run, server } = await start(() => ({
      columns,
      rowsFrom: numbers(40),
      bytesOf: (rows) => rows * 1_000_000,
    }));
    expect((await run()).table.rowCount).toBe(40);
    expect(server.portions[0]).toBe(2);
    expect(Math.max(...server.portions)).toBe(2);
  });

  it('has its values read exactly, whatever their types', async () => {
    const interval = (kind: string, parts: object) => Object.assign(new { [kind]: class {} }[kind]!(), parts);
    const cases: readonly (readonly [facts: object, value: unknown, nativeType: string, exact: unknown])[] = [
      [
        { dbTypeName: 'NUMBER', precision: 38, scale: 9 },
        '-12345678901234567890.123456789',
        'NUMBER(38,9)',
        '-12345678901234567890.123456789',
      ],
      [{ dbTypeName: 'NUMBER', precision: 0, scale: -127 }, '.5', 'NUMBER', '0.5'],
      [{ dbTypeName: 'NUMBER', precision: 0, scale: -127 }, '-.25', 'NUMBER', '-0.25'],
      [{ dbTypeName: 'NUMBER', precision: 19, scale: 0 }, '9007199254740993', 'NUMBER(19,0)', 9007199254740993n],
      [{ dbTypeName: 'NUMBER', precision: 4, scale: 0 }, '42', 'NUMBER(4,0)', 42],
      [{ dbTypeName: 'NUMBER', precision: 0, scale: 0 }, '42', 'NUMBER(38,0)', 42],
      [{ dbTypeName: 'NUMBER', precision: 126, scale: -127 }, '1.5', 'FLOAT(126)', '1.5'],
      [{ dbTypeName: 'BINARY_DOUBLE' }, 0.1, 'BINARY_DOUBLE', 0.1],
      [{ dbTypeName: 'BINARY_FLOAT' }, Math.fround(0.1), 'BINARY_FLOAT', 0.1],
      [{ dbTypeName: 'BINARY_FLOAT' }, Number.NaN, 'BINARY_FLOAT', null],
      [{ dbTypeName: 'DATE' }, '2024-01-02 03:04:05', 'DATE', '2024-01-02 03:04:05'],
      [
        { dbTypeName: 'TIMESTAMP', precision: 9 },
        '2024-01-02 03:04:05.123456789',
        'TIMESTAMP(9)',
        '2024-01-02 03:04:05.123456789',
      ],
      [
        { dbTypeName: 'TIMESTAMP WITH LOCAL TIME ZONE', precision: 6 },
        '2024-01-02 03:04:05',
        'TIMESTAMP(6) WITH LOCAL TIME ZONE',
        '2024-01-02 03:04:05',
      ],
      [
        { dbTypeName: 'INTERVAL YEAR TO MONTH' },
        interval('IntervalYM', { years: -2, months: -6 }),
        'INTERVAL YEAR TO MONTH',
        '-2-06',
      ],
      [
        { dbTypeName: 'INTERVAL DAY TO SECOND' },
        interval('IntervalDS', { days: 5, hours: 4, minutes: 3, seconds: 2, fseconds: 100_000_000 }),
        'INTERVAL DAY TO SECOND',
        '5 04:03:02.1',
      ],
      [{ dbTypeName: 'VARCHAR2', byteSize: 20 }, 'ä😀', 'VARCHAR2(20)', 'ä😀'],
      [{ dbTypeName: 'RAW', byteSize: 2 }, Buffer.from('cafe', 'hex'), 'RAW(2)', '0xCAFE'],
      [{ dbTypeName: 'JSON' }, { a: [1, Buffer.from('ff', 'hex')], b: null }, 'JSON', '{"a":[1,"FF"],"b":null}'],
      [{ dbTypeName: 'BOOLEAN' }, true, 'BOOLEAN', true],
      [{ dbTypeName: 'VECTOR' }, new Float32Array([1, 2.5]), 'VECTOR', '[1,2.5]'],
      [{ dbTypeName: 'ROWID' }, 'AAAR3sAAEAAAACXAAA', 'ROWID', 'AAAR3sAAEAAAACXAAA'],
      [{ dbTypeName: 'SHOP.ADDRESS' }, { STREET: 'a', NUMBER: 1 }, 'SHOP.ADDRESS', '{"STREET":"a","NUMBER":1}'],
    ];
    const columns = cases.map(([facts], at) => ({ precision: undefined, scale: undefined, ...facts, name: `C${at}` }));
    const rows = [cases.map(([, value]) => value), cases.map(() => null)];
    const { run } = await start(() => ({ columns, rowsFrom: (from) => (from === 0 ? rows : []) }));
    const { columns: read } = (await run('SELECT 1 FROM dual', { isExact: true })).table;
    expect(read.map(({ nativeType, values }) => [nativeType, values[0]])).toEqual(
      cases.map(([, , nativeType, exact]) => [nativeType, exact]),
    );
    expect(new Set(read.map(({ values }) => values[1]))).toEqual(new Set([null]));
    const charted = (await run('SELECT 1 FROM dual')).table.columns;
    expect(charted[10]).toMatchObject({ type: 'temporal', values: [Date.UTC(2024, 0, 2, 3, 4, 5), null] });
  });

  it('gives no rows where there are none, and tells columns without running a statement', async () => {
    const { run, engine, server } = await start(() => ({
      columns: [{ name: 'A', dbTypeName: 'DATE', nullable: false }],
    }));
    expect((await run()).table).toMatchObject({ rowCount: 0, columns: [{ name: 'A', values: [] }] });
    expect(await engine.describeQuery('SELECT a FROM t')).toEqual([
      { name: 'A', nativeType: 'DATE', type: 'temporal', isNullable: false, comment: null },
    ]);
    expect(server.portions).toEqual([50]);
  });

  it('tells where in the author’s text a statement fails, and is asked again on the same connection', async () => {
    const sql = 'SELECT n\nFROM x, nope';
    const sent = 'SELECT n\nFROM ada.x, ada.nope';
    const error = oracleError('ORA-00942', 'ORA-00942: table or view does not exist', {
      sql: sent,
      offset: sent.indexOf('ada.nope'),
    });
    const { run, server } = await start(() => error);
    expect(await failureOf(run(sql))).toMatchObject({
      ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "nope" does not exist.', line: 2, column: 9 },
    });
    await failureOf(run());
    expect(server).toMatchObject({ opened: 1, closed: 0 });
  });

  it.each([
    [
      'ORA-00942',
      'ORA-00942: table or view "SHOP"."Nope" does not exist',
      'TABLE_DOES_NOT_EXIST_ERROR',
      'Table "Nope" does not exist.',
    ],
    [
      'ORA-00904',
      'ORA-00904: "T"."NOPE": invalid identifier',
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "nope" does not exist.',
    ],
    [
      'ORA-01031',
      'ORA-01031: insufficient privileges',
      'GENERIC_DB_ENGINE_ERROR',
      'You may not read "t" on this server.',
    ],
    ['ORA-00923', 'ORA-00923: FROM keyword not found where expected', 'SYNTAX_ERROR', 'Syntax error near "t".'],
    ['ORA-01476', 'ORA-01476: divisor is equal to zero', 'GENERIC_DB_ENGINE_ERROR', 'divisor is equal to zero'],
    [
      'ORA-01555',
      'ORA-01555: snapshot too old\nHelp: https://docs.oracle.com/x',
      'GENERIC_DB_ENGINE_ERROR',
      'snapshot too old',
    ],
    [
      'ORA-01017',
      'ORA-01017: invalid username/password; logon denied',
      'CONNECTION_ACCESS_DENIED_ERROR',
      'Either the username "Ada" or the password is incorrect.',
    ],
    [
      'ORA-28000',
      'ORA-28000: The account is locked.',
      'CONNECTION_ACCESS_DENIED_ERROR',
      'The account "Ada" is locked on the server.',
    ],
    [
      'ORA-28001',
      'ORA-28001: the password has expired',
      'CONNECTION_ACCESS_DENIED_ERROR',
      'The password of "Ada" has expired: it must be changed on the server.',
    ],
    [
      'ORA-01033',
      'ORA-01033: ORACLE initialization or shutdown in progress',
      'ENGINE_UNAVAILABLE_ERROR',
      'The service does not answer at the moment. Run the query again.',
    ],
    [
      'NJS-116',
      'NJS-116: password verifier type 0x939 is not supported',
      'CONNECTION_ACCESS_DENIED_ERROR',
      'The password of "Ada" is kept in a way of old releases that is no longer read: set it anew on the server.',
    ],
    [
      'NJS-138',
      'NJS-138: connections to this database server version are not supported',
      'GENERIC_DB_ENGINE_ERROR',
      'The server is older than Oracle Database 12.1, and cannot be spoken with.',
    ],
  ])('says in plain words what %s means', async (code, message, told, words) => {
    const { run } = await start(() => oracleError(code, message, { sql: 'SELECT n FROM t', offset: 14 }));
    expect(await failureOf(run())).toMatchObject({ code: told, message: words });
  });

  it('is told to stop when time is up, and when whoever asked has left', async () => {
    const { run, server } = await start(() => ({ hangs: 'until-told' }));
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 200 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    expect(server.cancels).toBe(1);
    const leaving = new AbortController();
    const asked = failureOf(run('SELECT n FROM t', { signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 100);
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    // What is said to a stop must not end the next statement.
    await expect.poll(() => server.closed).toBe(2);
    expect(server).toMatchObject({ opened: 2, cancels: 2 });
  });

  it('holds nobody who leaves, and is left itself, where it does not stop', async () => {
    const { run, server, engine } = await start(() => ({ hangs: 'for-ever' }));
    const startedAt = performance.now();
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 200 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await expect.poll(() => engine.poolFigures?.()?.used, { timeout: 8000 }).toBe(0);
    expect(engine.poolFigures?.()).toMatchObject({ used: 0, idle: 0 });
    expect(server.closed).toBeGreaterThan(0);
  }, 15_000);

  it('is asked again on a new connection where the old one is dead, three times at most', async () => {
    const once = await start((_sql, count) => (count === 1 ? lost() : { rowsFrom: numbers(1) }));
    expect((await once.run()).table.rowCount).toBe(1);
    expect(once.server.opened).toBe(2);
    const always = await start(() => lost());
    expect(await failureOf(always.run())).toMatchObject({ code: 'ENGINE_UNAVAILABLE_ERROR' });
    expect(always.server.statements).toHaveLength(3);
  });

  it('is said to be lost where it dies in the middle of its rows', async () => {
    const { run, server } = await start(() => ({ rowsFrom: numbers(500), diesAfter: 1 }));
    expect(await failureOf(run())).toMatchObject({
      ...{ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'The connection to the database was lost. Run the query again.' },
    });
    expect(server.statements).toHaveLength(1);
    expect(server.closed).toBe(1);
  });

  it('has no more connections than eight, and lets others wait', async () => {
    const { engine, server, run } = await start(() => ({ hangs: 'until-told' }));
    const asked = Array.from({ length: 12 }, () => failureOf(run('SELECT n FROM t', { timeoutMs: 600 })));
    await expect.poll(() => server.opened).toBe(6);
    expect(engine.poolFigures?.()).toMatchObject({ used: 6, most: 8 });
    await Promise.all(asked);
    expect(server.opened).toBeLessThanOrEqual(12);
  });
});

async function listen(...given: Parameters<typeof startTnsService>): Promise<TnsService> {
  const service = await startTnsService(...given);
  ends.push(() => service.stop());
  return service;
}

describe('a listener that speaks TNS', () => {
  const plain = ({ port }: TnsService, query = 'service_name=shop') => `oracle://ada:s@127.0.0.1:${port}/?${query}`;
  const secure = ({ port }: TnsService, query = '') =>
    `oracle://ada:s@localhost:${port}/?service_name=shop&protocol=tcps${query}`;

  it('is asked for a service or a SID, and told nothing of this machine', async () => {
    const service = await listen(() => refuse(12514));
    expect(await failureOf((await open(plain(service))).ping())).toMatchObject({
      ...{
        code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
        message: 'The database "shop" does not exist, or may not be opened.',
      },
    });
    await failureOf((await open(plain(service, 'sid=XE'))).ping());
    expect(service.asked[0]).toMatch(
      /^\(DESCRIPTION=\(CONNECT_DATA=\(SERVICE_NAME=shop\)\(CID=\(PROGRAM=powerset\)\(HOST=powerset\)\(USER=powerset\)\)/,
    );
    expect(service.asked[1]).toContain('(SID=XE)');
  });

  it.each([
    [12505, 'CONNECTION_UNKNOWN_DATABASE_ERROR', 'The database "shop" does not exist, or may not be opened.'],
    [12516, 'ENGINE_UNAVAILABLE_ERROR', 'The service does not answer at the moment. Run the query again.'],
    [12529, 'CONNECTION_ACCESS_DENIED_ERROR', "The server's firewall lets nobody in from this address."],
  ])('says plainly why it refuses: %i', async (number, code, message) => {
    const service = await listen(() => refuse(number));
    expect(await failureOf((await open(plain(service))).ping())).toMatchObject({ code, message });
  });

  it('goes nowhere else because a server says so, but to its neighbours', async () => {
    const far = await listen(() => redirect('10.1.2.3', 1521));
    expect(await failureOf((await open(plain(far))).ping())).toMatchObject({
      ...{ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' },
      message: 'The server passes connections on to "10.1.2.3". Connect that host instead.',
    });
    const target = await listen(() => refuse(12514));
    const near = await listen(() => redirect('127.0.0.1', target.port));
    expect(await failureOf((await open(plain(near))).ping())).toMatchObject({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    });
    expect(target.asked).toHaveLength(1);
  });

  it('goes to no private address where that is forbidden, and says which ports are closed and which names are none', async () => {
    const service = await listen(() => null);
    const forbidden = await open(plain(service), { policy: { allowsPrivateHosts: false } });
    expect(await failureOf(forbidden.ping())).toMatchObject({ message: expect.stringContaining('private network') });
    expect(service.asked).toEqual([]);
    const closed = await open('oracle://ada:s@127.0.0.1:1/XE');
    expect(await failureOf(closed.ping())).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' });
    const nowhere = await open('oracle://ada:s@no-such-host.invalid/XE');
    expect(await failureOf(nowhere.ping())).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' });
  });

  it('is spoken with in secret, by a certificate that is checked or not', async () => {
    const service = await listen(() => refuse(12514), { isTls: true });
    const unknown = { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' };
    const untrusted = await open(secure(service));
    expect(await failureOf(untrusted.ping())).toMatchObject({ message: expect.stringContaining('cannot be trusted') });
    expect(service.asked).toEqual([]);
    const checked = await open(secure(service), { serverCertificate: testCertificate });
    expect(await failureOf(checked.ping())).toMatchObject(unknown);
    const trusting = await open(secure(service, '&ssl_server_dn_match=false'));
    expect(await failureOf(trusting.ping())).toMatchObject(unknown);
    const named = await open(secure(service, '&certificate_name=other.example'), {
      serverCertificate: testCertificate,
    });
    expect(await failureOf(named.ping())).toMatchObject({
      message: expect.stringContaining('The certificate of "other.example" is for another host'),
    });
    expect(service.asked).toHaveLength(2);
  });

  it('that asks who connects for a certificate is shown it', async () => {
    const service = await listen(() => refuse(12514), { isTls: true, asksForCertificate: true });
    const nobody = await open(secure(service), { serverCertificate: testCertificate });
    expect(await failureOf(nobody.ping())).toHaveProperty('code');
    expect(service.asked).toEqual([]);
    const clientCertificate = { cert: testCertificate, key: testKey };
    const known = await open(secure(service), { serverCertificate: testCertificate, clientCertificate });
    expect(await failureOf(known.ping())).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
  });

  it('that has no encryption is told nothing in secret, and one that has it alone nothing in plain', async () => {
    const silent = await listen(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failureOf((await open(secure(silent))).ping())).toMatchObject({
      message: expect.stringMatching(/speaks no encrypted connection on port \d+\. Turn encryption off/),
    });
    const secret = await listen(() => null, { isTls: true });
    expect(await failureOf((await open(plain(secret))).ping())).toMatchObject({ code: expect.stringMatching(/ERROR/) });
  });

  it('is not waited for for ever where it takes connections and says nothing', async () => {
    for (const said of [null, accept()]) {
      const service = await listen((_asked, count) => (count === 1 ? said : null));
      const startedAt = performance.now();
      expect(await failureOf((await open(plain(service))).ping())).toMatchObject({
        code: 'CONNECTION_DATABASE_TIMEOUT',
      });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
  }, 25_000);

  it('is none where something else answers, ends the connection or sends what is no packet', async () => {
    for (const said of [
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'end' as const,
      Buffer.alloc(64, 0xff),
      Buffer.from([0, 8, 0, 0, 99, 0, 0, 0]),
      Buffer.concat([accept(), Buffer.from([0, 0, 0, 12, 6, 0, 0, 0, 0, 0, 99, 99])]),
      Buffer.concat([accept(), Buffer.alloc(200, 7)]),
    ]) {
      const service = await listen(() => said);
      const error = await failureOf((await open(plain(service))).ping());
      expect(error).toMatchObject({ code: expect.stringMatching(/ERROR|TIMEOUT/) });
      expect(JSON.stringify(error)).not.toContain('node_modules');
    }
  }, 60_000);

  it('is reached through an SSH server that alone knows its name', async () => {
    const ssh = await startSshServer({
      accounts: [{ user: 'ada', password: 'p' }],
      names: { 'db.inside': '127.0.0.1' },
    });
    ends.push(() => ssh.stop());
    const service = await listen(() => refuse(12514));
    const tunnel = new Tunnel({
      server: { host: '127.0.0.1', port: ssh.port, user: 'ada', password: 'p', privateKey: null },
      ...{ hostKeys: new MetHostKey(null), readPrivateKey, log: () => undefined },
      policy: { allowsPrivateHosts: true },
    });
    ends.push(() => tunnel.close());
    const policy = { allowsPrivateHosts: false, tunnel };
    const engine = await open(`oracle://ada:s@db.inside:${service.port}/XE`, { policy });
    expect(await failureOf(engine.ping())).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
    expect(service.asked[0]).toContain('(HOST=db.inside)');
  });
});
