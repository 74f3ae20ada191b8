import { isAdmin, type User } from '../access/index.ts';
import { fieldError } from '../http/index.ts';
import type { Services } from '../services.ts';
import { canShare, type Resource, usersOfVisible } from './visible-users.ts';

interface OwnerInput {
  readonly asked: readonly number[] | undefined;
  readonly isNew: boolean;
  readonly resource: Resource;
}

/**
 * The owners that a saved object gets: those asked for, whom the person must be shown as choices. Someone who is not Admin stays an owner of what
 * he saves; a new object without owners belongs to its maker.
 */
export async function readOwners(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { asked, isNew, resource }: OwnerInput,
): Promise<readonly number[] | undefined> {
  if (asked === undefined && !isNew) return undefined;
  const wanted = [...new Set(asked ?? [])];
  if (!(await areKnown(services, user, { wanted, resource }))) throw fieldError({ owners: ['Owners are invalid'] });
  const isMissing = !wanted.includes(user.id) && !user.isAnonymous;
  const mustJoin = isMissing && (!isAdmin(user) || (isNew && wanted.length === 0));
  return mustJoin ? [user.id, ...wanted] : wanted;
}

/** Somebody who is not shown is answered as one who is not there: an object would tell the name. */
async function areKnown(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { wanted, resource }: { readonly wanted: readonly number[]; readonly resource: Resource },
): Promise<boolean> {
  if (wanted.every((id) => id === user.id)) return true;
  const users = services.store
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...wanted]);
  const isOpen = await canShare(services.store, user, resource);
  const inSight = isOpen ? undefined : await usersOfVisible(services, user, resource);
  const found = await (inSight ? users.where(() => inSight) : users).execute();
  return found.length === wanted.length;
}
