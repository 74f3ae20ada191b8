import { expect, it } from 'vitest';
import { splitPasted } from './paste-values.ts';

it('pasted lists fall apart at comma, newline, tab and semicolon, without the spaces around [CST-006]', () => {
  expect(splitPasted('Store, Partner \r\nBy post\t By phone;;Elsewhere\n')).toEqual([
    'Store',
    'Partner',
    'By post',
    'By phone',
    'Elsewhere',
  ]);
});

it('values in quotes hold separators, as in lists of CSV and of SQL, and quotes that are doubled', () => {
  expect(splitPasted(`"Smith, Ada";'O''Neil, Tom', "say ""hi"" \n twice"\nplain`)).toEqual([
    'Smith, Ada',
    "O'Neil, Tom",
    'say "hi" \n twice',
    'plain',
  ]);
  // Neither an inch nor an apostrophe begins a value that has an end elsewhere.
  expect(splitPasted(`5" pipe, 6" pipe, 'tis, rock 'n' roll, "open`)).toEqual([
    '5" pipe',
    '6" pipe',
    "'tis",
    "rock 'n' roll",
    '"open',
  ]);
  const many = '"'.repeat(100_001);
  const startedAt = performance.now();
  expect(splitPasted(`${many}x,y`)).toHaveLength(2);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

it('text without a separator stays as it is, as somebody may go on typing', () => {
  for (const text of ['New ', ' York', '']) expect(splitPasted(text)).toEqual([text]);
});
