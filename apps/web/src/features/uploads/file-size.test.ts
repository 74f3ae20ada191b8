import { expect, it } from 'vitest';
import { formatBytes, formatCount } from './file-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [4_234_000, '4.2 MB'],
  [812_000_000, '812 MB'],
  [5_100_000_000, '5.1 GB'],
  [5_100_000_000_000, '5100 GB'],
])('a file of %d bytes is said to have %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('a count is written with its thousands apart', () => {
  expect([formatCount(812), formatCount(1_234_567.4)]).toEqual(['812', '1\u202f234\u202f567']);
});
