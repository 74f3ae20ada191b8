import { describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { PackedRows } from '../remote/index.ts';
import { countBytes, MessageWatch } from './bounds.ts';
import { RowCells } from './row-cells.ts';
import { toByteColumns, toResultTable } from './values.ts';

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function rowMessage(values: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(values.length);
  const parts = values.flatMap((value) => {
    const size = Buffer.alloc(4);
    const bytes = Buffer.from(value ?? '');
    size.writeInt32BE(value === null ? -1 : bytes.length);
    return [size, bytes];
  });
  return message('D', Buffer.concat([count, ...parts]));
}

function columnsMessage(
  columns: readonly { readonly name: string; readonly oid: number; readonly modifier: number }[],
) {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(columns.length);
  const parts = columns.map(({ name, oid, modifier }) => {
    const facts = Buffer.alloc(18);
    facts.writeUInt32BE(oid, 6);
    facts.writeInt32BE(modifier, 12);
    return Buffer.concat([Buffer.from(`${name}\0`), facts]);
  });
  return message('T', Buffer.concat([count, ...parts]));
}

const fields = [20, 1700, 701, 1114, 1184, 1082, 25, 16].map((oid) => ({ name: `of ${oid}`, oid, modifier: -1 }));
const rows = [
  ['7', '12.50', '0.1', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56+00', '2024-02-29', 'ä€', 't'],
  ['9223372036854775807', 'NaN', 'Infinity', 'infinity', '2024-01-01 00:00:00+00', '0044-03-15 BC', '', 'f'],
  [null, null, null, null, null, null, null, null],
];
const [complete, ready] = ['C', 'Z'].map((letter) => message(letter, Buffer.from(`of ${letter}`)));
const announced = columnsMessage(fields);
const answer = Buffer.concat([announced, ...rows.map(rowMessage), complete!, ready!]);

const taker = { takeColumns: () => null, takeRow: () => null };

/** What the driver is given, and the table that the rows come to. */
async function readIn(chunks: readonly Buffer[], isExact = false) {
  const table = new PackedRows(toByteColumns(fields, isExact), { maxRows: 1000, isExact });
  const cells = new RowCells(() => (some) => table.add(some), countBytes());
  const driver: Buffer[] = [];
  const watch = new MessageWatch((bytes) => driver.push(bytes));
  const stop = watch.take(cells);
  for (const chunk of chunks) await watch.add(chunk);
  await cells.end();
  stop?.();
  return { driver: Buffer.concat(driver), table: unpackTable(await table.toTable()), fields: cells.fields };
}

describe('values of PostgreSQL from the bytes of their messages', () => {
  it.each([false, true])('are those that their texts mean (exact: %s) [SQL-045]', async (isExact) => {
    const { table } = await readIn([answer], isExact);
    const named = fields.map((field) => ({ ...field, nativeType: '' }));
    expect(table).toEqual(await toResultTable(named, rows, isExact));
  });

  it('come whole wherever the network cuts them, and the driver is given all that are no rows', async () => {
    const { table } = await readIn([answer]);
    const others = Buffer.concat([complete!, ready!]);
    for (let at = 1; at < answer.length; at += 1) {
      const cut = await readIn([answer.subarray(0, at), answer.subarray(at)]);
      expect([at, cut.table, cut.driver.toString()]).toEqual([at, table, others.toString()]);
    }
    const bits = await readIn([...answer].map((byte) => Buffer.from([byte])));
    expect([bits.table, bits.driver.toString()]).toEqual([table, others.toString()]);
  });

  it('are the driver’s again once nobody takes them, from the next byte on', async () => {
    const driver: Buffer[] = [];
    const watch = new MessageWatch((bytes) => driver.push(bytes));
    const stop = watch.take(taker);
    watch.add(Buffer.concat([rowMessage(['taken']), ready!.subarray(0, 3)]));
    stop?.();
    watch.add(Buffer.concat([ready!.subarray(3), rowMessage(['left'])]));
    expect(Buffer.concat(driver).toString()).toBe(Buffer.concat([ready!, rowMessage(['left'])]).toString());
  });

  it('are not taken in the middle of a message', async () => {
    const watch = new MessageWatch(() => undefined);
    watch.add(ready!.subarray(0, 3));
    expect(watch.take(taker)).toBeNull();
    watch.add(ready!.subarray(3));
    expect(watch.take(taker)).not.toBeNull();
  });

  it('are refused where one says that it is longer than its row', async () => {
    const cells = new RowCells(() => () => null, countBytes());
    const one = columnsMessage(fields.slice(0, 1));
    cells.takeColumns(one, 5, one.length);
    const broken = Buffer.from([0, 1, 0x7f, 0xff, 0xff, 0xff, 0x61]);
    expect(() => cells.takeRow(broken, 0, broken.length)).toThrow('longer than its row');
  });

  it('are refused where an answer is more than memory should hold', async () => {
    const count = countBytes(100);
    count(100);
    expect(() => count(1)).toThrow('The result is larger than');
  });
});
