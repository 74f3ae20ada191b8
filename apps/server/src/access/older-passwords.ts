import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Hashes that people bring along who are moved over: `scrypt:32768:8:1$salt$hex` and `pbkdf2:sha256:600000$salt$hex`. What one
 * costs stands in itself, so that whoever could write one could hold up the server: beyond these bounds none is looked at.
 */
interface OlderHash {
  readonly derive: (password: string, length: number) => Promise<Buffer>;
  readonly wanted: Buffer;
}

const most = { scryptBytes: 64 * 1024 * 1024, scryptWork: 2 ** 20, rounds: 2_000_000 } as const;
const shape = /^(scrypt|pbkdf2):([a-z0-9]{1,12}):(\d{1,9})(?::(\d{1,3}))?\$([^$]{1,256})\$((?:[0-9a-f]{2}){20,64})$/;
const digests = new Set(['sha1', 'sha256', 'sha512']);
const deriveByRounds = promisify(pbkdf2);

/** Whether a hash is of these schemes, and costs no more than may be. */
export function isOlderHash(text: string): boolean {
  return readOlderHash(text) !== undefined;
}

/** False as well for what is no such hash. */
export async function isOlderPasswordRight(text: string, password: string): Promise<boolean> {
  const hash = readOlderHash(text);
  if (!hash) return false;
  return timingSafeEqual(await hash.derive(password, hash.wanted.length), hash.wanted);
}

function readOlderHash(text: string): OlderHash | undefined {
  const [, scheme, first = '', second = '', third, salt = '', hex = ''] = shape.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const derive =
    scheme === 'scrypt' ? toScrypt([first, second, third].map(Number), salt) : toRounds(first, Number(second), salt);
  if (!derive || (scheme === 'pbkdf2' && third !== undefined)) return undefined;
  return { derive, wanted: Buffer.from(hex, 'hex') };
}

function toScrypt(costs: readonly number[], salt: string): OlderHash['derive'] | undefined {
  const [N = 0, r = 0, p = 0] = costs;
  const isSound = costs.every((cost) => Number.isInteger(cost) && cost > 0) && N > 1 && (N & (N - 1)) === 0;
  if (!isSound || 128 * N * r > most.scryptBytes || N * r * p > most.scryptWork) return undefined;
  const costing = { N, r, p, maxmem: 2 * most.scryptBytes };
  return (password, length) =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, length, costing, (error, key) => (error ? reject(error) : resolve(key)));
    });
}

function toRounds(digest: string, rounds: number, salt: string): OlderHash['derive'] | undefined {
  if (!digests.has(digest) || rounds < 1 || rounds > most.rounds) return undefined;
  return (password, length) => deriveByRounds(password, salt, rounds, length, digest);
}
