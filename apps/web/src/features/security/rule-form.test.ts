import { describe, expect, it } from 'vitest';
import { isRuleComplete, toRuleBody, toRuleForm } from './rule-form.ts';

const written = {
  ...toRuleForm(null),
  name: ' Germany ',
  tables: [3],
  roles: [5],
  clause: " country = 'DE' ",
};

describe('the form of a row-level rule', () => {
  it('is complete with a name, a clause, a dataset and somebody whom it binds', () => {
    expect(isRuleComplete(written)).toBe(true);
    expect(isRuleComplete({ ...written, roles: [] })).toBe(false);
    expect(isRuleComplete({ ...written, roles: [], kind: 'Base' })).toBe(true);
    expect(isRuleComplete({ ...written, tables: [] })).toBe(false);
    expect(isRuleComplete({ ...written, clause: '  ' })).toBe(false);
  });

  it('says what was written without spaces around it, and nothing for what was left empty', () => {
    expect(toRuleBody({ ...written, groupKey: ' ', description: '' })).toEqual({
      name: 'Germany',
      description: null,
      filter_type: 'Regular',
      tables: [3],
      roles: [5],
      group_key: null,
      clause: "country = 'DE'",
    });
  });
});
