import { describe, expect, it } from 'vitest';
import { readJson } from './index.ts';

async function* inParts(text: string | Buffer, size = 50_000): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const row = (at: number) => [String(at), null, at / 7, { a: [at, { b: 'ü€😀"\\\n' }] }, [], {}, true];
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at));
const long = 'ü€😀"\\\n\u0001abc'.repeat(60_000);

describe('a long JSON text', () => {
  it.each<readonly [string, unknown]>([
    ['rows inside of what tells of them', { head: { n: 1 }, result: { rows: rows(9000), next: 'x' }, tail: [1, 2] }],
    ['rows alone', rows(9000)],
    ['names without end', Object.fromEntries(rows(9000).map((one, at) => [`k${at} "`, one]))],
    ['a text of megabytes', { before: [1, 2], text: long, list: [long, 'x', long], after: null }],
    ['a text of megabytes alone', long],
    ['a row of megabytes', [[1], rows(6000).flat(), [2]]],
    ['short ones', { a: [1, 'x', { b: null }] }],
    ['a number', 12.5],
  ])('comes to what a parser makes of it: %s', async (_name, value) => {
    const text = JSON.stringify(value);
    for (const size of [50_000, 65_537, 777])
      expect(await readJson(inParts(text, size))).toEqual(JSON.parse(text) as unknown);
    const wide = JSON.stringify(value, null, 1);
    expect(await readJson(inParts(wide, 65_536))).toEqual(value);
  });

  it('keeps a name that objects have by themselves, in portions too', async () => {
    const text = `{"__proto__":{"x":1},"rows":${JSON.stringify(rows(9000))},"constructor":2}`;
    const value = await readJson(inParts(text));
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'rows', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('is nothing where nothing came', async () => {
    expect(await readJson(inParts(''))).toBeUndefined();
    expect(await readJson(inParts(' \n'))).toBeUndefined();
  });

  const many = JSON.stringify(rows(9000)).slice(1, -1);
  it.each([
    ['[1,2', '[1,,2]', '[1,]', '[1}', ']', '1,2', '{"a":1,}', '{"a"}', '[1]x', '{"a":1}{"b":2}', '"a'],
    [`[${many}`, `[${many},]`, `[${many},,1]`, `[[${many}]x,1]`, `[x[${many}],1]`, `[[${many}][1],2]`],
    [`[${many}]x`, `[${many}][1]`, `{"a":[${many}]"b":1}`, `{[${many}]:1,"b":1}`, `{"a":1,[${many}]}`],
    [`[${many}}`, `["${'x'.repeat(200_000)}"x,1]`, `{"${'x'.repeat(200_000)}":1}`, `["${'\\x'.repeat(99_000)}"]`],
    ['['.repeat(200) + ']'.repeat(200), ' '.repeat(3_000_000) + 1, '1'.repeat(3_000_000)],
  ])('is refused where a parser refuses it, or it is nested or empty without end', async (...texts) => {
    for (const text of texts) await expect(readJson(inParts(text)), text.slice(0, 40)).rejects.toThrow(SyntaxError);
  });

  it('is changed before it is parsed where that is asked for, its texts whole', async () => {
    const prepare = (text: string) => text.replaceAll(/\b(\d{5})\b/g, '"$1"');
    const value = await readJson(inParts(`[${'[12345,"a"],'.repeat(20_000)}[1]]`), { prepare });
    expect(value).toEqual([...Array(20_000).fill(['12345', 'a']), [1]]);
  });

  it('lets others have their turn while it is read', async () => {
    const text = Buffer.from(JSON.stringify({ rows: rows(120_000) }));
    expect(text.length).toBeGreaterThan(8 * 1024 * 1024);
    let turns = 0;
    const watching = setInterval(() => {
      turns += 1;
    }, 1);
    await readJson(inParts(text, 65_536));
    clearInterval(watching);
    expect(turns).toBeGreaterThan(10);
  });
});
