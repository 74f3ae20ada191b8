import { databaseSignInEndpoints } from '@powerset/contract';
import { type ComingProblem, comeBack } from '../../database-tokens/index.ts';
import { notFound, parseId, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { returnPage, returnPolicy } from './page.ts';

const statuses: Readonly<Record<ComingProblem, number>> = {
  ...{ expired: 400, refused: 400, code: 400 },
  ...{ stranger: 403, silent: 502 },
};

export function registerDatabaseSignIns(router: Router, services: Services): void {
  router.route(databaseSignInEndpoints.comeBack, async ({ user, query, request, reply }) => {
    const coming = await comeBack(services, user, query);
    const page = returnPage(coming, request.headers['accept-language']);
    return reply
      .code(coming.tabId === null ? statuses[coming.problem] : 200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', returnPolicy)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  });
  router.route(databaseSignInEndpoints.list, async ({ user }) => {
    const rows = await services.store
      .selectFrom('database_user_oauth2_tokens as tokens')
      .innerJoin('databases', 'databases.id', 'tokens.database_id')
      .select(['databases.id', 'databases.database_name', 'tokens.created_on'])
      .where('tokens.user_id', '=', user.id)
      .orderBy('databases.database_name')
      .execute();
    return { result: rows };
  });
  router.route(databaseSignInEndpoints.end, async ({ user, params }) => {
    const ended = await services.store
      .deleteFrom('database_user_oauth2_tokens')
      .where('user_id', '=', user.id)
      .where('database_id', '=', parseId(params.id))
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n) throw notFound();
    return { message: 'OK' };
  });
}
