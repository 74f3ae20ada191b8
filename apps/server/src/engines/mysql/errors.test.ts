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

it.each([
  [
    "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
    'The certificate of "127.0.0.1" is for another host: localhost. Enter the host as the certificate names it.',
    'host',
  ],
  ['certificate has expired', 'has expired or is not valid yet', 'server_cert'],
  ['self-signed certificate in certificate chain', 'cannot be trusted: self-signed certificate', 'server_cert'],
])('tells what is wrong with a certificate, though the driver names all alike: %s', (message, words, field) => {
  const known = { code: 'HANDSHAKE_SSL_ERROR', host: '127.0.0.1', cert: { subjectaltname: 'DNS:localhost' } };
  const { details } = toEngineError(Object.assign(new Error(message), known), connection);
  expect([details.message, details.invalid]).toEqual([expect.stringContaining(words), [field]]);
});
