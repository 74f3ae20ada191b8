import type { WireError } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { toErrorView } from './error-view.ts';

const t = (text: string) => text;
const none = { messages: {}, accessLink: null };

function wire(error_type: string, message: string, extra: WireError['extra'] = {}): WireError {
  return { error_type, message, level: 'error', extra };
}

function viewOf(error: WireError, settings: Parameters<typeof toErrorView>[1] = none) {
  return toErrorView({ message: error.message, errors: [error], reference: '7f3a' }, settings, t);
}

describe('an error', () => {
  it.each([
    ['BACKEND_TIMEOUT_ERROR', 'timeout', 'It took too long'],
    ['SQLLAB_TIMEOUT_ERROR', 'timeout', 'It took too long'],
    ['TABLE_SECURITY_ACCESS_ERROR', 'access', 'You do not have access'],
    ['MISSING_TEMPLATE_PARAMS_ERROR', 'parameters', 'Parameters of the query are missing or wrong'],
    ['CONNECTION_PORT_CLOSED_ERROR', 'connection', 'The database cannot be reached'],
    ['TABLE_DOES_NOT_EXIST_ERROR', 'gone', 'The table is gone'],
    ['COLUMN_DOES_NOT_EXIST_ERROR', 'gone', 'A column is gone'],
    ['GENERIC_COMMAND_ERROR', 'other', 'Unexpected error'],
  ])('of the type %s has the view %s [ERR-003]', (type, kind, title) => {
    expect(viewOf(wire(type, 'What happened.'))).toMatchObject({ kind, title, reference: '7f3a' });
  });

  it('of what is gone says what can be done, and speaks of no misspelling', () => {
    const issues = [
      { code: 1003, message: 'There is a syntax error in the SQL query. Perhaps there was a misspelling or a typo.' },
    ];
    const view = viewOf(wire('TABLE_DOES_NOT_EXIST_ERROR', 'Table "x" does not exist', { issue_codes: issues }));
    expect(view.text).toBe(
      'Table "x" does not exist. It was dropped or renamed in the database. Restore it, or give the dataset another table.',
    );
    expect(view.details).toBeUndefined();
  });

  it('of no known type is called unexpected, and nothing of it is lost [ERR-001] [ERR-004]', () => {
    const extra = {
      driver_message: 'Parser Error',
      stacktrace: 'at line 3',
      issue_codes: [{ code: 1002, message: 'I' }],
    };
    expect(viewOf(wire('GENERIC_DB_ENGINE_ERROR', 'It broke', extra))).toEqual({
      kind: 'other',
      title: 'Unexpected error',
      text: 'It broke',
      details: 'Parser Error\nI\nat line 3',
      accessLink: null,
      reference: '7f3a',
    });
    expect(toErrorView({ message: 'Network error.', errors: [] }, none, t)).toMatchObject({
      title: 'Unexpected error',
      text: 'Network error.',
    });
  });

  it.each(['Ask for `orders`', 'Ask for `orders`.'])('says what helps in a sentence of its own: %s', (message) => {
    const help = 'Ask an owner or an administrator to let you see it.';
    expect(viewOf(wire('TABLE_SECURITY_ACCESS_ERROR', message)).text).toBe(`Ask for \`orders\`. ${help}`);
  });

  it('is told in the words that were set for its type, the original ones behind Details [ERR-002]', () => {
    const settings = { messages: { BACKEND_TIMEOUT_ERROR: 'The warehouse rests at night.' }, accessLink: null };
    expect(viewOf(wire('BACKEND_TIMEOUT_ERROR', 'Stopped after 60 s'), settings)).toMatchObject({
      text: 'The warehouse rests at night.',
      details: 'Stopped after 60 s',
    });
    expect(viewOf(wire('SYNTAX_ERROR', 'near "x"'), settings).text).toBe('near "x"');
  });

  it('of access leads to where it is asked for, when there is such a place [ERR-004]', () => {
    const settings = { messages: {}, accessLink: 'https://wiki.example/access' };
    const error = wire('DATASOURCE_SECURITY_ACCESS_ERROR', 'No access');
    expect(viewOf(error, settings).accessLink).toBe('https://wiki.example/access');
    expect(viewOf(error).accessLink).toBeNull();
    expect(viewOf(wire('SYNTAX_ERROR', 'x'), settings).accessLink).toBeNull();
    expect(viewOf(wire('SYNTAX_ERROR', 'x', { link: '/ask' }), settings).accessLink).toBe('/ask');
    expect(viewOf({ ...error, extra: { link: 'javascript:alert(1)' } }).accessLink).toBeNull();
  });
});
