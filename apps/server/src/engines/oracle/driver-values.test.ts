import buffers from 'oracledb/lib/impl/datahandlers/buffer.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { readExactTimes } from './driver-values.ts';

/** As the driver would read it. */
function read(
  bytes: readonly number[],
  { usesZone = false, ...caps }: { usesZone?: boolean; dbTzOffset?: number; dbTzRegion?: string } = {},
) {
  const { parseOracleDate } = buffers.BaseBuffer.prototype;
  return parseOracleDate.call({ caps }, Buffer.from(bytes), true, usesZone);
}

const day = [120, 124, 1, 2];
const clock = [4, 5, 6];
const fraction = [0x07, 0x5b, 0xcd, 0x15];

describe('points in time of Oracle', () => {
  beforeAll(() => {
    readExactTimes();
    // Twice is as good as once.
    readExactTimes();
  });

  it.each([
    ['of a day', [...day, ...clock], {}, '2024-01-02 03:04:05'],
    ['with nine digits', [...day, ...clock, ...fraction], {}, '2024-01-02 03:04:05.123456789'],
    ['with one digit', [...day, ...clock, 0x05, 0xf5, 0xe1, 0x00], {}, '2024-01-02 03:04:05.1'],
    [
      'with a zone, whose clock is that of UTC',
      [...day, ...clock, ...fraction, 22, 60],
      {},
      '2024-01-02 03:04:05.123456789',
    ],
    ['of the database’s zone', [...day, 1, 1, 1], { usesZone: true, dbTzOffset: 120 }, '2024-01-01 22:00:00'],
    ['in an hour that summer leaves out somewhere', [120, 124, 3, 31, 3, 31, 1], {}, '2024-03-31 02:30:00'],
    ['of the first century', [100, 150, 6, 7, 1, 1, 1], {}, '0050-06-07 00:00:00'],
    ['before the first year', [53, 88, 1, 1, 1, 1, 1], {}, '4712-01-01 (BC) 00:00:00'],
    ['at the end of all', [199, 199, 12, 31, 24, 60, 60], {}, '9999-12-31 23:59:59'],
  ])('%s', (_name, bytes, zone, text) => {
    expect(read(bytes, zone)).toBe(text);
  });

  it('are not guessed where the zone of the database has a name alone', () => {
    expect(() => read([...day, ...clock], { usesZone: true, dbTzRegion: 'Europe/Paris' })).toThrow('Europe/Paris');
  });
});
