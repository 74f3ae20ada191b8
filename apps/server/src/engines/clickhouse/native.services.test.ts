import type { ResultTable } from '@powerset/contract';
import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { PackedRows, toByteColumns } from '../remote/index.ts';
import { Connection } from './client.ts';
import { fromUri } from './index.ts';
import { readNativeBatches } from './native.ts';
import { readByteBatches } from './rows.ts';
import type { RowFormat } from './server.ts';
import { familiesOf } from './values.ts';

/** Debian's server is of 2018; chdb is today's engine. */
const servers = [
  { name: 'clickhouse', url: serviceUrl('clickhouse') ?? '', isToday: false },
  { name: 'chdb', url: serviceUrl('chdb') ?? '', isToday: true },
] as const;

const hash = 'cityHash64(number)';
/** Values of each type, spread over what it can hold, with and without some that are missing. */
const values = [
  ...['UInt8', 'UInt16', 'UInt32', 'UInt64', 'Int8', 'Int16', 'Int32', 'Int64'].map((type) => `to${type}(${hash})`),
  `toUInt64(${hash} % 1000000)`,
  `toInt64(${hash} % 2000000) - 1000000`,
  `toInt64(9007199254740985 + number % 12)`,
  `(toFloat64(number) - 500) / 7`,
  `reinterpretAsFloat64(toFixedString(reinterpretAsString(${hash}), 8))`,
  `if(number % 3 = 0, 1 / 0, if(number % 3 = 1, -1 / 0, 0 / 0))`,
  `toFloat32((toFloat64(number) - 500) / 7)`,
  `toFloat32(number * 100000007)`,
  `toFloat32(exp2(toInt32(number % 250) - 125) * (number + 1))`,
  `toDecimal32(toInt32(number) - 500, 3) / 8`,
  `toDecimal64(toInt64(number) - 500, 6) * 1234567`,
  `toDecimal128(toInt64(number) - 500, 10) * 987654321`,
  `toDate(toUInt16(${hash} % 40000 + 1))`,
  `toDateTime(toUInt32(${hash} % 2000000000 + 86400), 'UTC')`,
  `toString(${hash})`,
  `substring('ä€😀\t\n\\\\\\'"', number % 8 + 1)`,
  `toFixedString(toString(number % 1000), 4)`,
  `unhex('80ff41')`,
  `CAST(if(number % 2 = 0, 'yes', 'it\\'s, \\\\ no'), 'Enum8(\\'yes\\' = 1, \\'it\\\\\\'s, \\\\\\\\ no\\' = -3)')`,
  `CAST(if(number % 2 = 0, 'a', 'b'), 'Enum16(\\'a\\' = 1000, \\'b\\' = -1000)')`,
  `toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')`,
];
const today = [
  `concat('x', toString(number), repeat('long text ', number % 40))`,
  `toIPv4('192.168.5.1')`,
  `toBool(number % 2)`,
  `toDate32(toInt32(number * 173) - 25000)`,
  ...[0, 1, 3, 4, 6, 9].map(
    (places) =>
      `addNanoseconds(toDateTime64('2024-01-02 03:04:05', ${places}, 'UTC'), (toInt64(number) - 500) * 123456789123)`,
  ),
  `toDateTime64('1969-12-31 23:59:59.25', 3, 'UTC')`,
  `toDateTime('2024-06-01 12:00:00', 'Europe/Berlin')`,
  `toDateTime64('2024-06-01 12:00:00.5', 6, 'America/New_York')`,
  `toLowCardinality(toString(number % 700))`,
  `toLowCardinality(if(number % 5 = 0, NULL, toString(number % 7)))`,
  `CAST(number % 9, 'LowCardinality(UInt16)')`,
  `CAST(if(number % 5 = 0, NULL, number % 9), 'LowCardinality(Nullable(UInt64))')`,
  `CAST(toDate('2024-01-01') + number % 9, 'LowCardinality(Date)')`,
  `toDecimal256(toInt64(number) - 500, 40)`,
  `CAST(number, 'SimpleAggregateFunction(sum, UInt64)')`,
];

const allowed = ' SETTINGS allow_suspicious_low_cardinality_types = 1';

/** The own form does not tell the zone that a column of whole seconds is shown in. */
const withoutZones = (table: ResultTable | null) => ({
  ...table,
  columns: table?.columns.map((column) => ({
    ...column,
    nativeType: column.nativeType.replace(/DateTime\('[^']+'\)/, 'DateTime'),
  })),
});

for (const { name, url, isToday } of servers)
  describe.skipIf(url === '')(`rows of ${name} in its own form`, () => {
    let connection: Connection;
    beforeAll(() => {
      connection = new Connection({
        ...fromUri(url),
        serverCertificate: null,
        policy: { allowsPrivateHosts: true },
      });
    });
    afterAll(() => connection.close());

    const open = async (sql: string, format: RowFormat) => {
      const { signal } = new AbortController();
      const queryId = `${name}-${Math.random()}`;
      // Today's engine keeps the bounds of who asked it before.
      return connection.open({ sql, queryId, database: 'default', timeoutMs: 20_000, maxRows: 5e6, format, signal });
    };
    const toRows = async (columns: Parameters<typeof toByteColumns>[0]) => {
      const familyOf = familiesOf(await connection.about());
      return new PackedRows(toByteColumns(columns, { isExact: false, familyOf }), { maxRows: 1e6, isExact: false });
    };
    const readTexts = async (sql: string) => {
      let rows: PackedRows | null = null;
      for await (const { columns, cells } of readByteBatches(await open(sql, 'TabSeparatedWithNamesAndTypes'))) {
        rows ??= await toRows(columns);
        await rows.add(cells);
      }
      return rows && unpackTable(await rows.toTable());
    };
    const readNative = async (sql: string) => {
      let rows: PackedRows | null = null;
      for await (const { columns, batch } of readNativeBatches(await open(sql, 'Native'))) {
        rows ??= await toRows(columns);
        await rows.addBatch(batch);
      }
      return rows && unpackTable(await rows.toTable());
    };

    it.each([...values, ...(isToday ? today : [])])('are those of their texts: %s', async (value) => {
      for (const expression of [value, `if(number % 4 = 1, NULL, ${value})`]) {
        if (expression !== value && /LowCardinality|SimpleAggregate/.test(value)) continue;
        const sql = `SELECT number AS n, ${expression} AS value, 'end' AS last FROM system.numbers LIMIT 20000${isToday ? allowed : ''}`;
        const expected = await readTexts(sql);
        expect(expected?.rowCount).toBe(20_000);
        expect(withoutZones(await readNative(sql))).toEqual(withoutZones(expected));
      }
    });

    it('are none where there are none', async () => {
      expect(await readNative('SELECT number FROM system.numbers WHERE number < 0 AND 1 = 0 LIMIT 1')).toBeNull();
    });

    it.each(['[1, 2]', "tuple(1, 'a')", ...(isToday ? ["map('a', 1)", "toIPv6('::1')", 'toInt256(1)'] : [])])(
      'are left to their texts where there is no other reading: %s',
      async (value) => {
        await expect(readNative(`SELECT 1 AS one, ${value} AS value`)).rejects.toThrow();
      },
    );

    it('say what failed in the middle of them', async () => {
      const sql = 'SELECT number, throwIf(number = 3000000) AS thrown FROM system.numbers LIMIT 4000000';
      await expect(readNative(sql)).rejects.toThrow(/FUNCTION_THROW_IF|non zero|non-zero|terminated|aborted/);
    });
  });
