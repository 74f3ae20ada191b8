import { expect, it } from 'vitest';
import { tokenFrom, toSetUpBody } from './set-up-form.ts';

it('takes the set-up token from the printed address', () => {
  expect(tokenFrom({ search: '?token=abc', hash: '' })).toBe('abc');
  expect(tokenFrom({ search: '', hash: '#token=def' })).toBe('def');
  expect(tokenFrom({ search: '', hash: '' })).toBe('');
});

it('leaves out what was left empty, and never trims a password', () => {
  expect(
    toSetUpBody({ token: ' t ', username: 'ada ', password: ' pass ', first_name: '', last_name: '', email: '' }),
  ).toEqual({ token: 't', username: 'ada', password: ' pass ' });
});
