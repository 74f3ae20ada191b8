import { expect, it } from 'vitest';
import { lineOfKey, readObjectText } from './object-text.ts';

it.each([
  ['{"a": 1,\n "b": }', 2, 7],
  ['{"a": 1\n "b": 2}', 2, 2],
  ['{"a": [1, x]}', 1, 11],
  ['{"a": 1,}', 1, 9],
  ['{\n  a: 1\n}', 2, 3],
  ['{"a": "b', 1, 7],
  ['{"a": {"b": 1}', 1, 15],
  ['{"a": 1} more', 1, 10],
  ['', 1, 1],
])('a text that is no JSON is wrong in one place: %j', (text, line, column) => {
  expect(readObjectText(text)).toEqual({ place: { line, column } });
});

it('an object is read, whatever is in it, and everything else is none', () => {
  const value = { a: [1, -2.5e3, null, true, { b: 'ü\n"' }], c: {} };
  expect(readObjectText(JSON.stringify(value, null, 2))).toEqual({ value });
  for (const text of ['[1]', '3', 'null', '"a"']) expect(readObjectText(text)).toEqual({ place: null });
});

it('a key that the server refuses is found in the text', () => {
  const text = JSON.stringify({ color_scheme: 'x', stagger_time: 3 }, null, 2);
  expect([lineOfKey(text, 'stagger_time'), lineOfKey(text, 'nothing')]).toEqual([3, null]);
});
