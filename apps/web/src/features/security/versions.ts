import { groupEndpoints, roleEndpoints, type WireAccount, type WireGroup } from '@powerset/contract';
import { ApiError, api, listPage, resources } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { type RoleRights, toRights } from './grants.ts';

/** A role with all that it may, as it was read at one time. */
export interface RoleVersion extends RoleRights {
  readonly name: string;
  readonly last_modified_time: number;
}

export async function readUser(id: number): Promise<WireAccount> {
  const q = { filters: [{ col: 'id', opr: 'eq', value: id }] };
  const { result } = await listPage(resources.users, q);
  const [user] = result;
  if (!user) throw new ApiError({ status: 404, message: t('This user was deleted meanwhile.') });
  return user;
}

/** A group with all its members, of whom the list names a hundred. */
export async function readGroup(id: number): Promise<WireGroup> {
  return (await api.callEndpoint(groupEndpoints.get, { params: { id } })).result;
}

export async function readRole(id: number, signal?: AbortSignal): Promise<RoleVersion> {
  // The time comes first: what is saved in between is then read, and taken for newer than it is.
  const input = { params: { id }, signal };
  const { result: role } = await api.callEndpoint(roleEndpoints.get, input);
  const { result } = await api.callEndpoint(roleEndpoints.permissions, input);
  return { name: role.name, last_modified_time: role.last_modified_time, ...toRights(result) };
}
