import { describe, expect, it } from 'vitest';
import { oracleKind } from './kind.ts';
import { findUriProblem, fromUri, schemaOf } from './uri.ts';

describe('addresses of Oracle', () => {
  it.each([
    [
      'oracle://ada:p%40ss@db.example.com/ORCL',
      { port: 1521, password: 'p@ss', target: { kind: 'sid', name: 'ORCL' } },
    ],
    ['oracle+cx_oracle://ada:x@db:1522/?service_name=shop', { port: 1522, target: { kind: 'service', name: 'shop' } }],
    ['oracle+oracledb://ada:x@db/shop.example.com', { target: { kind: 'service', name: 'shop.example.com' } }],
    ['oracle+oracledb://ada@db?sid=XE&encoding=UTF-8', { password: null, target: { kind: 'sid', name: 'XE' } }],
    ['oracle+oracledb://ada:x@[::1]:1521/XE', { host: '::1' }],
    ['oracle+oracledb://ada:x@db/?service_name=s&protocol=tcps', { port: 2484, tlsMode: 'verify' }],
    ['oracle://ada:x@db/?service_name=s&protocol=TCPS&ssl_server_dn_match=no', { tlsMode: 'trust' }],
    ['oracle://ada:x@db/?service_name=s&protocol=tcps&certificate_name=a.b', { certificateName: 'a.b' }],
  ])('%s', (uri, parts) => {
    expect(findUriProblem(uri)).toBe(false);
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['oracle://ada:x@db', /neither a service/],
    ['oracle://ada:x@db/XE?service_name=s', /both a service/],
    ['oracle://ada:x@/XE', /no host/],
    ['oracle://:x@db/XE', /no user/],
    ['oracle://ada:x@db:70000/XE', /between 1 and 65535/],
    ['oracle://ada:x@db(x)/XE', /name or an address/],
    ['oracle://ada:x@db/XE)(SERVER=DEDICATED', /letters, digits/],
    ['oracle://ada:x@db/?service_name=a)(b', /letters, digits/],
    ['oracle://ada:x@db/XE?protocol=ipc', /"protocol" must be tcp or tcps/],
    ['oracle://ada:x@db/XE?ssl_server_dn_match=maybe', /must be true or false/],
    ['oracle://sys:x@db/XE?mode=SYSDBA', /administrator/],
    ['oracle://ada:x@db/XE?wallet_location=/etc', /must be the name of a folder that POWERSET_WALLET_FOLDERS opens/],
    ['oracle://ada:x@db/XE?config_dir=..', /"config_dir" must be the name of a folder/],
    ['oracle://ada:x@db/XE?wallet_location=sales&wallet_password=x', /belongs in its field/],
    ['oracle://ada:x@db:1521?wallet_location=sales', /neither a service/],
    ['oracle://ada:x@db/XE?pool=1', /option "pool"/],
    ['oracle://ada:%zz@db/XE', /%25/],
    ['postgresql://ada@db/x', /must look like/],
  ])('%s is refused', (uri, problem) => {
    expect(findUriProblem(uri)).toMatch(problem);
  });

  it.each([
    ['ada', 'ada'],
    ['Ada', 'ada'],
    ['ADA[sales]', 'sales'],
    ['"Ada"', 'Ada'],
  ])('of %s look for tables in %s', (user, schema) => {
    expect(schemaOf({ user })).toBe(schema);
  });

  it.each([
    'oracle+oracledb://ada:p%40ss@db:1521/?service_name=shop',
    'oracle+oracledb://ada:x@db:2484/?service_name=shop&protocol=tcps&ssl_server_dn_match=false',
    'oracle+oracledb://ada:x@db:1521/XE',
    'oracle+oracledb://ada:x@[::1]:1521/XE',
    'oracle+oracledb://ada:x@sales_high/?wallet_location=sales&config_dir=names',
    'oracle+oracledb://ada:x@db:2484/?service_name=shop&protocol=tcps&wallet_location=sales',
  ])('%s is a form and back', (uri) => {
    const parameters = oracleKind.toParameters(uri);
    expect(oracleKind.toUri(parameters)).toBe(uri);
    expect(fromUri(oracleKind.toUri(parameters))).toEqual(fromUri(uri));
  });
});
