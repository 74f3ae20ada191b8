import { hashToken } from '../../../../access/index.ts';
import type { Services } from '../../../../services.ts';
import type { Arrival } from './assertions.ts';
import { requestMs } from './requests.ts';

export type Came = Pick<Arrival, 'claims' | 'session'>;

type Deps = Pick<Services, 'store' | 'now'>;

/** The browser comes for it at once. */
const fetchMs = 120_000;
/** No answer to a request is taken later, so none need be remembered longer. */
const rememberMs = 2 * requestMs;

/** Keeps who came for the browser that began; false for an assertion, or an answer to a request, that was there before. */
export async function keepArrival(
  { store, now }: Deps,
  { claims, session, assertionId, requestId }: Arrival,
): Promise<boolean> {
  const time = now();
  await store.deleteFrom('saml_answers').where('expires_on', '<=', time.toISOString()).execute();
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('saml_answers')
    .values({
      assertion_hash: hashToken(`${claims.issuer} ${assertionId}`),
      ...{ request_id: requestId, claims: JSON.stringify({ claims, session }), created_on: time.toISOString() },
      expires_on: new Date(time.getTime() + rememberMs).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Who came in answer to a request; once. */
export async function takeArrival({ store, now }: Deps, requestId: string): Promise<Came | undefined> {
  const since = new Date(now().getTime() - fetchMs).toISOString();
  const row = await store
    .selectFrom('saml_answers')
    .select('claims')
    .where('request_id', '=', requestId)
    .where('created_on', '>', since)
    .executeTakeFirst();
  if (!row?.claims) return undefined;
  const { numUpdatedRows } = await store
    .updateTable('saml_answers')
    .set({ claims: null })
    .where('request_id', '=', requestId)
    .where('claims', 'is not', null)
    .executeTakeFirst();
  // Written by `keepArrival` alone.
  return numUpdatedRows === 1n ? (JSON.parse(row.claims) as Came) : undefined;
}
