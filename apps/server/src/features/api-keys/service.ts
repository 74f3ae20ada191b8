import type { ApiKeyPost, ListQuery } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError, commandError, fieldError } from '../../http/index.ts';
import { endedLongAgo, listLent, refuseOthersLent } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

const dayMs = 86_400_000;
const maxDays = 366;
const maxLiving = 50;

export const listApiKeys = (store: Store, user: User, query: ListQuery) =>
  listLent(store.selectFrom('api_keys'), { table: 'api_keys', user, query });

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
  await store.deleteFrom('api_keys').where('user_id', '=', user.id).where(endedLongAgo(now)).execute();
}

export async function revokeApiKey({ store, now }: Deps, user: User, id: number): Promise<void> {
  const row = await store.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  refuseOthersLent(row, user);
  const { numUpdatedRows } = await store
    .updateTable('api_keys')
    .set({ revoked_on: now().toISOString() })
    .where('id', '=', id)
    .where('revoked_on', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError('CONFLICT_ERROR', { params: { message: 'The API key was revoked already.' } });
}
