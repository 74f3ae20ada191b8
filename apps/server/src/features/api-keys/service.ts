import type { ApiKeyPost, ListQuery } from '@powerset/contract';
import { isAdmin, type User } from '../../access/index.ts';
import { AppError, commandError, fieldError, notFound } from '../../http/index.ts';
import { type FilterRules, loadPage, readOrder, tableRules, toConditions } from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

const dayMs = 86_400_000;
const maxDays = 366;
const maxLiving = 50;
/** Keys that have ended are listed so long, for who wonders why a program fails. */
const keptDays = 180;

/** What the list of keys can be ordered by. */
export const apiKeyOrder = {
  id: 'id',
  name: 'name',
  created_on: 'created_on',
  expires_on: 'expires_on',
  last_used_on: 'last_used_on',
} as const;

const { text, value } = tableRules('api_keys');
const filters: FilterRules<MetadataTables, 'api_keys'> = { name: text('name'), user: value('user_id') };

export function listApiKeys(store: Store, user: User, query: ListQuery) {
  const all = store.selectFrom('api_keys');
  const selection = (isAdmin(user) ? all : all.where('user_id', '=', user.id)).where((builder) =>
    builder.and([...toConditions(query.filters, filters, builder)]),
  );
  return loadPage(selection, query, readOrder(query, apiKeyOrder, { column: 'created_on', isDescending: true }));
}

type Deps = Pick<Services, 'store' | 'now' | 'apiKeys'>;

export async function makeApiKey({ store, now, apiKeys }: Deps, user: User, body: ApiKeyPost) {
  const name = body.name.trim();
  if (!name) throw fieldError({ name: ['Give the key a name.'] });
  const expiresOn = readExpiry(body.expires_on, now());
  const time = now().toISOString();
  await removeOld(store, user, now());
  const { living } = await store
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('living'))
    .where('user_id', '=', user.id)
    .where('revoked_on', 'is', null)
    .where('expires_on', '>', time)
    .executeTakeFirstOrThrow();
  if (Number(living) >= maxLiving)
    throw commandError(`You have ${maxLiving} API keys. Revoke one that is not used any more.`);
  return apiKeys.create({ userId: user.id, name, scopes: body.scopes, expiresOn });
}

function readExpiry(given: string, now: Date): Date {
  const time = Date.parse(given);
  if (Number.isNaN(time)) throw fieldError({ expires_on: ['Must be a date, for example 2030-01-31.'] });
  if (time <= now.getTime()) throw fieldError({ expires_on: ['Must lie in the future.'] });
  if (time > now.getTime() + maxDays * dayMs) throw fieldError({ expires_on: ['Must lie within a year.'] });
  return new Date(time);
}

async function removeOld(store: Store, user: User, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keptDays * dayMs).toISOString();
  await store
    .deleteFrom('api_keys')
    .where('user_id', '=', user.id)
    .where((builder) => builder.or([builder('expires_on', '<', limit), builder('revoked_on', '<', limit)]))
    .execute();
}

export async function revokeApiKey({ store, now }: Deps, user: User, id: number): Promise<void> {
  const row = await store.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (row.user_id !== user.id && !isAdmin(user))) throw notFound();
  const { numUpdatedRows } = await store
    .updateTable('api_keys')
    .set({ revoked_on: now().toISOString() })
    .where('id', '=', id)
    .where('revoked_on', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError('CONFLICT_ERROR', { params: { message: 'The API key was revoked already.' } });
}
