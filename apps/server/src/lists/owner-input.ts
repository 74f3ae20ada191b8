import { isAdmin, type User } from '../access/index.ts';
import { fieldError } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';

/**
 * The owners that a saved object gets: those asked for, who must exist. Someone who is not Admin stays an owner of what
 * he saves; a new object without owners belongs to its maker.
 */
export async function readOwners(
  store: Store,
  user: User,
  { asked, isNew }: { readonly asked: readonly number[] | undefined; readonly isNew: boolean },
): Promise<readonly number[] | undefined> {
  if (asked === undefined && !isNew) return undefined;
  const wanted = [...new Set(asked ?? [])];
  const found =
    wanted.length > 0 ? await store.selectFrom('users').select('id').where('id', 'in', wanted).execute() : [];
  if (found.length !== wanted.length) throw fieldError({ owners: ['Owners are invalid'] });
  const isMissing = !wanted.includes(user.id) && !user.isAnonymous;
  const mustJoin = isMissing && (!isAdmin(user) || (isNew && wanted.length === 0));
  return mustJoin ? [user.id, ...wanted] : wanted;
}
