import { expect, it } from 'vitest';
import { nextAddress } from './next-address.ts';

it('goes on to the asked page, and never to another site', () => {
  expect(nextAddress('?next=%2Fchart%2Flist%2F%3Fa%3D1', '/home')).toBe('/chart/list/?a=1');
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login/?next=/login/',
    '',
  ])
    expect(nextAddress(`?next=${encodeURIComponent(evil)}`, '/home'), evil).toBe('/home');
});
