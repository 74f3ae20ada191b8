import { describe, expect, it } from 'vitest';
import { DigitCounter } from '../remote/index.ts';
import { uniqueNames } from '../unique-names.ts';
import { placeIn, toEngineError } from './errors.ts';
import { toMillis, toResultTable } from './values.ts';

const place = { host: 'db', port: 5432, user: 'ada', database: 'shop' };

describe('values that PostgreSQL writes', () => {
  it.each([
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2024-02-29 12:34:56', Date.UTC(2024, 1, 29, 12, 34, 56)],
    ['2024-02-29 12:34:56.7891+00', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
    ['1900-01-01 00:00:00+00', Date.UTC(1900, 0, 1)],
    ['infinity', null],
    ['nonsense', null],
  ])('%s as a time', (text, expected) => {
    expect(toMillis(text)).toBe(expected);
  });

  it('years before our era and beyond the usual', () => {
    expect(new Date(toMillis('0001-01-01 BC') ?? 0).toISOString()).toBe('0000-01-01T00:00:00.000Z');
    expect(new Date(toMillis('0050-01-01') ?? 0).toISOString()).toBe('0050-01-01T00:00:00.000Z');
    expect(new Date(toMillis('12024-01-01') ?? 0).getUTCFullYear()).toBe(12024);
  });

  it('whole numbers keep every digit, numbers that are none are empty in charts [SQL-045]', async () => {
    const fields = [
      { name: 'n', oid: 20, modifier: -1, nativeType: 'bigint' },
      { name: 'n', oid: 1700, modifier: -1, nativeType: 'numeric' },
    ];
    const rows = [
      ['9007199254740993', 'NaN'],
      [null, '0.1'],
    ];
    expect((await toResultTable(fields, rows, false)).columns).toMatchObject([
      { name: 'n', values: [9007199254740993n, null] },
      { name: 'n_1', values: [null, 0.1] },
    ]);
    expect((await toResultTable(fields, rows, true)).columns[1]?.values).toEqual(['NaN', '0.1']);
    expect(uniqueNames(['a', 'a', 'a_1'])).toEqual(['a', 'a_1', 'a_1_1']);
  });

  it('decimals are kept in the smallest type that holds all of them, or as text', () => {
    const counted = (...texts: (string | null)[]) => {
      const counter = new DigitCounter();
      for (const text of texts) counter.add(text);
      return counter.storedAs();
    };
    expect(counted('1.5', '-200.25', null)).toBe('DECIMAL(5,2)');
    expect(counted()).toBe('DECIMAL(1,0)');
    expect(counted('NaN')).toBe('VARCHAR');
    expect(counted('1'.repeat(39))).toBe('VARCHAR');
  });
});

describe('errors of PostgreSQL', () => {
  const failed = (code: string, more = {}) => Object.assign(new Error('words'), { code, severity: 'ERROR', ...more });

  it.each([
    ['42P01', 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['42703', 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ['3F000', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    ['42601', 'SYNTAX_ERROR'],
    ['25006', 'DML_NOT_ALLOWED_ERROR'],
    ['28P01', 'CONNECTION_ACCESS_DENIED_ERROR'],
    ['3D000', 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    ['57P01', 'ENGINE_UNAVAILABLE_ERROR'],
    ['53300', 'ENGINE_UNAVAILABLE_ERROR'],
    ['57014', 'BACKEND_TIMEOUT_ERROR'],
    ['22012', 'GENERIC_DB_ENGINE_ERROR'],
  ])('%s becomes %s', (state, code) => {
    expect(toEngineError(failed(state), place).details).toMatchObject({ code, driverMessage: 'words' });
  });

  it('stand at the place in the text that was sent, whatever was put before it', () => {
    const error = failed('42703', { position: '24', hint: 'Perhaps.' });
    const { details } = toEngineError(error, { ...place, sql: 'SELECT\n  nope', headLength: 14 });
    expect(details).toMatchObject({ line: 2, column: 3, message: 'words. Perhaps.' });
    expect(placeIn('😀 x', 2)).toEqual({ line: 1, column: 4 });
  });
});
