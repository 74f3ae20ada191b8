import { describe, expect, it } from 'vitest';
import { RefusedRequest } from '../remote/index.ts';
import { type FailureContext, toEngineError } from './errors.ts';

const context: FailureContext = {
  ...{ host: 'db', port: 443, user: 'ada', catalog: 'lake', family: 'Trino', headLength: null, tlsMode: 'verify' },
};
const told = (challenge: string | null, change: Partial<FailureContext> = {}) => {
  const refused = new RefusedRequest({ status: 401, text: 'Unauthorized', challenge });
  const { code, message, invalid } = toEngineError(refused, { ...context, ...change }).details;
  expect(code).toBe('CONNECTION_ACCESS_DENIED_ERROR');
  return [message, invalid];
};
const incorrect = ['Either the username "ada" or the password is incorrect.', undefined];

describe('who is not let in', () => {
  it('is asked for a client certificate by a server that asks for nothing else', () => {
    expect(told(null)).toEqual([
      'The server "db" asks for a client certificate. Give one with its key.',
      ['client_cert'],
    ]);
  });

  it('is told of name and password where the server asks for them, or where a certificate was shown', () => {
    expect(told('Basic realm="Trino"')).toEqual(incorrect);
    expect(told(null, { clientCertificate: { cert: '', key: '' } })).toEqual(incorrect);
    expect(told(null, { tlsMode: 'disable' })).toEqual(incorrect);
  });
});
