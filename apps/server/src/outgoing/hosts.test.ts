import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ForeignAnswer, toConnectionError } from '../engines/remote/connection-errors.ts';
import { findHostProblem, openGuardedSocket } from './hosts.ts';

const open = { allowsPrivateHosts: true };
const closed = { allowsPrivateHosts: false };

describe('hosts that may not be called', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'fe80::1',
    '[fe80::1%eth0]',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '::',
  ])('%s is never allowed', (host) => {
    expect(findHostProblem(host, open)).toMatch(/may not be connected to/);
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
    '::ffff:10.0.0.1',
  ])('%s is private: an installation decides', (host) => {
    expect(findHostProblem(host, open)).toBeNull();
    expect(findHostProblem(host, closed)).toMatch(/POWERSET_ALLOW_PRIVATE_HOSTS/);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:4860:4860::8888', 'db.example.com'])(
    '%s is allowed',
    (host) => {
      expect(findHostProblem(host, closed)).toBeNull();
    },
  );

  async function attempt(host: string, policy: { allowsPrivateHosts: boolean }): Promise<string> {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const socket = openGuardedSocket(policy);
    try {
      return await new Promise((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error) => resolve(error.name));
        socket.connect(port, host);
      });
    } finally {
      socket.destroy();
      server.close();
    }
  }

  it('are refused at the moment of connecting, whatever a name meant before', async () => {
    expect(await attempt('localhost', open)).toBe('connected');
    expect(await attempt('localhost', closed)).toBe('ForbiddenHost');
    expect(await attempt('127.0.0.1', closed)).toBe('ForbiddenHost');
    // Spellings that only the resolver understands.
    expect(await attempt('2130706433', closed)).toBe('ForbiddenHost');
    expect(await attempt('0x7f.1', closed)).toBe('ForbiddenHost');
  });
});

describe('what the network says', () => {
  const place = { host: 'db', port: 5432 };
  const failed = (code: string) => Object.assign(new Error(code), { code });

  it.each([
    ['ENOTFOUND', 'CONNECTION_INVALID_HOSTNAME_ERROR', 'The hostname "db" cannot be resolved.'],
    ['ECONNREFUSED', 'CONNECTION_PORT_CLOSED_ERROR', 'Port 5432 on hostname "db" refused the connection.'],
    ['EHOSTUNREACH', 'CONNECTION_DATABASE_TIMEOUT', 'The host "db" might be down, and can\'t be reached on port 5432.'],
    ['ECONNRESET', 'ENGINE_UNAVAILABLE_ERROR', 'The connection to the database was lost. Run the query again.'],
  ])('%s becomes %s', (code, expected, message) => {
    expect(toConnectionError(failed(code), place)?.details).toMatchObject({ code: expected, message });
    const several = new AggregateError([failed(code), failed('EOTHER')]);
    expect(toConnectionError(several, place)?.details.code).toBe(expected);
  });

  it('says of a certificate what is wrong with it, and what helps', () => {
    const wordsOf = (code: string, more = {}) => toConnectionError(Object.assign(failed(code), more), place)?.details;
    for (const code of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_REVOKED',
    ])
      expect(wordsOf(code)?.message).toMatch(/"db" cannot be trusted: .*Give the certificate/);
    for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])
      expect(wordsOf(code)?.message).toMatch(/"db", or of who signed it, has expired or is not valid yet/);
    const subjectaltname = Array.from({ length: 9 }, (_, at) => `DNS:db${at}.example.com`).join(', ');
    expect(wordsOf('ERR_TLS_CERT_ALTNAME_INVALID', { cert: { subjectaltname } })).toMatchObject({
      message: `The certificate of "db" is for another host: ${[0, 1, 2, 3, 4].map((at) => `db${at}.example.com`).join(', ')}. Enter the host as the certificate names it.`,
      invalid: ['host'],
    });
    expect(wordsOf('ERR_TLS_CERT_ALTNAME_INVALID')?.message).toContain('another host: ERR_TLS');
    // The name that was looked for need not be the host's.
    expect(wordsOf('ERR_TLS_CERT_ALTNAME_INVALID', { host: 'alias' })?.message).toContain('certificate of "alias" is');
  });

  const wrongOurs = { code: 'CONNECTION_ACCESS_DENIED_ERROR', invalid: ['client_cert'] };
  const aboutOurs = [
    ...['unknown ca', 'bad certificate', 'certificate expired', 'certificate revoked', 'certificate unknown'],
    ...['unsupported certificate', 'decrypt error', 'access denied'],
  ];
  it.each<readonly [string, string, object]>([
    ['tlsv13 alert certificate required', 'asks for a client certificate. Give one with its key.', wrongOurs],
    ['peer did not return a certificate', 'asks for a client certificate. Give one with its key.', wrongOurs],
    ...aboutOurs.map((about): [string, string, object] => [
      `tlsv1 alert ${about}`,
      `refuses the client certificate: ${about}.`,
      wrongOurs,
    ]),
    [
      'tlsv1 alert protocol version',
      '"db" failed: tlsv1 alert protocol version.',
      { code: 'GENERIC_DB_ENGINE_ERROR', invalid: ['encryption'] },
    ],
  ])('tells of "%s" without the places in the source of OpenSSL', (reason, words, facts) => {
    const text = `801C4360597F0000:error:0A000418:SSL routines:ssl3_read_bytes:${reason}:../deps/openssl/rec_layer_s3.c:1601:SSL alert number 48\n`;
    const named = Object.assign(new Error('write EPROTO'), { code: 'ERR_SSL_TLSV1_ALERT', reason });
    for (const error of [named, new Error(text)]) {
      const told = { message: expect.stringContaining(words), driverMessage: reason, ...facts };
      expect(toConnectionError(error, place)?.details).toMatchObject(told);
    }
  });

  it('names the fields by which encryption, a certificate or another kind of server is put right', () => {
    const fieldsOf = (error: Error) => toConnectionError(error, place)?.details.invalid;
    expect(fieldsOf(new Error('The server does not support SSL connections'))).toEqual(['encryption', 'port']);
    expect(fieldsOf(new Error('Server does not support secure connection'))).toEqual(['encryption', 'port']);
    expect(fieldsOf(failed('CERT_HAS_EXPIRED'))).toEqual(['server_cert']);
    expect(fieldsOf(failed('HPE_INVALID_CONSTANT'))).toEqual(['host', 'port']);
    expect(toConnectionError(new ForeignAnswer('hello'), place)?.message).toBe(
      'The host "db" answers on port 5432, but not as a database of this kind does.',
    );
  });

  it('leaves everything else to the engine', () => {
    expect(toConnectionError(new Error('division by zero'), place)).toBeNull();
  });
});
