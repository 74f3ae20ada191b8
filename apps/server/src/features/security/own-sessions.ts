import { securityEndpoints } from '@powerset/contract';
import { notFound, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** So much of a session's hash names it to its owner; it opens nothing. */
const idLength = 16;
const toId = (idHash: string) => idHash.slice(0, idLength);

/** Where one is signed in, and how to end that. */
export function registerOwnSessions(router: Router, { sessions }: Services): void {
  router.route(securityEndpoints.ownSessions, async ({ user, session }) => {
    const open = await sessions.listOf(user.id);
    return {
      result: open.map(({ idHash, createdOn, lastUsedOn, userAgent, address }) => ({
        ...{ id: toId(idHash), created_on: createdOn, last_used_on: lastUsedOn, user_agent: userAgent, address },
        is_current: idHash === session?.idHash,
      })),
    };
  });
  router.route(securityEndpoints.endOwnSession, async ({ user, params }) => {
    const found = (await sessions.listOf(user.id)).find(({ idHash }) => toId(idHash) === params.id);
    if (!found) throw notFound();
    await sessions.end(found);
    return { message: 'OK' };
  });
  router.route(securityEndpoints.endOtherSessions, async ({ user, session }) => {
    const others = (await sessions.listOf(user.id)).filter(({ idHash }) => idHash !== session?.idHash);
    for (const other of others) await sessions.end(other);
    return { message: others.length === 1 ? 'Ended 1 session' : `Ended ${others.length} sessions` };
  });
}
