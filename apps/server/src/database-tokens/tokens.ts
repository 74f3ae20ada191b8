import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../access/index.ts';
import type { Config } from '../config.ts';
import { EngineError, findClientProblem, type PersonalDatabase, type TokenSource } from '../engines/index.ts';
import {
  endRenewal,
  forgetKept,
  type KeepingDeps,
  type KeptTokens,
  keepRenewed,
  type Place,
  readKept,
  takeRenewal,
} from './kept-tokens.ts';
import { askForTokens, ProviderRefusal, ProviderSilence } from './provider.ts';
import { beginTrip, redirectPath, type TripDeps } from './trips.ts';

export interface TokenDeps extends KeepingDeps, TripDeps {
  readonly secrets: KeepingDeps['secrets'] & TripDeps['secrets'];
  readonly config: Pick<Config, 'publicUrl' | 'allowsPrivateHosts'>;
}

export type TokensOf = (database: PersonalDatabase, person: User | null) => TokenSource;

/** A token is not used in its last minute: a request takes its time. */
const spareMs = 60_000;
/** The provider answers within 20 s, or not at all. */
const renewalMs = 25_000;
const pollMs = 250;
/** So long one is used without looking whether it was taken back. */
const knownMs = 5000;

/** By what people are known in databases that ask who they are. */
export function createTokens(deps: TokenDeps): TokensOf {
  const renewals = new Map<string, Promise<KeptTokens | null>>();
  /** One renewal at once, whoever of this process wants it. */
  const renew = (place: PersonalPlace, kept: KeptTokens): Promise<KeptTokens | null> => {
    const key = `${place.database.id}/${place.userId}/${kept.version}`;
    const running = renewals.get(key);
    if (running) return running;
    const started = renewOnce(deps, place, kept).finally(() => renewals.delete(key));
    renewals.set(key, started);
    return started;
  };
  const find = async (place: PersonalPlace, refused: string | null): Promise<string> => {
    const kept = await readKept(deps, place);
    if (!kept) throw signInFirst(deps, place);
    const isDue = kept.untilMs !== null && kept.untilMs - deps.now().getTime() < spareMs;
    if (!isDue && kept.accessToken !== refused) return kept.accessToken;
    const renewed = await renew(place, kept);
    if (!renewed || renewed.accessToken === refused) throw signInFirst(deps, place);
    return renewed.accessToken;
  };
  return (database, person) => {
    let known: { readonly token: string; readonly untilMs: number } | null = null;
    const ask = async (refused: string | null) => {
      const token = await find({ database, userId: idOf(database, person) }, refused);
      known = { token, untilMs: deps.now().getTime() + knownMs };
      return token;
    };
    return {
      current: async () => (known && deps.now().getTime() < known.untilMs ? known.token : ask(null)),
      renewed: (refused) => ask(refused),
    };
  };
}

interface PersonalPlace extends Place {
  readonly database: PersonalDatabase;
}

/** Null where the person has to sign in again. */
async function renewOnce(deps: TokenDeps, place: PersonalPlace, kept: KeptTokens): Promise<KeptTokens | null> {
  if (kept.refreshToken === null) {
    await forgetKept(deps.store, kept);
    return null;
  }
  if (!(await takeRenewal(deps, kept, renewalMs))) return whatOthersRenew(deps, place, kept);
  const { client, fingerprint } = place.database;
  try {
    const shown = { grant_type: 'refresh_token', refresh_token: kept.refreshToken };
    const given = await askForTokens({ client, policy: deps.config }, shown);
    await keepRenewed(deps, kept, { given, fingerprint });
    return await readKept(deps, place);
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      await forgetKept(deps.store, kept);
      return null;
    }
    await endRenewal(deps, kept);
    if (!(error instanceof ProviderSilence)) throw error;
    return whileGood(deps, place, { kept, silence: error });
  }
}

/** Nothing is known of what the provider was shown: what is kept serves as long as it is good, and stays kept. */
function whileGood(
  { now }: TokenDeps,
  { database }: PersonalPlace,
  { kept, silence }: { readonly kept: KeptTokens; readonly silence: ProviderSilence },
): KeptTokens {
  const isStillGood = kept.untilMs !== null && kept.untilMs > now().getTime();
  if (isStillGood) return kept;
  throw refused(silenceWords(database.name, silence));
}

function silenceWords(name: string, { word }: ProviderSilence): string {
  return word === null
    ? `The provider at which people sign in to the database "${name}" does not answer. Try again.`
    : `The provider at which people sign in to the database "${name}" gives no token now: ${word}.`;
}

/** Another process asks the provider: what it keeps serves all. */
async function whatOthersRenew(deps: TokenDeps, place: PersonalPlace, kept: KeptTokens): Promise<KeptTokens | null> {
  for (let waitedMs = 0; waitedMs < renewalMs; waitedMs += pollMs) {
    await pause(pollMs);
    const now = await readKept(deps, place);
    if (!now || now.version !== kept.version) return now;
    if (!now.isRenewing) break;
  }
  return whileGood(deps, place, { kept, silence: new ProviderSilence('another process was given none') });
}

/** Whoever is no person, or looks or has something run as somebody else, signs in nowhere. */
function idOf({ name }: PersonalDatabase, person: User | null): number {
  if (person?.isByOtherHand)
    throw refused(
      `The database "${name}" asks everybody to sign in as themselves, and somebody else changed last what runs here. Its owner must save it anew.`,
    );
  if (person && !person.isAnonymous && !person.guest && !person.viewedBy) return person.id;
  throw refused(`The database "${name}" asks everybody to sign in as themselves, and nobody is signed in there.`);
}

function signInFirst(deps: TokenDeps, { database, userId }: PersonalPlace): EngineError {
  const { publicUrl } = deps.config;
  if (!publicUrl)
    return refused('POWERSET_PUBLIC_URL must say at which address people come back from where they sign in.');
  if (findClientProblem(database.client))
    return refused(`The settings by which people sign in to the database "${database.name}" are not whole.`);
  const extra = beginTrip(deps, { database, userId, redirectUri: `${publicUrl}${redirectPath}` });
  const message = `Sign in to the database "${database.name}" to see its data.`;
  return new EngineError({ code: 'OAUTH2_REDIRECT', message }, extra);
}

function refused(message: string): EngineError {
  return new EngineError({ code: 'OAUTH2_REDIRECT_ERROR', message });
}
