import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

describe('a MySQL connection string', () => {
  it('is read into its parts', () => {
    expect(
      fromUri('mysql+pymysql://ad%40a:p%3Aw%2F@db.example:3307/shop%20one?charset=utf8mb4&ssl_mode=VERIFY_IDENTITY'),
    ).toEqual({
      host: 'db.example',
      port: 3307,
      user: 'ad@a',
      password: 'p:w/',
      database: 'shop one',
      sslMode: 'verify-full',
    });
    expect(fromUri('mariadb://ada@[::1]/shop')).toMatchObject({
      host: '::1',
      port: 3306,
      password: null,
      sslMode: 'disable',
    });
  });

  it.each([
    ['ssl=1', 'require'],
    ['ssl=true&ssl_verify_cert=true', 'verify-ca'],
    ['ssl_verify_cert=true&ssl_verify_identity=true', 'verify-full'],
    ['ssl_mode=required', 'require'],
    ['ssl_mode=DISABLED', 'disable'],
    ['ssl=0', 'disable'],
  ])('takes the options of each driver for encryption: %s', (options, mode) => {
    expect(fromUri(`mysql://ada@db/shop?${options}`).sslMode).toBe(mode);
  });

  it.each([
    ['mysql://ada@/shop', 'names no host'],
    ['mysql://db/shop', 'names no user'],
    ['mysql://ada@db/', 'names no database'],
    ['mysql://ada@db:0/shop', 'between 1 and 65535'],
    ['mysql://ada@%2Frun%2Fmysqld/shop', 'must be a name or an address'],
    ['mysql://ada@db/shop?unix_socket=/run/mysqld.sock', 'not supported'],
    ['mysql://ada@db/shop?local_infile=1', 'not supported'],
    ['mysql://ada@db/shop?ssl_ca=/etc/ca.pem', 'Paste the certificate'],
    ['mysql://ada@db/shop?ssl_mode=maybe', 'must be one of'],
    ['mysql://ada@db/shop?ssl=perhaps', 'true or false'],
    ['mysql://ada@db/shop?charset=latin1', 'utf8mb4'],
    ['mysql://a%da@db/shop', '%25'],
    ['postgresql://ada@db/shop', 'must look like'],
  ])('%s is refused in words', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('names the schema where bare names lie, and comes back from the fields of a form', () => {
    for (const backend of ['mysql', 'mariadb']) {
      const kind = findDatabaseKind(backend);
      expect(kind?.defaultSchemaOf(`${backend}+pymysql://ada@db/shop%20one`)).toBe('shop one');
      const parameters = {
        host: '::1',
        port: 3307,
        database: 'a/b',
        username: 'ad@a',
        password: 'ö:@/%',
        encryption: true,
      };
      const uri = kind?.toUri({ ...parameters, query: {} }) ?? '';
      expect(uri.startsWith(`${backend}://`)).toBe(true);
      expect(kind?.toParameters(uri)).toMatchObject({ ...parameters, query: {} });
      const verified = kind?.toUri({ ...parameters, query: { ssl_mode: 'VERIFY_CA' } }) ?? '';
      expect(kind?.toParameters(verified)).toMatchObject({ query: { ssl_mode: 'VERIFY_CA' } });
    }
  });
});
