import type { Accounts } from './accounts.ts';
import { isAdmin, type User } from './policy.ts';
import type { Session } from './sessions.ts';

/** Whose rights a session has: its own person's, or of whom an administrator looks as, as long as both may sign in. */
export async function findSeenUser(
  accounts: Pick<Accounts, 'findUser'>,
  { userId, viewedId, isByPassword }: Pick<Session, 'userId' | 'viewedId' | 'isByPassword'>,
): Promise<User | undefined> {
  const own = await accounts.findUser(userId);
  if (own?.needsFactor && isByPassword) return { ...own, lacksFactor: true };
  if (!own || viewedId === null || !isAdmin(own)) return own;
  const viewed = await accounts.findUser(viewedId);
  return viewed ? { ...viewed, viewedBy: { id: own.id, username: own.username } } : own;
}
