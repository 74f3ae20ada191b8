import { expect, it } from 'vitest';
import { emptyApiKeyForm, isApiKeyComplete, lifeDays, toApiKeyBody } from './api-key-form.ts';

it('makes keys that read only and end within a year, and none without a name', () => {
  expect(isApiKeyComplete({ ...emptyApiKeyForm, name: '  ' })).toBe(false);
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(toApiKeyBody({ ...emptyApiKeyForm, name: ' nightly ' }, now)).toEqual({
    ...{ name: 'nightly', scopes: 'read' },
    expires_on: '2026-05-01T12:00:00.000Z',
  });
  expect(Math.max(...lifeDays)).toBeLessThanOrEqual(365);
});
