import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

const parts = {
  family: 'Trino',
  host: 'h',
  port: 8080,
  user: 'u',
  password: null,
  catalog: 'lake',
  defaultSchema: 'default',
};

describe('the address of a Trino server', () => {
  it.each([
    ['trino://u@h/lake', { ...parts, tlsMode: 'disable' }],
    ['trino://u@h:8080/Lake/', { ...parts, tlsMode: 'disable' }],
    ['trino+rest://u@h:18080/lake/sales', { ...parts, port: 18080, defaultSchema: 'sales', tlsMode: 'disable' }],
    ['trino://u:p%40ss@h/lake', { ...parts, port: 443, password: 'p@ss', tlsMode: 'verify' }],
    ['trino://u:p@h:8443/lake?verify=false', { ...parts, port: 8443, password: 'p', tlsMode: 'trust' }],
    ['trino://u:p@h:80/lake?http_scheme=http', { ...parts, port: 80, password: 'p', tlsMode: 'disable' }],
    ['trino://u@h:443/lake?source=bi', { ...parts, port: 443, tlsMode: 'verify' }],
    ['presto://u@h:8080/lake/web', { ...parts, family: 'Presto', defaultSchema: 'web', tlsMode: 'disable' }],
    ['trino://u%40x@[::1]:9/lake?protocol=https', { ...parts, user: 'u@x', host: '::1', port: 9, tlsMode: 'verify' }],
  ])('%s', (uri, wanted) => {
    expect(fromUri(uri)).toEqual(wanted);
    expect(findUriProblem(uri)).toBe(false);
  });

  it.each([
    ['trino://u@h', 'names no catalog'],
    ['trino://u@/lake', 'names no host'],
    ['trino://h/lake', 'names no user'],
    ['trino://u@h:99999/lake', 'port must be between'],
    ['trino://u@h/lake?access_token=x', '"access_token" of the connection string is not supported'],
    ['trino://u@h/lake?http_scheme=ftp', 'must be http or https'],
    ['trino://u@h a/lake', 'host must be a name'],
    ['trino://u%@h/lake', 'The user of the connection string contains a %'],
    ['trino://u@h/a/b/c', 'must look like'],
    ['hive://u@h/lake', 'must look like'],
  ])('%s is refused: %s', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('trino');
    const fields = { host: 'h', port: 8080, username: 'u', password: null, database: 'lake/sales', encryption: false };
    expect(kind?.toUri(fields)).toBe('trino://u@h:8080/lake/sales?http_scheme=http');
    expect(kind?.toParameters('trino://u@h:8080/lake/sales?http_scheme=http')).toEqual({ ...fields, query: {} });
    const secure = {
      host: 'h',
      username: 'u',
      password: 'p',
      database: 'lake',
      encryption: true,
      query: { verify: false },
    };
    expect(kind?.toUri(secure)).toBe('trino://u:p@h:443/lake?http_scheme=https&verify=false');
    expect(kind?.toParameters('trino://u:p@h:443/lake?http_scheme=https&verify=false')).toMatchObject({
      ...{ database: 'lake', encryption: true, query: { verify: 'false' } },
    });
    expect(kind?.defaultSchemaOf('trino://u@h/lake/sales')).toBe('sales');
  });
});
