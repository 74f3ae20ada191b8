import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

describe('a PostgreSQL connection string', () => {
  it('is read into its parts', () => {
    expect(fromUri('postgresql+psycopg2://ad%40a:p%3Aw%2F@db.example:6543/shop%20one?sslmode=verify-full')).toEqual({
      host: 'db.example',
      port: 6543,
      user: 'ad@a',
      password: 'p:w/',
      database: 'shop one',
      sslMode: 'verify-full',
    });
    expect(fromUri('postgres://ada@[::1]/shop')).toMatchObject({
      host: '::1',
      port: 5432,
      password: null,
      sslMode: 'disable',
    });
  });

  it.each([
    ['postgresql://ada@/shop', 'names no host'],
    ['postgresql://db/shop', 'names no user'],
    ['postgresql://ada@db/', 'names no database'],
    ['postgresql://ada@db:0/shop', 'between 1 and 65535'],
    ['postgresql://ada@db:99999/shop', 'between 1 and 65535'],
    ['postgresql://ada@%2Fvar%2Frun/shop', 'must be a name or an address'],
    ['postgresql://ada@db/shop?host=/var/run', 'not supported'],
    ['postgresql://ada@db/shop?options=-csearch_path', 'not supported'],
    ['postgresql://ada@db/shop?sslmode=maybe', 'must be one of'],
    ['postgresql://a%da@db/shop', '%25'],
    ['mysql://ada@db/shop', 'must look like'],
  ])('%s is refused in words', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('comes back from the fields of a form as it went in', () => {
    const kind = findDatabaseKind('postgres');
    const parameters = {
      host: '::1',
      port: 5433,
      database: 'a/b',
      username: 'ad@a',
      password: 'ö:@/%',
      encryption: true,
      query: {},
    };
    const uri = kind?.toUri(parameters) ?? '';
    expect(kind?.findUriProblem(uri)).toBe(false);
    expect(kind?.toParameters(uri)).toMatchObject({ ...parameters, encryption: true });
    expect(kind?.toUri({ ...parameters, query: { sslmode: 'verify-ca' } })).toContain('sslmode=verify-ca');
  });
});
