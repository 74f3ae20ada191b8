import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { findUriProblem, fromUri } from './uri.ts';

const parts = {
  ...{ host: 'h', port: 1433, user: 'u', password: 'p', database: 'd' },
  ...{ tlsMode: 'trust', certificateName: null, isReadOnly: false },
};
const driver18 = 'driver=ODBC+Driver+18+for+SQL+Server';

describe('the address of a SQL Server', () => {
  it.each([
    ['mssql+pymssql://u:p@h:1433/d', parts],
    ['mssql+pymssql://u:p@h/d?charset=utf8', parts],
    [
      'mssql+pyodbc://u:p%40ss@h:1434/d?driver=ODBC+Driver+17+for+SQL+Server',
      { ...parts, port: 1434, password: 'p@ss' },
    ],
    [`mssql+pyodbc://u:p@h/d?${driver18}`, { ...parts, tlsMode: 'verify' }],
    [`mssql+pyodbc://u:p@h/d?${driver18}&TrustServerCertificate=yes`, parts],
    [`mssql+pyodbc://u:p@h/d?${driver18}&Encrypt=no`, { ...parts, tlsMode: 'disable' }],
    ['mssql+pyodbc://u:p@h/d?encrypt=Mandatory', { ...parts, tlsMode: 'verify' }],
    ['mssql+pyodbc://u:p@h/d?Encrypt=strict&TrustServerCertificate=yes', { ...parts, tlsMode: 'strict' }],
    ['mssql://u:p@x.database.windows.net/d', { ...parts, host: 'x.database.windows.net', tlsMode: 'verify' }],
    ['mssql://u@[::1]/d?ApplicationIntent=ReadOnly', { ...parts, host: '::1', password: null, isReadOnly: true }],
    ['mssql://u:p@h/d?Encrypt=yes&HostNameInCertificate=n', { ...parts, tlsMode: 'verify', certificateName: 'n' }],
  ])('%s', (uri, wanted) => {
    expect(fromUri(uri)).toEqual(wanted);
    expect(findUriProblem(uri)).toBe(false);
  });

  it.each([
    ['mssql://u@h', 'names no database'],
    ['mssql://u@/d', 'names no host'],
    ['mssql://h/d', 'names no user'],
    ['mssql://u@h:99999/d', 'port must be between'],
    ['mssql+pyodbc://u:p@h\\sqlexpress/d', 'name the port of the instance'],
    ['mssql+pyodbc:///?odbc_connect=Driver%3Dx%3BPwd%3Dsecret', 'instead of odbc_connect'],
    ['mssql+pyodbc://u@h/d?Trusted_Connection=yes', 'Signing in by Windows'],
    ['mssql+pyodbc://u:p@h/d?Authentication=ActiveDirectoryPassword', 'directory of Azure'],
    ['mssql+pyodbc://u:p@h/d?Encrypt=perhaps', 'Encrypt must be'],
    ['mssql+pyodbc://u:p@h/d?TrustServerCertificate=x', 'TrustServerCertificate must be'],
    ['mssql+pyodbc://u:p@h/d?ApplicationIntent=x', 'ApplicationIntent must be'],
    ['mssql+pyodbc://u:p@h/d?AttachDbFilename=c', '"AttachDbFilename" of the connection string is not supported'],
    ['mssql://u@h/a/b', 'must look like'],
  ])('%s is refused with words', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and they are what it means', () => {
    const kind = findDatabaseKind('mssql');
    const fields = { host: 'h', port: 1433, database: 'd b', username: 'u', password: 'p:@/', encryption: true };
    const back = (given: object) => kind?.toParameters(kind.toUri({ ...fields, ...given }));
    for (const given of [
      { query: {} },
      { query: { TrustServerCertificate: 'yes', ApplicationIntent: 'ReadOnly' } },
      { query: { Encrypt: 'strict', HostNameInCertificate: 'n' } },
      { encryption: false, query: {} },
      { host: '::1', query: {} },
    ])
      expect(back(given)).toEqual({ ...fields, ...given });
    expect(kind?.defaultSchemaOf('mssql://u@h/d')).toBe('dbo');
  });
});
