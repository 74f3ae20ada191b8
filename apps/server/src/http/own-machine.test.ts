import { describe, expect, it } from 'vitest';
import { isFromOwnMachine, wantsGzip } from './own-machine.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}, httpVersion = '1.1') =>
  // What a request shows of itself to the rule.
  ({ raw: { socket: { remoteAddress }, httpVersion }, headers }) as unknown as Parameters<typeof isFromOwnMachine>[0];

describe('a request from this very machine', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('is known by its address %s', (address) => {
    expect(isFromOwnMachine(from(address))).toBe(true);
  });

  it.each(['10.0.0.2', '::ffff:10.0.0.2', 'fe80::1', ''])('is not one from %s', (address) => {
    expect(isFromOwnMachine(from(address))).toBe(false);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])(
    'is not one that a proxy passes on with %s',
    (name) => {
      expect(isFromOwnMachine(from('127.0.0.1', { [name]: 'x' }))).toBe(false);
    },
  );

  it('is not one of a browser, which may come through a tunnel or a container', () => {
    expect(isFromOwnMachine(from('127.0.0.1', { 'sec-fetch-site': 'same-origin' }))).toBe(false);
  });

  it('is not one of an old proxy, which speaks HTTP/1.0', () => {
    expect(isFromOwnMachine(from('127.0.0.1', {}, '1.0'))).toBe(false);
  });
});

describe('an answer is compressed', () => {
  it.each([
    [{ 'accept-encoding': 'gzip, deflate, br' }, true],
    [{ 'accept-encoding': 'br;q=1.0, gzip;q=0.5' }, true],
    [{ 'accept-encoding': 'gzip;q=0, br' }, false],
    [{ 'accept-encoding': 'identity' }, false],
    [{}, false],
    [{ 'accept-encoding': 'gzip', 'x-no-compression': 'own machine' }, false],
  ])('for %o: %s', (headers, expected) => {
    expect(wantsGzip({ headers })).toBe(expected);
  });
});
