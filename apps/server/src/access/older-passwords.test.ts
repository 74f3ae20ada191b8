import { describe, expect, it } from 'vitest';
import { isOlderHash } from './older-passwords.ts';
import { isPasswordRight } from './passwords.ts';

/** Made by Werkzeug 3, all but the last of the same password. */
const password = 'correct horse battery';
const scrypted =
  'scrypt:32768:8:1$ntP5Bjeiqdfl62MX$9b83da77a4b7ca675cbe186e95b0370de8a67d5e12c5d2c5c8e5f984e536138688ea6e199ae4e15923b06d4fa96097d58ebafdcdf3d5c9937babf162c9b35a18';
const rounds = 'pbkdf2:sha256:600000$OVqWdecTMpHkTfuO$7af4ca2531c58abe901d11da4f39a1fb2b0b53b5a89df268d45646d290539683';
const longDigest =
  'pbkdf2:sha512:1000$PaBFoYVYrJP6YNwy$fe7e3067c2b81046eb52b85bc360b913251bd758ab0f1a22b07a64aeb4cc55d5c8e634b656299a3529501dd61aa7ce1f73cb3b86276f73d67b5e9755ff1ca0d0';
const foreign =
  'scrypt:32768:8:1$6XtEgNmSvXWISLQz$723ab0db2c457ebb715d02cc91cccc7eb6cc631a2b4414a4593376d0aca733b57a77f9ceff447bbdf0fdb228e810dc939697ff7dfb848e8c1150bcdcb6c5d432';

describe('hashes that people bring along', () => {
  it('are right for their password and for no other', async () => {
    for (const hash of [scrypted, rounds, longDigest]) {
      expect(await isPasswordRight(hash, password)).toBe(true);
      expect(await isPasswordRight(hash, `${password} `)).toBe(false);
      expect(await isPasswordRight(hash, '')).toBe(false);
    }
    expect(await isPasswordRight(foreign, 'pässwörd 日本')).toBe(true);
  });

  it('are not looked at when they would cost more than a sign-in may', async () => {
    const rest = scrypted.slice(scrypted.indexOf('$'));
    const began = Date.now();
    for (const costs of [
      'scrypt:1048576:8:1',
      'scrypt:32768:999:1',
      'scrypt:32768:8:999',
      'scrypt:32767:8:1',
      'scrypt:0:8:1',
      'scrypt:32768:8',
      'scrypt:999999999:8:1',
      'pbkdf2:sha256:999999999',
      'pbkdf2:sha256:0',
      'pbkdf2:md5:1000',
      'pbkdf2:sha256:1000:1',
      'plain:x:1',
    ]) {
      expect([costs, isOlderHash(costs + rest)]).toEqual([costs, false]);
      expect(await isPasswordRight(costs + rest, password)).toBe(false);
    }
    for (const text of ['', '!', 'scrypt', `${scrypted}00zz`, scrypted.slice(0, -1), 'pbkdf2:sha256:1000$$00'])
      expect([text, isOlderHash(text)]).toEqual([text, false]);
    expect(Date.now() - began).toBeLessThan(2000);
  });
});
