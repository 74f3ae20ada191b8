import { describe, expect, it } from 'vitest';
import { isStoreAway, StoreAway, toStoreAway } from './store-away.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('a metadata server that is away', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '08006'].map(withCode),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('is known by $code $message', (error) => {
    const away = toStoreAway(error);
    expect(away).toBeInstanceOf(StoreAway);
    expect(isStoreAway(new Error('in other words', { cause: away }))).toBe(true);
  });

  it.each([withCode('23505'), withCode('53300'), new Error('no such column'), 'a text', null])('is not %s', (error) => {
    expect(toStoreAway(error)).toBe(error);
    expect(isStoreAway(error)).toBe(false);
  });
});
