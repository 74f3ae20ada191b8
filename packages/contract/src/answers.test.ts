import { expect, it } from 'vitest';
import { describeEndpoints } from './schemas.ts';

it('declares what every endpoint answers', () => {
  const isOpen = (answer: object) => !('mediaType' in answer) && !('type' in answer) && !('anyOf' in answer);
  const found = [...describeEndpoints().values()].filter(({ answers }) => {
    const declared = Object.values(answers);
    return declared.length === 0 || declared.some(isOpen);
  });
  expect(found.map(({ id }) => id)).toEqual([]);
});
