import type { AccessSharePost, AccessSharing, WireSight } from '@powerset/contract';
import { can, isAdmin, permissionKey, type User } from '../../access/index.ts';
import { AppError, commandError, fieldError, forbidden, notFound } from '../../http/index.ts';
import { laterThan } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import { type AskedObject, describeObjects, viewOf } from './objects.ts';
import { findOpeningRoles, giveToPerson } from './opening-roles.ts';
import { type Deps, requestsADay, seesObject } from './service.ts';
import { endRequests } from './store.ts';

const dayMs = 86_400_000;

/** Whoever an object is shared with: a person, or a group as a person who has its roles and no others. */
interface Reader {
  readonly user: User;
  readonly groupId: number | null;
}

/** Whether somebody sees an object of the caller's, and with which roles they would. */
export async function lookAt(deps: Deps, user: User, asked: AccessSharing): Promise<WireSight> {
  const object = await getShared(deps, user, asked);
  const reader = await getReader(deps, user, asked);
  const hasAccess = await seesObject(deps, reader.user, object);
  const isGrantable = mayGive(user, reader);
  return {
    has_access: hasAccess,
    is_draft: object.isDraft,
    is_grantable: isGrantable,
    roles: isGrantable && !hasAccess ? await findOpeningRoles(deps, reader.user, object) : [],
  };
}

/** Lets somebody in by a role that opens the object; an owner who gives no roles asks for the person. */
export async function shareObject(deps: Deps, user: User, body: AccessSharePost): Promise<void> {
  const object = await getShared(deps, user, body);
  const reader = await getReader(deps, user, body);
  if (await seesObject(deps, reader.user, object)) throw commandError('This can be opened already.');
  if (body.role_id === undefined || body.role_id === null) {
    if (mayGive(user, reader)) throw fieldError({ role_id: ['Choose a role that opens it.'] });
    return passOnFor(deps, user, { object, person: reader.user, message: body.message?.trim() || null });
  }
  if (!mayGive(user, reader)) throw forbidden();
  const roleId = body.role_id;
  if (!(await findOpeningRoles(deps, reader.user, object)).some((role) => role.id === roleId))
    throw fieldError({ role_id: ['This role does not open it.'] });
  const { groupId } = reader;
  const time = deps.now();
  await deps.store.transaction().execute(async (transaction) => {
    if (groupId !== null) return giveToGroup(transaction, { groupId, roleId, by: user, time });
    await giveToPerson(transaction, { userId: reader.user.id, roleId, by: user, time });
    const request = { user_id: reader.user.id, object_type: object.type, object_id: object.id };
    await endRequests(transaction, request, { state: 'granted', by: user, time: time.toISOString() });
  });
  deps.accounts.forget();
}

/** The object, for its owners and administrators; for others there is none. */
async function getShared({ store, ...deps }: Deps, user: User, { object_type: type, object_id: id }: AccessSharing) {
  const object: AskedObject = { type, id };
  const [described] = await describeObjects({ store, ...deps }, [object]);
  if (!described) throw notFound();
  if (isAdmin(user)) return described;
  const owner = await store
    .selectFrom('owners')
    .select('user_id')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!owner || !can(user, 'can_write', viewOf[type])) throw notFound();
  return described;
}

const mayGive = (user: User, { groupId }: Reader): boolean =>
  can(user, 'can_write', 'User') && (groupId === null || can(user, 'can_write', 'Group'));

async function getReader(
  { store, accounts }: Deps,
  user: User,
  { user_id: userId, group_id: groupId }: AccessSharing,
): Promise<Reader> {
  if ((userId === undefined) === (groupId === undefined)) throw fieldError({ user_id: ['Name a person or a group.'] });
  if (userId !== undefined) {
    const active = await store
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('is_active', '=', 1)
      .executeTakeFirst();
    const person = active && (await accounts.findUser(userId));
    if (!person) throw fieldError({ user_id: ['This person does not exist.'] });
    return { user: person, groupId: null };
  }
  // Groups are the administrators' to know.
  const member =
    groupId !== undefined && can(user, 'can_write', 'Group') ? await loadMember(store, groupId) : undefined;
  if (!member || groupId === undefined) throw fieldError({ group_id: ['This group does not exist.'] });
  return { user: member, groupId };
}

/** Somebody who has the roles of the group alone, and owns nothing. */
async function loadMember(store: Store, groupId: number): Promise<User | undefined> {
  const group = await store.selectFrom('groups').select('name').where('id', '=', groupId).executeTakeFirst();
  if (!group) return undefined;
  const roles = await store
    .selectFrom('group_roles')
    .innerJoin('roles', 'roles.id', 'group_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('group_id', '=', groupId)
    .execute();
  const pairs = await store
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where(
      'role_id',
      'in',
      roles.map(({ id }) => id),
    )
    .execute();
  const nobody = { username: '', firstName: '', lastName: '', email: '', isAnonymous: false, tokenEpoch: 0 };
  return { ...nobody, id: -1, roles, permissions: new Set(pairs.map(permissionKey)) };
}

interface GivingToGroup {
  readonly groupId: number;
  readonly roleId: number;
  readonly by: User;
  readonly time: Date;
}

async function giveToGroup(store: Store, { groupId, roleId, by, time }: GivingToGroup): Promise<void> {
  const { changed_on: before } = await store
    .selectFrom('groups')
    .select('changed_on')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  await store
    .insertInto('group_roles')
    .values({ group_id: groupId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Whoever has the group's roles open meanwhile is told before saving over this one.
  await store
    .updateTable('groups')
    .set({ changed_on: laterThan(before, time), changed_by_fk: by.id })
    .where('id', '=', groupId)
    .execute();
}

interface PassingOn {
  readonly object: AskedObject;
  readonly person: User;
  readonly message: string | null;
}

/** Asks in the name of the person, with the owner's word for it; who has asked already gets the word. */
async function passOnFor(deps: Deps, owner: User, { object, person, message }: PassingOn): Promise<void> {
  const time = deps.now();
  await deps.store.transaction().execute(async (transaction) => {
    await assertFewPassedOn(transaction, owner, time);
    const known = await transaction
      .updateTable('access_requests')
      .set({ passed_on_by_fk: owner.id })
      .where('user_id', '=', person.id)
      .where('object_type', '=', object.type)
      .where('object_id', '=', object.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (Number(known.numUpdatedRows) > 0) return;
    await transaction
      .insertInto('access_requests')
      .values({
        user_id: person.id,
        object_type: object.type,
        object_ref: String(object.id),
        object_id: object.id,
        message,
        state: 'open',
        passed_on_by_fk: owner.id,
        created_on: time.toISOString(),
      })
      .execute();
  });
}

async function assertFewPassedOn(store: Store, owner: User, time: Date): Promise<void> {
  const recent = await store
    .selectFrom('access_requests')
    .select('created_on')
    .where('passed_on_by_fk', '=', owner.id)
    .where('created_on', '>', new Date(time.getTime() - dayMs).toISOString())
    .orderBy('created_on', 'desc')
    .limit(requestsADay)
    .execute();
  const oldest = recent.at(-1);
  if (recent.length < requestsADay || !oldest) return;
  const seconds = Math.ceil((Date.parse(oldest.created_on) + dayMs - time.getTime()) / 1000);
  throw new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds } });
}
