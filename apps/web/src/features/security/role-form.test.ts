import { describe, expect, it } from 'vitest';
import type { Grant } from './grants.ts';
import { roleDifferences, toRoleChange } from './role-form.ts';
import type { RoleVersion } from './versions.ts';

const grant = (id: number, text: string): Grant => ({ id, kind: 'schema_access', text });
const [main, uploads, plans] = [grant(1, 'Powerset.main'), grant(2, 'Powerset.uploads'), grant(3, 'Powerset.plans')];
const reading = { id: 10, text: 'can_read on Chart' };
const writing = { id: 11, text: 'can_write on Chart' };
const opened: RoleVersion = { name: 'Shop', last_modified_time: 1, grants: [main, uploads], others: [reading] };

describe('the form of a role', () => {
  it('sends what was changed, and all other permissions with the grants', () => {
    expect(toRoleChange(opened, opened)).toEqual({});
    expect(toRoleChange(opened, { name: ' Market ', grants: [uploads, main] })).toEqual({ name: 'Market' });
    expect(toRoleChange(opened, { name: 'Shop', grants: [main, plans] })).toEqual({ permissionIds: [10, 1, 3] });
  });

  it('puts its own change on top of what another administrator saved meanwhile', () => {
    const latest = { name: 'Theirs', last_modified_time: 2, grants: [uploads], others: [reading, writing] };
    expect(toRoleChange(opened, { name: 'Shop', grants: [main, uploads, plans] }, latest)).toEqual({
      permissionIds: [10, 11, 2, 3],
    });
  });

  it('shows what another administrator changed', () => {
    const latest = { name: 'Theirs', last_modified_time: 2, grants: [uploads], others: [writing] };
    expect(roleDifferences(opened, { ...opened, last_modified_time: 2 }, (text) => text)).toEqual([]);
    expect(roleDifferences(opened, latest, (text) => text)).toEqual([
      { label: 'Role name', left: 'Shop', right: 'Theirs' },
      { label: 'Schemas', left: 'Powerset.main\nPowerset.uploads', right: 'Powerset.uploads' },
      { label: 'Permissions', left: 'can_read on Chart', right: 'can_write on Chart' },
    ]);
  });
});
