import { createHash, createHmac } from 'node:crypto';
import type { AgentScope, AgentTokenForm, WireAgentTokens } from '@powerset/contract';
import { agentTokenPrefix, createToken, hashToken, isAgentScope, isSameToken } from '../../access/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findClient } from './clients.ts';
import { isResource, isWider, ProtocolError, readScope, toScopeText } from './protocol.ts';

type Deps = Pick<Services, 'store' | 'now' | 'accounts' | 'secrets'>;

const dayMs = 86_400_000;
const accessSeconds = 900;
/** Without use a program is out after so long, and after a year in any case. */
const idleDays = 30;
const longestDays = 365;
/** What runs when tokens are exchanged still ends well. */
const graceMs = 60_000;
/** A program that does two things at once asks twice with the same refresh token, and is told the same twice. */
const twiceMs = 30_000;
/** So long it is known of a refresh token that it was used. */
const spentDays = 7;

const refused = (why: string) => new ProtocolError('invalid_grant', why);

/** Tokens for a code or a refresh token. `origin` is where the program asked. */
export async function giveTokens(deps: Deps, form: AgentTokenForm, origin: string): Promise<WireAgentTokens> {
  const client = await findClient(deps.store, form.client_id);
  if (!client) throw new ProtocolError('invalid_client', 'client_id is not known here: register again.', 401);
  if (!isResource(form.resource, origin)) throw new ProtocolError('invalid_target', 'resource is not here.');
  if (form.grant_type === 'authorization_code') return exchangeCode(deps, client, form);
  if (form.grant_type === 'refresh_token') return refresh(deps, client, form);
  throw new ProtocolError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

async function exchangeCode(
  { store, now, accounts }: Deps,
  client: Row<'agent_clients'>,
  form: AgentTokenForm,
): Promise<WireAgentTokens> {
  const hash = hashToken(form.code ?? '');
  const code = await store.selectFrom('agent_codes').selectAll().where('code_hash', '=', hash).executeTakeFirst();
  if (code?.client_id !== client.id || !code) throw refused('code is not known here.');
  if (code.grant_id !== null) await endTheft(store, code.grant_id, now());
  if (Date.parse(code.expires_on) <= now().getTime()) throw refused('code has expired.');
  if (code.redirect_uri !== form.redirect_uri) throw refused('redirect_uri is another than the code was sent to.');
  if (!isVerified(code.challenge, form.code_verifier)) throw refused('code_verifier is wrong.');
  if (!(await accounts.findUser(code.user_id))) throw refused('account is switched off.');
  const given = await store.transaction().execute(async (transaction) => {
    const grant = await insertGrant(transaction, { client, code, now: now() });
    const { numUpdatedRows } = await transaction
      .updateTable('agent_codes')
      .set({ grant_id: grant.id })
      .where('code_hash', '=', hash)
      .where('grant_id', 'is', null)
      .executeTakeFirst();
    const tokens = { grant, client, scope: grant.scope, now: now(), pair: newPair() };
    if (numUpdatedRows === 1n) return insertTokens(transaction, tokens);
    await transaction.deleteFrom('agent_grants').where('id', '=', grant.id).execute();
    return null;
  });
  if (given) return given;
  // Another took it in the same moment: one of the two has stolen it.
  const taken = await store
    .selectFrom('agent_codes')
    .select('grant_id')
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return endTheft(store, taken?.grant_id ?? 0, now());
}

function isVerified(challenge: string, verifier = ''): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSameToken(createHash('sha256').update(verifier).digest('base64url'), challenge);
}

/** What comes a second time somebody else has too. */
async function endTheft(store: Store, grantId: number, now: Date): Promise<never> {
  await endGrant(store, grantId, now);
  throw refused('was used already: what it brought has ended.');
}

interface NewGrant {
  readonly client: Row<'agent_clients'>;
  readonly code: Row<'agent_codes'>;
  readonly now: Date;
}

/** The same program is let in once as the same person: what it had before ends. */
async function insertGrant(store: Store, { client, code, now }: NewGrant): Promise<Row<'agent_grants'>> {
  const former = await store
    .selectFrom('agent_grants')
    .select('id')
    .where('user_id', '=', code.user_id)
    .where('client_id', '=', client.id)
    .where('revoked_on', 'is', null)
    .execute();
  for (const { id } of former) await endGrant(store, id, now);
  return store
    .insertInto('agent_grants')
    .values({
      ...{ user_id: code.user_id, client_id: client.id, name: client.name, scope: code.scope, resource: code.resource },
      redirect_host: new URL(code.redirect_uri).host,
      created_on: now.toISOString(),
      expires_on: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface Pair {
  readonly access: string;
  readonly refreshing: string;
}

const toPair = (make: (kind: string) => string): Pair => ({
  access: `${agentTokenPrefix}${make('access')}`,
  refreshing: `psr_${make('refresh')}`,
});

const newPair = () => toPair(() => createToken());

/** The tokens that follow a refresh token: always the same, so that it has one successor however often it comes. */
const pairAfter = ({ agentKey }: Services['secrets'], token: string) =>
  toPair((kind) => createHmac('sha256', agentKey).update(`${kind} after ${token}`).digest('base64url'));

interface NewTokens {
  readonly pair: Pair;
  readonly grant: Row<'agent_grants'>;
  readonly client: Row<'agent_clients'>;
  readonly scope: string;
  readonly now: Date;
}

async function insertTokens(store: Store, { pair, grant, client, scope, now }: NewTokens): Promise<WireAgentTokens> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const latestMs = Date.parse(grant.created_on) + longestDays * dayMs;
  const accessEnds = after(accessSeconds * 1000);
  const refreshEnds = after(Math.min(idleDays * dayMs, latestMs - now.getTime()));
  const own = { grant_id: grant.id, user_id: grant.user_id, scope };
  const tokens = [{ ...own, token_hash: hashToken(pair.access), kind: 'access', expires_on: accessEnds }];
  if (client.may_refresh === 1)
    tokens.push({ ...own, token_hash: hashToken(pair.refreshing), kind: 'refresh', expires_on: refreshEnds });
  await store.insertInto('agent_tokens').values(tokens).execute();
  const ends = client.may_refresh === 1 ? refreshEnds : accessEnds;
  await store.updateTable('agent_grants').set({ expires_on: ends }).where('id', '=', grant.id).execute();
  return toAnswer(pair, { scope, seconds: accessSeconds, hasRefresh: client.may_refresh === 1 });
}

function toAnswer(
  { access, refreshing }: Pair,
  { scope, seconds, hasRefresh }: { readonly scope: string; readonly seconds: number; readonly hasRefresh: boolean },
): WireAgentTokens {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: seconds,
    scope: toScopeText(known(scope)),
    ...(hasRefresh ? { refresh_token: refreshing } : {}),
  };
}

const known = (scope: string): AgentScope => (isAgentScope(scope) ? scope : 'read');

async function refresh(deps: Deps, client: Row<'agent_clients'>, form: AgentTokenForm): Promise<WireAgentTokens> {
  const { store, now, accounts, secrets } = deps;
  const given = form.refresh_token ?? '';
  const token = await findToken(store, hashToken(given));
  const grant = token?.kind === 'refresh' ? await findGrant(store, token.grant_id) : undefined;
  if (!token || grant?.client_id !== client.id || !grant) throw refused('refresh_token is not known here.');
  const hasEnded = grant.revoked_on !== null || Date.parse(token.expires_on) <= now().getTime();
  if (hasEnded || !(await accounts.findUser(grant.user_id))) throw refused('refresh_token has ended.');
  const scope = form.scope === undefined ? known(grant.scope) : readScope(form.scope);
  if (!scope || isWider(scope, known(grant.scope)))
    throw new ProtocolError('invalid_scope', 'scope goes beyond what the person let in.');
  const pair = pairAfter(secrets, given);
  const next = await store.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('agent_tokens')
      .set({ spent_on: now().toISOString() })
      .where('token_hash', '=', token.token_hash)
      .where('spent_on', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return null;
    await endFormer(transaction, grant.id, now());
    return insertTokens(transaction, { pair, grant, client, scope, now: now() });
  });
  return next ?? sayAgain(deps, grant.id, { given, pair });
}

/** What came twice in one moment is told the same twice; later, one of the two has stolen it. */
async function sayAgain(
  { store, now }: Deps,
  grantId: number,
  { given, pair }: { readonly given: string; readonly pair: Pair },
): Promise<WireAgentTokens> {
  const spent = await findToken(store, hashToken(given));
  const access = await findToken(store, hashToken(pair.access));
  const since = now().getTime() - Date.parse(spent?.spent_on ?? '');
  if (!access || !(since <= twiceMs)) return endTheft(store, grantId, now());
  const seconds = Math.max(1, Math.floor((Date.parse(access.expires_on) - now().getTime()) / 1000));
  return toAnswer(pair, { scope: access.scope, seconds, hasRefresh: true });
}

/** Of the same grant: access tokens that are on their way have a moment, refresh tokens that were spent long ago are forgotten. */
async function endFormer(store: Store, grantId: number, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + graceMs).toISOString();
  const longAgo = new Date(now.getTime() - spentDays * dayMs).toISOString();
  const own = store.deleteFrom('agent_tokens').where('grant_id', '=', grantId);
  await own.where('expires_on', '<', now.toISOString()).execute();
  await own.where('spent_on', '<', longAgo).execute();
  await store
    .updateTable('agent_tokens')
    .set({ expires_on: soon })
    .where('grant_id', '=', grantId)
    .where('kind', '=', 'access')
    .where('expires_on', '>', soon)
    .execute();
}

/** Ends what a token belongs to; nothing where there is none. */
export async function revokeByToken(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { token = '', client_id: clientId }: { readonly token?: string; readonly client_id?: string },
): Promise<void> {
  const found = await findToken(store, hashToken(token));
  const grant = found && (await findGrant(store, found.grant_id));
  if (grant && (clientId === undefined || grant.client_id === clientId)) await endGrant(store, grant.id, now());
}

const findToken = (store: Store, hash: string) =>
  store.selectFrom('agent_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

const findGrant = (store: Store, id: number) =>
  store.selectFrom('agent_grants').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether there was something to end. */
export async function endGrant(store: Store, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('agent_grants')
    .set({ revoked_on: now.toISOString() })
    .where('id', '=', id)
    .where('revoked_on', 'is', null)
    .executeTakeFirst();
  await store.deleteFrom('agent_tokens').where('grant_id', '=', id).execute();
  return numUpdatedRows === 1n;
}
