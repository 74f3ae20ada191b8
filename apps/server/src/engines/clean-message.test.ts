import { describe, expect, it } from 'vitest';
import { cleanMessage, hiddenFile } from './clean-message.ts';
import { EngineError } from './engine.ts';

const cleaned: readonly (readonly [what: string, said: string, shown: string])[] = [
  [
    'a native stack trace',
    'INTERNAL Error: Memory allocation failure\n\nStack Trace:\n\n/app/node_modules/libduckdb.so(_ZN6duckdb+0x5b) [0x7fb4b1c4c1eb]\n/lib/libc.so.6(+0x891f5) [0x7fb4e75a71f5]\n\nThis error signals an assertion failure within DuckDB. This usually occurs due to unexpected conditions',
    'INTERNAL Error: Memory allocation failure',
  ],
  ['a frame without its heading', 'Failed\n/app/libduckdb.so(_ZN6duckdb9ExceptionC2E+0x14) [0x7fb4b1c4c2a4]', 'Failed'],
  [
    'a stack of scripts',
    'boom\n    at read (/srv/app/dist/engine-child.js:12:7)\n    at node:internal/process:95:5',
    'boom',
  ],
  [
    'a file in quotes',
    'IO Error: Cannot open file "/srv/powerset/engine/main.duckdb": No such file or directory',
    `IO Error: Cannot open file ${hiddenFile}: No such file or directory`,
  ],
  ['a file with spaces', 'IO Error: "/Users/ada b/my data/x.bin" is gone', `IO Error: ${hiddenFile} is gone`],
  [
    'a folder that nobody would guess',
    'Could not create directory /powerset-data/engine/temp: denied',
    `Could not create directory ${hiddenFile}: denied`,
  ],
  ['a file of Windows', 'Cannot open C:\\powerset\\engine\\a.wal now', `Cannot open ${hiddenFile} now`],
  ['an address of a file', 'module file:///opt/app/dist/main.js failed', `module ${hiddenFile} failed`],
  ['a path in single quotes', "library '/usr/lib/libm.so.6' is missing", `library '${hiddenFile}' is missing`],
  [
    'a file of PostgreSQL',
    'could not read block 3 in file "base/16384/2619": read only 0 of 8192 bytes',
    `could not read block 3 in file ${hiddenFile}: read only 0 of 8192 bytes`,
  ],
  [
    'a file of PostgreSQL that is temporary',
    'could not write to file "base/pgsql_tmp/pgsql_tmp812.0"',
    `could not write to file ${hiddenFile}`,
  ],
  [
    'the name of a kept result',
    'cannot read 0f3a1b2c-91aa-4e11-8d11-aa0000000001.duckdb.wal',
    `cannot read ${hiddenFile}`,
  ],
  ['nothing but a trace', 'Stack Trace:\n/lib/libc.so.6(+0x8) [0x7f]', 'The engine failed inside.'],
];

const kept: readonly (readonly [what: string, said: string])[] = [
  ['a value that looks like a page', "Could not convert string '/shop/products/7' to INT64"],
  ['a value that is a date', "Could not convert string '1/2/2026' to DATE"],
  ['a division', 'Binder Error: a/b/c is not an aggregate\n\nLINE 1: SELECT a/b/c FROM t\n               ^'],
  ["a user's table", 'Catalog Error: Table with name sales_2026 does not exist!\nDid you mean "sales"?'],
  ["a user's file", '"orders.csv" looks like a file. Files cannot be read from SQL; upload them instead.'],
  ['an address of the web', 'see https://example.com/a/b for more'],
  ['a type', 'No function matches sum(VARCHAR)/2'],
];

describe('what engines say', () => {
  it.each(cleaned)('is shown without %s', (_what, said, shown) => {
    expect(cleanMessage(said)).toBe(shown);
  });

  it.each(kept)('keeps %s', (_what, said) => {
    expect(cleanMessage(said)).toBe(said);
  });

  it('passes the cleaning whatever engine it comes from, in its own words and in ours', () => {
    const error = new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'Cannot open "/srv/data/a.duckdb"',
      driverMessage: 'IO Error: Cannot open "/srv/data/a.duckdb"\n\nStack Trace:\n\n/x/libduckdb.so(+0x1) [0x7f]',
    });
    expect(error.message).toBe(`Cannot open ${hiddenFile}`);
    expect(error.details.message).toBe(`Cannot open ${hiddenFile}`);
    expect(error.details.driverMessage).toBe(`IO Error: Cannot open ${hiddenFile}`);
  });

  it('is cut where it is endless', () => {
    expect(cleanMessage('/'.repeat(1_000_000)).length).toBeLessThanOrEqual(4000);
    expect(cleanMessage('x'.repeat(1_000_000))).toHaveLength(4000);
  });
});
