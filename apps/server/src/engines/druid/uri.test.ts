import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

const parts = { host: 'h', port: 8082, user: '', password: null, path: '/druid/v2/sql/', tlsMode: 'disable' };

describe('the address of a Druid server', () => {
  it.each([
    ['druid://h', parts],
    ['druid://h:8888/druid/v2/sql', { ...parts, port: 8888 }],
    ['druid+http://h/druid/v2/sql/?header=true', parts],
    ['druid://ada:p%40ss@h:8082/druid/v2/sql/', { ...parts, user: 'ada', password: 'p@ss' }],
    [
      'druid+https://ada:p@h:8282/a/druid/v2/sql/',
      { ...parts, port: 8282, user: 'ada', password: 'p', path: '/a/druid/v2/sql/', tlsMode: 'verify' },
    ],
    ['druid+https://h?verify=false', { ...parts, tlsMode: 'trust' }],
    ['druid+https://[::1]/?ssl_verify_cert=False', { ...parts, host: '::1', tlsMode: 'trust' }],
  ])('%s', (uri, wanted) => {
    expect(fromUri(uri)).toEqual(wanted);
    expect(findUriProblem(uri)).toBe(false);
  });

  it.each([
    ['druid://', 'names no host'],
    ['druid://h:0/', 'port must be between'],
    ['druid://h/druid/v2/sql/?jwt=x', '"jwt" of the connection string is not supported'],
    ['druid://h/../admin', 'must be plain letters'],
    ['druid://h//a', 'must be plain letters'],
    ['druid://h/a%2Fb', 'must be plain letters'],
    ['druid://h a/', 'host must be a name'],
    ['druid://u%@h/', 'The user of the connection string contains a %'],
    ['druid+avatica://h/', 'must look like'],
  ])('%s is refused: %s', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('druid');
    const fields = { host: 'h', port: 8888, username: 'u', password: 'p/w', encryption: true };
    const uri = 'druid+https://u:p%2Fw@h:8888/druid/v2/sql/';
    expect(kind?.toUri(fields)).toBe(uri);
    expect(kind?.toParameters(uri)).toEqual({ ...fields, query: {} });
    expect(kind?.toUri({ host: '::1', port: 8082, encryption: false })).toBe('druid://[::1]:8082/druid/v2/sql/');
    const other = 'druid+https://h:8082/a/sql/?verify=false';
    expect(kind?.toUri(kind.toParameters(other))).toBe(other);
    expect(kind?.defaultSchemaOf(uri)).toBe('druid');
  });
});
