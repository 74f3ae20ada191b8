import { describe, expect, it } from 'vitest';
import { toHexLines } from './hex-lines.ts';
import { parseJson, printJson } from './json-nodes.ts';
import { findAll } from './matches.ts';
import { readMoment } from './moments.ts';

describe('a nested value', () => {
  it('is a tree whose numbers keep their digits, and is printed with each part on a line [SQL-045]', () => {
    const tree = parseJson('{"id":9007199254740993,"list":[1.50,"a",null],"none":{}}');
    expect(tree && printJson(tree)).toBe(
      '{\n  "id": 9007199254740993,\n  "list": [\n    1.50,\n    "a",\n    null\n  ],\n  "none": {}\n}',
    );
  });

  it('is no tree when it is a text, broken, or deeper than anybody reads', () => {
    expect(parseJson('12')).toBeNull();
    expect(parseJson('{"a":')).toBeNull();
    expect(parseJson(`${'['.repeat(500)}${']'.repeat(500)}`)).toBeNull();
  });
});

it('finds every place of a word in a text, whatever its case and signs, up to a thousand', () => {
  expect(findAll('Aa.a(A', 'a')).toEqual({ places: [0, 1, 3, 5], isAll: true });
  expect(findAll('a.b axb', 'a.b').places).toEqual([0]);
  expect(findAll('x'.repeat(5000), 'x')).toMatchObject({ isAll: false, places: { length: 1000 } });
});

it('shows bytes in lines with their place and what can be read of them', () => {
  expect(toHexLines(`${'41'.repeat(16)}00ff7a`)).toEqual([
    { offset: '00000000', bytes: Array(16).fill('41').join(' '), signs: 'A'.repeat(16) },
    { offset: '00000010', bytes: '00 ff 7a', signs: '··z' },
  ]);
});

it('tells a time in UTC, in the zone of who looks and as seconds, and of one without zone no more than is known', () => {
  expect(readMoment('2026-02-03 04:05:06.789', true, 'Europe/Berlin').map(({ text }) => text)).toEqual([
    '2026-02-03T04:05:06.789Z',
    '2026-02-03 05:05:06.789 GMT+01:00',
    '1770091506.789',
  ]);
  expect(readMoment('2026-02-03', false, 'Europe/Berlin').map(({ key }) => key)).toEqual(['utc', 'seconds']);
  expect(readMoment('0044-03-15 (BC) 10:00:00', true, 'UTC')).toEqual([]);
});
