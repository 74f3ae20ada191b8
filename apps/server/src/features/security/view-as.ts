import { securityEndpoints } from '@powerset/contract';
import { isAdmin } from '../../access/index.ts';
import { AppError, fieldError, forbidden, notFound, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** Administrators see the product as somebody else does, in one browser, until they end it. */
export function registerViewAs(router: Router, { store, sessions }: Services): void {
  router.route(securityEndpoints.viewAs, async ({ user, session, body }) => {
    if (!session || !isAdmin(user)) throw forbidden();
    const viewed = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', body.username)
      .where('is_active', '=', 1)
      .executeTakeFirst();
    if (!viewed) throw notFound();
    if (viewed.id === user.id) throw fieldError({ username: ['This is you.'] });
    if (!(await sessions.view(session, viewed.id)))
      throw new AppError('CONFLICT_ERROR', {
        params: { message: 'This session is not saved, as the disk is full. Make room and sign in again.' },
      });
    return { result: 'OK' };
  });
  router.route(securityEndpoints.endViewAs, async ({ user, session }) => {
    if (!session || !user.viewedBy) throw notFound();
    await sessions.view(session, null);
    return { result: 'OK' };
  });
}
