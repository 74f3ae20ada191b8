import type { AccessObjectType, AccessRequestAnswer, AccessRequestPost } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError, commandError, notFound } from '../../http/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { type AskedObject, loadDatasetsUnder, sees } from './objects.ts';
import { type AccessRequest, endRequests, findRequest } from './store.ts';

export type Deps = Pick<Services, 'store' | 'now' | 'config' | 'accounts'>;

/** The id of a dashboard by what its address has, whoever may see it. */
export type FindDashboardId = (idOrSlug: string) => Promise<number | undefined>;

/** So often a person may ask within a day, for whatever. */
export const requestsADay = 20;
const dayMs = 86_400_000;
const keptDays = 180;

interface Asking {
  readonly user: User;
  readonly body: AccessRequestPost;
  readonly findDashboardId: FindDashboardId;
}

/** Keeps a request; what is hidden and what is not there are treated alike. */
export async function askForAccess(deps: Deps, { user, body, findDashboardId }: Asking): Promise<AccessRequest> {
  const { store, now } = deps;
  const found = await findObject(store, body, findDashboardId);
  if (found && (await seesObject(deps, user, found))) throw commandError('You can open it already.');
  const time = now();
  return store.transaction().execute(async (transaction) => {
    await assertFew(transaction, user, time);
    const own = { user_id: user.id, object_type: body.object_type, object_ref: body.object };
    const known = await transaction
      .selectFrom('access_requests')
      .select('id')
      .where('user_id', '=', own.user_id)
      .where('object_type', '=', own.object_type)
      .where('object_ref', '=', own.object_ref)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (known) throw new AppError('CONFLICT_ERROR', { params: { message: 'You have asked for it already.' } });
    return transaction
      .insertInto('access_requests')
      .values({
        ...own,
        object_id: found?.id ?? null,
        message: body.message?.trim() || null,
        state: 'open',
        created_on: time.toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** One person fills neither the store nor anybody's home page. */
async function assertFew(store: Store, user: User, time: Date): Promise<void> {
  const since = (days: number) => new Date(time.getTime() - days * dayMs).toISOString();
  await store
    .deleteFrom('access_requests')
    .where('user_id', '=', user.id)
    .where('created_on', '<', since(keptDays))
    .execute();
  const recent = await store
    .selectFrom('access_requests')
    .select('created_on')
    .where('user_id', '=', user.id)
    .where('created_on', '>', since(1))
    .orderBy('created_on', 'desc')
    .limit(requestsADay)
    .execute();
  const oldest = recent.at(-1);
  if (recent.length < requestsADay || !oldest) return;
  const seconds = Math.ceil((Date.parse(oldest.created_on) + dayMs - time.getTime()) / 1000);
  throw new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds } });
}

async function findObject(
  store: Store,
  { object_type: type, object }: AccessRequestPost,
  findDashboardId: FindDashboardId,
): Promise<AskedObject | undefined> {
  if (type === 'dashboard') {
    const id = await findDashboardId(object);
    return id === undefined ? undefined : { type, id };
  }
  if (!/^\d{1,15}$/.test(object)) return undefined;
  const id = Number(object);
  const row =
    type === 'chart'
      ? await store.selectFrom('charts').select('id').where('id', '=', id).executeTakeFirst()
      : await store.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst();
  return row && { type, id };
}

export async function seesObject(deps: Deps, user: User, object: AskedObject): Promise<boolean> {
  return sees(deps, user, { ...object, datasets: await loadDatasetsUnder(deps, object) });
}

/** Takes an own request back; one that was answered is put aside. */
export async function withdraw({ store, now }: Deps, user: User, id: number): Promise<void> {
  const own = await store
    .selectFrom('access_requests')
    .select('state')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!own) throw notFound();
  const change = own.state === 'open' ? { state: 'withdrawn', decided_on: now().toISOString() } : { is_seen: 1 };
  // What was answered in between is not taken back.
  await store.updateTable('access_requests').set(change).where('id', '=', id).where('state', '=', own.state).execute();
}

/** An open request that the user may answer. */
export async function getRequest(
  { store }: Deps,
  user: User,
  id: number,
): Promise<AccessRequest & { readonly object: AskedObject }> {
  const request = await findRequest(store, user, id);
  if (!request || request.object_id === null) throw notFound();
  // Written by this room alone.
  return { ...request, object: { type: request.object_type as AccessObjectType, id: request.object_id } };
}

export async function passOn(deps: Deps, user: User, id: number): Promise<void> {
  await getRequest(deps, user, id);
  await deps.store.updateTable('access_requests').set({ passed_on_by_fk: user.id }).where('id', '=', id).execute();
}

interface Declining {
  readonly by: User;
  readonly id: number;
  readonly body: AccessRequestAnswer;
}

export async function decline(deps: Deps, { by, id, body: { answer } }: Declining): Promise<void> {
  const request = await getRequest(deps, by, id);
  const time = deps.now().toISOString();
  await endRequests(deps.store, request, { state: 'declined', by, time, answer: answer?.trim() || null });
}
