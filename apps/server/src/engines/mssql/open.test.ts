import { createServer } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { testCertificate } from './certificate-fixture.ts';
import { Line } from './driver.ts';
import { fromUri, openMssql } from './index.ts';
import {
  startTdsService,
  type TdsAnswer,
  type TdsOptions,
  type TdsService,
  wrongPassword,
} from './tds-service-fixture.ts';
import {
  columnsToken,
  doneToken,
  errorToken,
  loginTokens,
  nullRowToken,
  routingToken,
  rowToken,
  type TdsType,
  tdsTypes,
  tdsValues,
} from './tds-tokens-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const started: { service?: TdsService; engine?: Engine } = {};
afterEach(async () => {
  await started.engine?.close();
  await started.service?.stop();
});

interface Opening {
  readonly query?: string;
  readonly serverCertificate?: string | null;
  readonly allowsPrivateHosts?: boolean;
}

const open = (
  port: number,
  { query = 'Encrypt=no', serverCertificate = null, allowsPrivateHosts = true }: Opening = {},
) =>
  openMssql({
    ...fromUri(`mssql+pymssql://ada:s%20%C3%BC@127.0.0.1:${port}/shop?${query}`),
    ...{ serverCertificate, policy: { allowsPrivateHosts } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });

async function start(options: TdsOptions = {}, opening: Opening = {}) {
  const service = await startTdsService(options);
  const engine = await open(service.port, opening);
  Object.assign(started, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t', more = {}) => engine.run({ ...limits, sql, ...more }) };
}

const numbers = (count: number, from = 0): readonly Buffer[] => [
  columnsToken([{ name: 'n', type: tdsTypes.int }]),
  ...Array.from({ length: count }, (_, at) => rowToken([tdsTypes.int], [tdsValues.int(from + at)])),
];
const answering = (answer: TdsAnswer): TdsOptions => ({ answer: () => answer });
const oneRow: readonly Buffer[] = [...numbers(1, 7), doneToken({ rows: 1 })];

describe('a server that speaks TDS', () => {
  it('says a text of many megabytes in one piece, which is put together once', async () => {
    const text = Buffer.alloc(24 * 1024 * 1024, 'abcdefgh');
    const columns = [
      { name: 'old', type: tdsTypes.text },
      { name: 'n', type: tdsTypes.int },
    ];
    const types = columns.map(({ type }) => type);
    const rows = [7, 8].map((n) => rowToken(types, [n === 7 ? text : Buffer.from('short'), tdsValues.int(n)]));
    const { run } = await start(answering([columnsToken(columns), ...rows, doneToken({ rows: 2 })]));
    const joined = vi.spyOn(Buffer, 'concat');
    const { table } = await run('SELECT old, n FROM t', { timeoutMs: 60_000 });
    const lengths = joined.mock.results.map(({ value }) => (value as Buffer).length);
    joined.mockRestore();
    expect(table.columns[1]?.values).toEqual([7, 8]);
    expect(table.columns[0]?.values[1]).toBe('short');
    expect(table.columns[0]?.values[0] === text.toString('latin1')).toBe(true);
    // The double joins it a few times before it is sent.
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(20 * text.length);
  });

  it('is signed in to, and read where the schema says', async () => {
    const { run, service, engine } = await start(answering(oneRow));
    expect((await run()).table.columns).toMatchObject([{ name: 'n', nativeType: 'INT', values: [7] }]);
    await run('SELECT n FROM t', { schema: 'sales' });
    expect(service.logins).toEqual(['ada:s ü@shop']);
    expect(service.statements).toEqual(['SELECT n FROM [dbo].t', 'SELECT n FROM [sales].t']);
    expect(engine.poolFigures?.()).toMatchObject({ used: 0, idle: 1, most: 8 });
  });

  it('is told by whoever asks for it that a copy which is only read will do', async () => {
    const { run, service } = await start(answering(oneRow), { query: 'Encrypt=no&ApplicationIntent=ReadOnly' });
    await run();
    expect(service.logins).toEqual(['ada:s ü@shop read-only']);
  });

  it('has its values read exactly, whatever their types', async () => {
    const { parts } = tdsValues;
    const clock = 3n * 36_000_000_000n + 4n * 600_000_000n + 5n * 10_000_000n + 1_234_567n;
    const cases: readonly (readonly [TdsType, Buffer, string, unknown])[] = [
      [tdsTypes.intN(1), parts([255n, 1]), 'TINYINT', 255],
      [tdsTypes.intN(8), tdsValues.bigint(-9007199254740993n), 'BIGINT', -9007199254740993n],
      [tdsTypes.bitN, parts([1n, 1]), 'BIT', true],
      [tdsTypes.floatN(8), tdsValues.float(0.1), 'FLOAT', 0.1],
      [tdsTypes.floatN(4), tdsValues.real(0.1), 'REAL', 0.1],
      [tdsTypes.real, tdsValues.real(16777217), 'REAL', 16777216],
      [tdsTypes.float, tdsValues.float(-1e300), 'FLOAT', -1e300],
      [
        tdsTypes.decimal(38, 9),
        tdsValues.decimal(-12345678901234567890123456789n),
        ...(['DECIMAL(38,9)', '-12345678901234567890.123456789'] as const),
      ],
      [tdsTypes.numeric(5, 0), tdsValues.decimal(42n), 'NUMERIC(5,0)', '42'],
      [tdsTypes.decimal(4, 3), tdsValues.decimal(5n), 'DECIMAL(4,3)', '0.005'],
      [tdsTypes.moneyN(8), tdsValues.money(-9223372036854775808n), 'MONEY', '-922337203685477.5808'],
      [tdsTypes.moneyN(4), parts([123n, 4]), 'SMALLMONEY', '0.0123'],
      [tdsTypes.money, tdsValues.money(10_000n), 'MONEY', '1.0000'],
      [tdsTypes.smallMoney, parts([-1n, 4]), 'SMALLMONEY', '-0.0001'],
      [tdsTypes.date, parts([738_886n, 3]), 'DATE', '2024-01-02'],
      [tdsTypes.date, parts([0n, 3]), 'DATE', '0001-01-01'],
      [tdsTypes.time(7), parts([clock, 5]), 'TIME(7)', '03:04:05.1234567'],
      [tdsTypes.time(0), parts([3661n, 3]), 'TIME(0)', '01:01:01'],
      [tdsTypes.dateTime2(7), parts([clock, 5], [738_886n, 3]), 'DATETIME2(7)', '2024-01-02 03:04:05.1234567'],
      [tdsTypes.dateTime2(3), parts([5000n, 4], [738_886n, 3]), 'DATETIME2(3)', '2024-01-02 00:00:05'],
      // The clock is that of UTC, and the zone two hours before it.
      [
        tdsTypes.dateTimeOffset(7),
        parts([clock, 5], [738_886n, 3], [120n, 2]),
        ...(['DATETIMEOFFSET(7)', '2024-01-02 03:04:05.1234567'] as const),
      ],
      [tdsTypes.dateTimeN(8), parts([45_291n, 4], [1n, 4]), 'DATETIME', '2024-01-02 00:00:00.003'],
      [tdsTypes.dateTime, parts([-53_690n, 4], [0n, 4]), 'DATETIME', '1753-01-01 00:00:00'],
      [tdsTypes.dateTimeN(4), parts([45_291n, 2], [61n, 2]), 'SMALLDATETIME', '2024-01-02 01:01:00'],
      [tdsTypes.smallDateTime, parts([0n, 2], [0n, 2]), 'SMALLDATETIME', '1900-01-01 00:00:00'],
      [tdsTypes.nvarchar(50), tdsValues.text('ä😀'), 'NVARCHAR(50)', 'ä😀'],
      [tdsTypes.nchar(3), tdsValues.text('a  '), 'NCHAR(3)', 'a  '],
      [tdsTypes.varchar(10), Buffer.from([0xe4]), 'VARCHAR(10)', 'ä'],
      [tdsTypes.nvarcharMax, tdsValues.text('long'), 'NVARCHAR(MAX)', 'long'],
      [tdsTypes.varbinary(8), Buffer.from('cafe', 'hex'), 'VARBINARY(8)', '0xCAFE'],
      [tdsTypes.varbinaryMax, Buffer.from('00ff', 'hex'), 'VARBINARY(MAX)', '0x00FF'],
      [
        tdsTypes.uniqueIdentifier,
        Buffer.from('33221100554477668899aabbccddeeff', 'hex'),
        ...(['UNIQUEIDENTIFIER', '00112233-4455-6677-8899-AABBCCDDEEFF'] as const),
      ],
      [tdsTypes.xml, tdsValues.text('<a>1</a>'), 'XML', '<a>1</a>'],
      [tdsTypes.udt('hierarchyid'), Buffer.from('58', 'hex'), 'HIERARCHYID', '0x58'],
      [tdsTypes.udt('geography'), Buffer.from('e610', 'hex'), 'GEOGRAPHY', '0xE610'],
    ];
    const types = cases.map(([type]) => type);
    const { run } = await start(
      answering([
        columnsToken(types.map((type, at) => ({ name: `c${at}`, type }))),
        rowToken(
          types,
          cases.map(([, value]) => value),
        ),
        nullRowToken(
          types,
          cases.map(([, value], at) => (types[at]?.empty.length ? null : value)),
        ),
        doneToken({ rows: 2 }),
      ]),
    );
    const { columns } = (await run('SELECT 1', { isExact: true })).table;
    expect(columns.map(({ nativeType, values }) => [nativeType, values[0]])).toEqual(
      cases.map(([, , nativeType, value]) => [nativeType, value]),
    );
    const empty = columns.filter((_, at) => types[at]?.empty.length).map(({ values }) => values[1]);
    expect(new Set(empty)).toEqual(new Set([null]));
  });

  it('has rows cut anywhere by its packets', async () => {
    const type = tdsTypes.nvarcharMax;
    const { run } = await start(
      answering([
        columnsToken([{ name: 's', type }]),
        ...[9000, 1, 4087, 20_000].map((length) => rowToken([type], [tdsValues.text('x'.repeat(length))])),
        doneToken(),
      ]),
    );
    const [column] = (await run('SELECT 1')).table.columns;
    expect(column?.values.map((value) => String(value).length)).toEqual([9000, 1, 4087, 20_000]);
  });

  it('is held back while its rows are not taken, and told to stop once there are enough', async () => {
    const { engine, run, service } = await start(answering({ open: numbers(5000) }));
    const { table, isTruncated } = await run('SELECT n FROM t', { maxRows: 10 });
    expect([table.rowCount, isTruncated]).toEqual([10, true]);
    await expect.poll(() => service.attentions()).toBe(1);
    await expect.poll(() => engine.poolFigures?.()?.idle).toBe(1);
    await run('SELECT n FROM t', { maxRows: 10 });
    // The connection goes on.
    expect(service.logins).toHaveLength(1);
  });

  it('gives no rows where there are none', async () => {
    const { run } = await start(answering([...numbers(0), doneToken()]));
    expect((await run()).table).toMatchObject({ rowCount: 0, columns: [{ name: 'n', values: [] }] });
  });

  it('tells where a statement fails, and is asked again on the same connection', async () => {
    const { run, service } = await start(
      answering([
        errorToken({ number: 208, message: "Invalid object name 'dbo.nope'.", line: 2 }),
        doneToken({ isError: true }),
      ]),
    );
    expect(await failureOf(run('SELECT n\nFROM nope'))).toMatchObject({
      ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "nope" does not exist.', line: 2 },
      driverMessage: "Invalid object name 'dbo.nope'.",
    });
    await failureOf(run());
    expect(service.logins).toHaveLength(1);
  });

  it.each([
    [207, "Invalid column name 'nope'.", 'COLUMN_DOES_NOT_EXIST_ERROR', 'The column "nope" does not exist.'],
    [
      4104,
      'The multi-part identifier "t.nope" could not be bound.',
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "t.nope" does not exist.',
    ],
    [102, "Incorrect syntax near 'x'.", 'SYNTAX_ERROR', 'Syntax error near "x".'],
    [156, "Incorrect syntax near the keyword 'FROM'.", 'SYNTAX_ERROR', 'Syntax error near "FROM".'],
    [
      229,
      "The SELECT permission was denied on the object 'pay', database 'shop', schema 'dbo'.",
      ...(['GENERIC_DB_ENGINE_ERROR', 'You may not read "pay" on this server.'] as const),
    ],
    [
      1222,
      'Lock request time out period exceeded.',
      ...([
        'GENERIC_DB_ENGINE_ERROR',
        'Somebody else has locked these rows for too long. Run the query again.',
      ] as const),
    ],
    [8134, 'Divide by zero error encountered.', 'GENERIC_DB_ENGINE_ERROR', 'Divide by zero error encountered.'],
  ])('says in plain words what message %i means', async (number, message, code, words) => {
    const { run } = await start(
      answering([...numbers(3), errorToken({ number, message }), doneToken({ isError: true })]),
    );
    expect(await failureOf(run())).toMatchObject({ code, message: words, driverMessage: message });
  });

  it('is told to stop when time is up, and when whoever asked has left', async () => {
    const { engine, run, service } = await start(answering(null));
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 200 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    await expect.poll(() => service.attentions()).toBe(1);
    await expect.poll(() => engine.poolFigures?.()?.idle).toBe(1);
    const leaving = new AbortController();
    const asked = failureOf(run('SELECT n FROM t', { signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 100);
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(() => service.attentions()).toBe(2);
    expect(service.logins).toHaveLength(1);
  });

  it('is asked again on a new connection where it ended the old one', async () => {
    const { run, service } = await start(answering(oneRow));
    await run();
    service.cutConnections();
    expect((await run()).table.rowCount).toBe(1);
    expect(service.logins).toHaveLength(2);
  });

  it('is said to be lost where it dies in the middle of its rows', async () => {
    const { run } = await start(answering({ dying: numbers(3) }));
    expect(await failureOf(run())).toMatchObject({
      ...{ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'The connection to the database was lost. Run the query again.' },
    });
  });

  it('has said all where it leaves behind its last row, however slowly that is read', async () => {
    const { engine, service } = await start(answering({ leaving: [...numbers(5000), doneToken({ rows: 5000 })] }));
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () => engine.run({ ...limits, sql: 'SELECT n FROM t', maxRows: 5000 })),
    );
    for (const one of asked)
      expect(one.status === 'fulfilled' ? one.value.table.rowCount : one.reason.details.code).toSatisfy(
        (told) => told === 5000 || told === 'ENGINE_UNAVAILABLE_ERROR',
      );
    expect(service.logins.length).toBeGreaterThanOrEqual(4);
  });

  it('harms nobody by an end that is read after its connection broke', async () => {
    const service = await startTdsService(answering({ leaving: [...numbers(200), doneToken({ rows: 200 })] }));
    Object.assign(started, { service });
    const settings = fromUri(`mssql://ada:s@127.0.0.1:${service.port}/shop?Encrypt=no`);
    const line = await Line.open({ ...settings, serverCertificate: null, policy: { allowsPrivateHosts: true } });
    let pause: () => void = () => undefined;
    const running = line.run('SELECT n FROM t', { onColumns: () => undefined, onRow: () => pause() });
    pause = running.pause;
    await running.ended.catch(() => undefined);
    expect(line.isOpen).toBe(false);
    running.resume();
    await later(50);
    line.close();
  });

  it('is asked three times at most where it dies before it says anything', async () => {
    const { run, service } = await start(answering({ dying: [] }));
    expect(await failureOf(run())).toMatchObject({ code: 'ENGINE_UNAVAILABLE_ERROR' });
    expect(service.statements).toHaveLength(3);
  });

  it.each([
    ['a token that is none', [Buffer.from([0x00, 1, 2, 3])]],
    ['a type that is none', [Buffer.from('810100000000000900ee0161006e', 'hex')]],
    ['a row without columns', [rowToken([tdsTypes.int], [tdsValues.int(1)])]],
    ['a number that is too long', [columnsToken([{ name: 'n', type: tdsTypes.intN(8) }]), Buffer.from([0xd1, 9, 1])]],
    ['an end in the middle of a row', [columnsToken([{ name: 'n', type: tdsTypes.int }]), Buffer.from([0xd1, 1])]],
  ])('is no server to be understood where it sends %s, and ends nothing but its connection', async (_name, tokens) => {
    const { run } = await start(answering(tokens));
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 1500 }))).toMatchObject({
      code: expect.stringMatching(/GENERIC_DB_ENGINE_ERROR|ENGINE_UNAVAILABLE_ERROR|BACKEND_TIMEOUT_ERROR/),
    });
  });

  it('is not trusted where packets are none', async () => {
    const { run } = await start(answering({ raw: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n') }));
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 1500 }))).toHaveProperty('code');
  });
});

describe('signing in to a server that speaks TDS', () => {
  it.each([
    [
      'a wrong password',
      wrongPassword,
      'CONNECTION_ACCESS_DENIED_ERROR',
      'Either the username "ada" or the password is incorrect.',
    ],
    [
      'a database that is not there',
      [
        errorToken({
          number: 4060,
          message: 'Cannot open database "shop" requested by the login. The login failed.',
          class: 11,
        }),
        ...wrongPassword,
      ],
      ...(['CONNECTION_UNKNOWN_DATABASE_ERROR', 'The database "shop" does not exist, or may not be opened.'] as const),
    ],
    [
      'a database that wakes up',
      [errorToken({ number: 40_613, message: 'Database is not currently available.' }), doneToken({ isError: true })],
      ...(['ENGINE_UNAVAILABLE_ERROR', 'The service does not answer at the moment. Run the query again.'] as const),
    ],
  ])('says plainly: %s', async (_name, refusal, code, message) => {
    const { engine } = await start({ refusal });
    expect(await failureOf(engine.ping())).toMatchObject({ code, message });
  });

  it('goes through encryption, with a certificate that is checked or not', async () => {
    const encrypted = { ...answering(oneRow), encryption: 'on' } as const;
    const trusting = await start(encrypted, { query: 'Encrypt=yes&TrustServerCertificate=yes' });
    expect((await trusting.run()).table.rowCount).toBe(1);
    expect(trusting.service.logins).toEqual(['ada:s ü@shop encrypted']);
    const untrusted = await open(trusting.service.port, { query: 'Encrypt=yes' });
    expect(await failureOf(untrusted.ping())).toMatchObject({ message: expect.stringContaining('cannot be trusted') });
    await untrusted.close();
    const checked = await open(trusting.service.port, { query: 'Encrypt=yes', serverCertificate: testCertificate });
    await checked.ping();
    await checked.close();
    const named = { query: 'Encrypt=yes&HostNameInCertificate=other.example', serverCertificate: testCertificate };
    const other = await open(trusting.service.port, named);
    expect(await failureOf(other.ping())).toMatchObject({
      message: expect.stringContaining('The certificate of "other.example" is for another host'),
    });
    await other.close();
  });

  it('sends no password to a server that offers no encryption, unless that is wanted', async () => {
    const { engine, service } = await start(answering(oneRow), { query: 'Encrypt=yes&TrustServerCertificate=yes' });
    expect(await failureOf(engine.ping())).toMatchObject({
      message: expect.stringMatching(/speaks no encrypted connection on port \d+\. Turn encryption off/),
    });
    expect(service.logins).toEqual([]);
  });

  it('says that a server takes encrypted connections alone', async () => {
    const { engine, service } = await start({ encryption: 'required' });
    expect(await failureOf(engine.ping())).toMatchObject({
      message: 'The server takes encrypted connections alone. Turn encryption on.',
    });
    expect(service.logins).toEqual([]);
  });

  it('ends nothing but its connection where a server sends rows to who signs in', async () => {
    const { engine } = await start({ refusal: [...numbers(1), loginTokens('shop'), doneToken()] });
    expect(await failureOf(engine.ping())).toMatchObject({
      message: expect.stringMatching(/is no Microsoft SQL Server, or could not be understood\.$/),
    });
  });

  it('goes nowhere else because a server says so', async () => {
    const elsewhere = [routingToken('10.1.2.3', 1433), loginTokens('shop'), doneToken()];
    const { engine } = await start({ refusal: elsewhere });
    expect(await failureOf(engine.ping())).toMatchObject({
      ...{ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' },
      message: 'The server passes connections on to "10.1.2.3". Connect that host instead.',
    });
  });

  it('goes to no private address where that is forbidden, and says which ports are closed', async () => {
    const forbidden = await open(1, { allowsPrivateHosts: false });
    expect(await failureOf(forbidden.ping())).toMatchObject({ message: expect.stringContaining('private network') });
    const closed = await open(1);
    expect(await failureOf(closed.ping())).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' });
  });

  it('does not wait for ever for a server that takes connections and says nothing', async () => {
    const { engine } = await start({ isSilent: true });
    expect(await failureOf(engine.ping())).toMatchObject({ code: 'CONNECTION_DATABASE_TIMEOUT' });
  }, 15_000);

  it('is refused by what speaks HTTP, ends the connection or sends without end', async () => {
    for (const said of [
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      '',
      '\u0004\u0001\u0000\u0008\u0000\u0000\u0001\u0000',
      '\u00ff'.repeat(64),
    ]) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.resume().end(Buffer.from(said, 'latin1'));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const engine = await open((server.address() as { readonly port: number }).port);
      expect(await failureOf(engine.ping())).toMatchObject({ code: expect.stringMatching(/ERROR|TIMEOUT/) });
      await engine.close();
      await new Promise((resolve) => server.close(resolve));
    }
  }, 15_000);
});
