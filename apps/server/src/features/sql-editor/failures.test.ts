import { expect, it } from 'vitest';
import { EngineError } from '../../engines/index.ts';
import { toFailure } from './failures.ts';

const place = { statement: undefined, prefix: '[Statement 2 out of 3] ', timeoutSeconds: 600, log: () => undefined };
const tooLong = (message: string, driverMessage?: string) =>
  toFailure(
    new EngineError({ code: 'BACKEND_TIMEOUT_ERROR', message, ...(driverMessage ? { driverMessage } : {}) }),
    place,
  );

it('names its own limit where that ended a statement', () => {
  const { state, error } = tooLong('The query ran longer than 600 s and was stopped');
  expect([state, error.code, error.message]).toEqual([
    'timed_out',
    'SQLLAB_TIMEOUT_ERROR',
    expect.stringContaining('600 seconds'),
  ]);
});

it('leaves the words to a database that has a limit of its own', () => {
  const { state, error } = tooLong('The query was stopped by the database.', 'canceling statement due to user request');
  expect([state, error.code, error.message]).toEqual([
    'timed_out',
    'BACKEND_TIMEOUT_ERROR',
    '[Statement 2 out of 3] The query was stopped by the database.',
  ]);
});
