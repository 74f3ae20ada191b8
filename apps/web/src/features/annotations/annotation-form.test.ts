import { describe, expect, it } from 'vitest';
import { checkFields, isComplete, toBody, toFields } from './annotation-form.ts';

const typed = { ...toFields(null), short_descr: ' Sale ', start_dttm: '2026-01-05T00:00' };

describe('the fields of an annotation', () => {
  it('are sent trimmed; a moment without an end ends when it begins', () => {
    expect(toBody(typed)).toEqual({
      short_descr: 'Sale',
      start_dttm: '2026-01-05T00:00',
      end_dttm: '2026-01-05T00:00',
      long_descr: null,
      json_metadata: null,
    });
  });

  it('are complete with a name and a start, and say what is wrong before they are sent', () => {
    expect(isComplete(typed)).toBe(true);
    expect(isComplete({ ...typed, short_descr: ' ' })).toBe(false);
    expect(isComplete({ ...typed, start_dttm: '' })).toBe(false);
    expect(checkFields({ ...typed, end_dttm: '2026-01-04T00:00', json_metadata: '{' })).toEqual({
      end_dttm: 'End date must be after start date',
      json_metadata: 'JSON not valid',
    });
    expect(isComplete({ ...typed, json_metadata: '{' })).toBe(false);
    expect(isComplete({ ...typed, json_metadata: '{"a": 1}', end_dttm: '2026-01-06T00:00' })).toBe(true);
  });
});
