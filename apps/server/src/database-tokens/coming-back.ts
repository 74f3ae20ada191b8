import type { User } from '../access/index.ts';
import { type PersonalDatabase, readSecret, toPersonalDatabase } from '../engines/index.ts';
import type { Services } from '../services.ts';
import { keepTokens } from './kept-tokens.ts';
import { askForTokens, ProviderRefusal, ProviderSilence } from './provider.ts';
import { hashOfState, readTrip, redirectPath } from './trips.ts';

/** Why nobody is signed in to a database who came back from a provider. */
export type ComingProblem = 'expired' | 'stranger' | 'refused' | 'code' | 'silent';

export type Coming =
  | { readonly tabId: string; readonly problem?: undefined }
  | { readonly tabId: null; readonly problem: ComingProblem };

export interface BroughtBack {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

type ComingDeps = Pick<Services, 'store' | 'secrets' | 'config' | 'now' | 'log'>;

/** What a provider sent a browser back with, exchanged for tokens: once, and by the person alone who was sent there. */
export async function comeBack(deps: ComingDeps, user: User, brought: BroughtBack): Promise<Coming> {
  const { state = '', code, error } = brought;
  const trip = readTrip(deps, state);
  if (!trip) return failed('expired');
  if (user.isAnonymous || user.guest || user.viewedBy || user.id !== trip.userId) return failed('stranger');
  if (!(await spend(deps, state, trip.untilMs))) return failed('expired');
  const database = await findDatabase(deps, trip.databaseId);
  if (database?.fingerprint !== trip.fingerprint) return failed('expired');
  if (error !== undefined || !code) {
    deps.log.warn({ databaseId: trip.databaseId, error: error?.slice(0, 100) }, 'a provider let nobody in');
    return failed('refused');
  }
  const shown = {
    ...{ grant_type: 'authorization_code', code, code_verifier: trip.verifier },
    redirect_uri: `${deps.config.publicUrl}${redirectPath}`,
  };
  try {
    const given = await askForTokens({ client: database.client, policy: deps.config }, shown);
    await keepTokens(deps, { database, userId: user.id }, given);
    return { tabId: trip.tabId };
  } catch (failure) {
    if (!(failure instanceof ProviderRefusal || failure instanceof ProviderSilence)) throw failure;
    deps.log.warn({ databaseId: trip.databaseId, reason: failure.message }, 'a provider gave no tokens');
    return failed(failure instanceof ProviderRefusal ? 'code' : 'silent');
  }
}

const failed = (problem: ComingProblem): Coming => ({ tabId: null, problem });

/** Whether it is the first time, in all processes. */
async function spend({ store, now }: ComingDeps, state: string, untilMs: number): Promise<boolean> {
  const row = { challenge_hash: hashOfState(state), expires_on: new Date(untilMs).toISOString() };
  await store.deleteFrom('spent_challenges').where('expires_on', '<', now().toISOString()).execute();
  const spent = await store
    .insertInto('spent_challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst();
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function findDatabase({ store, secrets }: ComingDeps, id: number): Promise<PersonalDatabase | null> {
  const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toPersonalDatabase(row, readSecret(row, secrets)) : null;
}
