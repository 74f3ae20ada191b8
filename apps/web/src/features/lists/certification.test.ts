import { expect, it } from 'vitest';
import { readCertification } from './certification.ts';

it.each([
  ['{"certification":{"certified_by":"Finance","details":"Checked monthly"}}', 'Finance', 'Checked monthly'],
  ['{"certification":{"certified_by":"Finance"}}', 'Finance', null],
  ['{"certification":"yes"}', null, null],
  ['{"certification":{"certified_by":7}}', null, null],
  ['not JSON', null, null],
  [null, null, null],
])('a dataset with extra %s is certified by %s', (extra, by, details) => {
  expect(readCertification(extra)).toEqual({ certified_by: by, details });
});
