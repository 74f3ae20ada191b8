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

it('text without a separator stays as it is, as somebody may go on typing', () => {
  for (const text of ['New ', ' York', '']) expect(splitPasted(text)).toEqual([text]);
});
