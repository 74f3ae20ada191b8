import { expect, it } from 'vitest';
import { toCsv } from './save-pivot.ts';

it('writes cells as spreadsheets read them, and keeps texts from being run', () => {
  const rows = [
    ['city', 'a, "b"'],
    ['=1+1', -2.5],
    ['-5', null],
    ['sum', 0.1 + 0.2],
  ];
  expect(toCsv(rows)).toBe(['city,"a, ""b"""', "'=1+1,-2.5", '-5,', 'sum,0.3', ''].join('\r\n'));
});
