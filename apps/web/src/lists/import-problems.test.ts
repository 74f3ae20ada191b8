import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/index.ts';
import { readImportProblems } from './import-problems.ts';

const refused = (extra: Readonly<Record<string, unknown>>) =>
  new ApiError({
    status: 422,
    message: 'Error importing database',
    errors: [
      { message: 'Error', error_type: 'GENERIC_COMMAND_ERROR', level: 'warning', extra: { issue_codes: [], ...extra } },
    ],
  });

describe('what an import lacks', () => {
  it('is a password when the server says so of a file [IMP-001]', () => {
    const failure = refused({ 'databases/A.yaml': { _schema: ['Must provide a password for the database'] } });
    expect(readImportProblems(failure)).toEqual({
      secrets: [{ kind: 'password', file: 'databases/A.yaml' }],
      existing: [],
      refusals: [],
      isHopeless: false,
    });
  });

  it('is each of the three secrets of a tunnel, told apart [IMP-002]', () => {
    const failure = refused({
      'databases/A.yaml': {
        _schema: [
          'Must provide a password for the ssh tunnel',
          'Must provide a private key for the ssh tunnel',
          'Must provide a private key password for the ssh tunnel',
        ],
      },
    });
    expect(readImportProblems(failure).secrets.map(({ kind }) => kind)).toEqual([
      'tunnelPassword',
      'tunnelKey',
      'tunnelKeyPassword',
    ]);
  });

  it('is the consent to overwrite when something exists [IMP-003]', () => {
    const text = 'Chart already exists and `overwrite=true` was not passed';
    expect(readImportProblems(refused({ 'charts/A_1.yaml': text }))).toEqual({
      secrets: [],
      existing: ['charts/A_1.yaml'],
      refusals: [],
      isHopeless: false,
    });
  });

  it('is beyond help when something else is wrong too [IMP-004]', () => {
    const exists = 'Chart already exists and `overwrite=true` was not passed';
    const mixed = refused({ 'charts/A_1.yaml': exists, 'charts/B_2.yaml': { uuid: ['Missing data'] } });
    expect(readImportProblems(mixed)).toMatchObject({
      refusals: [{ file: 'charts/B_2.yaml', texts: ['uuid: Missing data'] }],
      isHopeless: true,
    });
    expect(readImportProblems(new Error('network')).isHopeless).toBe(true);
  });
});
