import type { AccessObjectType, AccessRequestState, WireAccessRequest, WireOwnAccessRequest } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { loadUsers, toWireUserSummary } from '../../lists/index.ts';
import { type AskedObject, describeObjects } from './objects.ts';
import { type Deps, seesObject } from './service.ts';
import type { AccessRequest } from './store.ts';

function objectsOf(rows: readonly AccessRequest[]): readonly AskedObject[] {
  return rows.flatMap(({ object_type: type, object_id: id }) =>
    // Written by this room alone.
    id === null ? [] : [{ type: type as AccessObjectType, id }],
  );
}

/** A person's own requests; of an object there is a name only where the person sees it by now. */
export async function toOwnRequests(
  deps: Deps,
  user: User,
  rows: readonly AccessRequest[],
): Promise<readonly WireOwnAccessRequest[]> {
  const objects = await describeObjects(deps, objectsOf(rows.filter((row) => row.state === 'granted')));
  const own: WireOwnAccessRequest[] = [];
  for (const row of rows) {
    const object = objects.find((one) => one.type === row.object_type && one.id === row.object_id);
    const shown = object && (await seesObject(deps, user, object)) ? object : undefined;
    own.push({
      id: row.id,
      object_type: row.object_type as AccessObjectType,
      object: row.object_ref,
      message: row.message,
      state: row.state as AccessRequestState,
      created_on: row.created_on,
      decided_on: row.decided_on,
      answer: row.answer,
      title: shown?.title ?? null,
      url: shown?.url ?? null,
    });
  }
  return own;
}

/** Open requests for those who answer them. */
export async function toOpenRequests(
  deps: Deps,
  user: User,
  rows: readonly AccessRequest[],
): Promise<readonly WireAccessRequest[]> {
  const objects = await describeObjects(deps, objectsOf(rows));
  const users = await loadUsers(
    deps.store,
    rows.flatMap((row) => [row.user_id, row.passed_on_by_fk]),
  );
  const isGrantable = can(user, 'can_write', 'User');
  const shown: WireAccessRequest[] = [];
  for (const row of rows) {
    const object = objects.find((one) => one.type === row.object_type && one.id === row.object_id);
    const person = users.get(row.user_id);
    const asker = await deps.accounts.findUser(row.user_id);
    if (!object || !person || !asker) continue;
    shown.push({
      id: row.id,
      object_type: object.type,
      object_id: object.id,
      title: object.title,
      url: object.url,
      is_draft: object.isDraft,
      user: person,
      message: row.message,
      created_on: row.created_on,
      passed_on_by: toWireUserSummary(users.get(row.passed_on_by_fk ?? -1)),
      has_access: await seesObject(deps, asker, object),
      is_grantable: isGrantable,
    });
  }
  return shown;
}
