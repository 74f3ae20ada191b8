import { expect, it } from 'vitest';
import { type FailureContext, toEngineError } from './errors.ts';

const connection: FailureContext = { host: 'db', port: 3306, user: 'ada', database: 'shop' };
const told = (errno: number, message: string, change: Partial<FailureContext> = {}) =>
  toEngineError(Object.assign(new Error(message), { errno, sqlState: '28000' }), { ...connection, ...change }).details;

it.each([
  ['disable', null, ' If both are right, the user may have to connect encrypted.'],
  ['require', null, ' If both are right, the user may have to show a client certificate.'],
  ['verify-full', { cert: '', key: '' }, ''],
] as const)(
  'names what else may keep a user out, over %s with the certificate %o',
  (sslMode, clientCertificate, more) => {
    expect(told(1045, "Access denied for user 'ada'@'h'", { sslMode, clientCertificate })).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `Either the username "ada" or the password is incorrect.${more}`,
    });
  },
);

it('points at the database that the user may not use, and at no password', () => {
  expect(told(1044, "Access denied for user 'ada'@'h' to database 'shop'").invalid).toEqual(['database', 'username']);
});
