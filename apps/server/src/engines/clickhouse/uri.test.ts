import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

describe('the URI of a ClickHouse server', () => {
  it.each([
    [
      'clickhousedb://h',
      { host: 'h', port: 8123, user: 'default', database: 'default', tlsMode: 'disable', password: null },
    ],
    [
      'clickhousedb+connect://ad%40a:p%3Aw%2F@db.example:8124/shop%20one',
      { user: 'ad@a', password: 'p:w/', port: 8124, database: 'shop one' },
    ],
    ['clickhousedb+connect://u@h/d?secure=true', { port: 8443, tlsMode: 'verify' }],
    ['clickhousedb+connect://u@h:8443/d', { port: 8443, tlsMode: 'verify' }],
    ['clickhousedb+connect://u@h:8443/d?secure=false', { port: 8443, tlsMode: 'disable' }],
    ['clickhousedb+connect://u@h/d?secure=true&verify=false', { tlsMode: 'trust' }],
    ['clickhouse+native://u:p@h:9000/d', { port: 8123, tlsMode: 'disable' }],
    ['clickhouse+native://u:p@h:9440/d?secure=True', { port: 8443, tlsMode: 'verify' }],
    ['clickhouse+http://u:p@h:8123/d?protocol=https', { port: 8123, tlsMode: 'verify' }],
    ['clickhouse://u:@[::1]:8123/d', { host: '::1', password: '' }],
  ])('%s is read', (uri, parts) => {
    expect(findUriProblem(uri)).toBe(false);
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['clickhousedb://', 'names no host'],
    ['clickhousedb://u@h:0/d', 'port must be between'],
    ['clickhousedb://u@h:99999/d', 'port must be between'],
    ['clickhousedb://u@h%2f/d', 'must be a name or an address'],
    ['clickhousedb://u%zz@h/d', 'must be written as %25'],
    ['clickhousedb://u@h/d?max_memory_usage=1', 'option "max_memory_usage"'],
    ['clickhousedb://u@h/d?secure=maybe', 'secure must be true or false'],
    ['clickhousedb://u@h/d?secure=true&verify=2', 'verify must be true or false'],
    ['mysql://u@h/d', 'must look like'],
  ])('%s is refused in words', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of the form mean, and the other way round', () => {
    const kind = findDatabaseKind('clickhouse');
    const fields = {
      host: 'h',
      port: 8124,
      username: 'u',
      password: 'p@ss',
      database: 'd',
      encryption: true,
      query: {},
    };
    const uri = kind?.toUri(fields) ?? '';
    expect(uri).toBe('clickhousedb+connect://u:p%40ss@h:8124/d?secure=true');
    expect(kind?.toParameters(uri)).toEqual(fields);
    expect(kind?.toUri({ host: 'h' })).toBe('clickhousedb+connect://default@h:8123/default?secure=false');
    expect(kind?.toUri({ host: 'h', encryption: true, query: { verify: 'false' } })).toBe(
      'clickhousedb+connect://default@h:8443/default?secure=true&verify=false',
    );
    expect(kind?.toParameters(kind.toUri({ ...fields, query: { verify: 'false' } }))).toMatchObject({
      query: { verify: 'false' },
    });
  });
});
