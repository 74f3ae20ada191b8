import { expect, it } from 'vitest';
import { toEngineError } from './errors.ts';
import { familyOfBackend } from './families.ts';
import { toSentText } from './store.ts';

const connection = { host: 'db', port: 5432, user: 'ada', database: 'shop' };

/** The place that is told for a word, when the server points at it in the text that it was sent. */
function placeOf(kind: 'select' | 'explain', text: string, word: string) {
  const { sql, headLength } = toSentText({ kind, text }, familyOfBackend('postgresql'));
  const position = String([...sql.slice(0, sql.indexOf(word))].length + 1);
  const error = Object.assign(new Error(`column "${word}" does not exist`), {
    code: '42703',
    severity: 'ERROR',
    position,
  });
  const { line, column } = toEngineError(error, { ...connection, sql: text, headLength }).details;
  return [line, column];
}

it("points at the author's own text, whatever was put before it to read its rows [SQL-018]", () => {
  expect(placeOf('select', 'SELECT amout FROM orders', 'amout')).toEqual([1, 8]);
  expect(placeOf('select', "SELECT '😀ä',\n  amout\nFROM orders\nLIMIT 11", 'amout')).toEqual([2, 3]);
  expect(placeOf('explain', 'EXPLAIN SELECT amout FROM orders', 'amout')).toEqual([1, 16]);
});

it.each([
  ['canceling statement due to statement timeout', 'The query was stopped by the database because it ran too long.'],
  ['canceling statement due to user request', 'The query was stopped by the database.'],
])('tells a limit from somebody who stops a query: %s', (message, words) => {
  const error = Object.assign(new Error(message), { code: '57014', severity: 'ERROR' });
  expect(toEngineError(error, connection).details.message).toBe(words);
});

it('asks for a password where the server does and none was given', () => {
  const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
  expect(toEngineError(error, connection).details).toMatchObject({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The database asks the user "ada" for a password. Enter it.',
    invalid: ['password'],
  });
});

it.each([
  ['connection requires a valid client certificate', 'The server "db" asks for a client certificate.', ['client_cert']],
  [
    'no pg_hba.conf entry for host "10.0.0.7", user "ada", database "shop", no encryption',
    'The database does not let this connection in: no pg_hba.conf entry for host "10.0.0.7", user "ada", database "shop", no encryption.',
    ['username', 'encryption'],
  ],
  [
    'password authentication failed for user "ada"',
    'Either the username "ada" or the password is incorrect.',
    undefined,
  ],
])('blames no password where the way is refused: %s', (message, words, invalid) => {
  const error = Object.assign(new Error(message), { code: '28000', severity: 'FATAL' });
  const { details } = toEngineError(error, connection);
  expect([details.message, details.invalid]).toEqual([expect.stringContaining(words), invalid]);
});
