import { describe, expect, it } from 'vitest';
import { isForeignAnswer, isLostConnection, toEngineError } from './errors.ts';

const context = { host: 'h', port: 8123, user: 'ada', database: 'shop' };
const told = (message: string, sql = 'SELECT 1,\n  foo( FROM t', headLength = 0) =>
  toEngineError(new Error(message), { ...context, sql, headLength }).details;

describe('what is no answer of such a server', () => {
  it('is told from its own words and from those of the network', () => {
    expect(isForeignAnswer(new Error('<html>502 Bad Gateway</html>'))).toBe(true);
    expect(isForeignAnswer(new Error('Code: 81. DB::Exception: Database x does not exist.'))).toBe(false);
    expect(isForeignAnswer(new Error('socket hang up'))).toBe(false);
    expect(isForeignAnswer(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe(false);
  });
});

describe('what the server says, in plain words', () => {
  it.each([
    [
      'Code: 62, e.displayText() = DB::Exception: Syntax error: failed at position 22 (line 2, col 7): ) FROM x. Expected one of: function, CAST, e.what() = DB::Exception',
      { code: 'SYNTAX_ERROR', message: 'Syntax error near ")".', line: 2, column: 12 },
    ],
    [
      "Code: 62. DB::Exception: Syntax error: failed at position 5 (','): , 2. Expected one of: token. (SYNTAX_ERROR) (version 24.8.1.1 (official build))",
      { code: 'SYNTAX_ERROR', message: 'Syntax error near ",".', line: 1, column: 5 },
    ],
    [
      'Code: 62. DB::Exception: Syntax error: failed at position 30 (end of query): . Expected one of: token. (SYNTAX_ERROR)',
      { message: 'The statement ends too early.' },
    ],
    [
      'Code: 47. DB::Exception: Unknown expression identifier `foo` in scope SELECT foo FROM t. (UNKNOWN_IDENTIFIER) (version 25.1)',
      { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: 'The column "foo" does not exist.', line: 2, column: 3 },
    ],
    [
      "Code: 47, e.displayText() = DB::Exception: Missing columns: 'foo' while processing query: 'SELECT foo', required columns: 'foo', e.what() = DB::Exception",
      { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: 'The column "foo" does not exist.', line: 2, column: 3 },
    ],
    [
      "Code: 60. DB::Exception: Unknown table expression identifier 't' in scope SELECT 1. Maybe you meant: ['secrets']. (UNKNOWN_TABLE)",
      { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "t" does not exist.', line: 2, column: 13 },
    ],
    [
      'Code: 60. DB::Exception: Table shop.t does not exist. Maybe you meant shop.secrets?. (UNKNOWN_TABLE)',
      { message: 'Table "shop.t" does not exist.' },
    ],
    [
      'Code: 81. DB::Exception: Database nope does not exist. (UNKNOWN_DATABASE)',
      { code: 'SCHEMA_DOES_NOT_EXIST_ERROR' },
    ],
    [
      'Code: 241. DB::Exception: Memory limit (for query) exceeded. (MEMORY_LIMIT_EXCEEDED)',
      { message: expect.stringContaining('ran out of memory') },
    ],
    [
      'Code: 516. DB::Exception: ada: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)',
      { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'Either the username "ada" or the password is incorrect.' },
    ],
    ['Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)', { code: 'BACKEND_TIMEOUT_ERROR' }],
    [
      'Code: 164, e.displayText() = DB::Exception: Table functions are forbidden in readonly mode, e.what() = DB::Exception',
      { code: 'GENERIC_DB_ENGINE_ERROR', message: 'This database lets nobody read from table functions.' },
    ],
    ['Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)', { code: 'DML_NOT_ALLOWED_ERROR' }],
    [
      'Code: 497. DB::Exception: ada: Not enough privileges. (ACCESS_DENIED)',
      { code: 'GENERIC_DB_ENGINE_ERROR', message: 'ada: Not enough privileges' },
    ],
    ['socket hang up', { code: 'ENGINE_UNAVAILABLE_ERROR' }],
    ['something else', { code: 'GENERIC_DB_ENGINE_ERROR', message: 'something else' }],
  ])('%s', (message, details) => {
    expect(told(message)).toMatchObject(details);
    expect(JSON.stringify(told(message))).not.toMatch(/secrets|scope|version|e\.what/);
  });

  it('counts places from the author’s first sign, and bytes as signs', () => {
    const words = (position: number) =>
      `Code: 62. DB::Exception: Syntax error: failed at position ${position} (')'): ). (SYNTAX_ERROR)`;
    expect(told(words(12 + 8), 'SELECT )', 12)).toMatchObject({ line: 1, column: 8 });
    expect(told(words(13), "SELECT 'ä' )")).toMatchObject({ line: 1, column: 12 });
  });

  it('tells lost connections, which another may replace, from what the server said', () => {
    expect(isLostConnection(new Error('socket hang up'))).toBe(true);
    expect(isLostConnection(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe(true);
    expect(isLostConnection(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(false);
    expect(isLostConnection(new Error('Code: 159. DB::Exception: socket hang up. (X)'))).toBe(false);
  });
});
