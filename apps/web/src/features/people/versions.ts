import type { ListEnvelope, WireAccount, WireRolePermission, WireRoleVersion } from '@powerset/contract';
import { ApiError, api, resources } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { type RoleRights, toRights } from './grants.ts';

/** A role with all that it may, as it was read at one time. */
export interface RoleVersion extends RoleRights {
  readonly name: string;
  readonly last_modified_time: number;
}

export const permissionsPath = (id: number) => `${resources.roles.path}${id}/permissions/`;

export async function readUser(id: number): Promise<WireAccount> {
  const q = { filters: [{ col: 'id', opr: 'eq', value: id }] };
  const { result } = await api.request<ListEnvelope<WireAccount>>(resources.users.path, { query: { q } });
  const [user] = result;
  if (!user) throw new ApiError({ status: 404, message: t('This user was deleted meanwhile.') });
  return user;
}

export async function readRole(id: number, signal?: AbortSignal): Promise<RoleVersion> {
  // The time comes first: what is saved in between is then read, and taken for newer than it is.
  const { result: role } = await api.request<{ result: WireRoleVersion }>(`${resources.roles.path}${id}`, { signal });
  const { result } = await api.request<{ result: readonly WireRolePermission[] }>(permissionsPath(id), { signal });
  return { name: role.name, last_modified_time: role.last_modified_time, ...toRights(result) };
}
