import { createHash, randomBytes } from 'node:crypto';
import { type ApiAnswer, type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { agentProgram } from '@powerset/testkit/agent-program';
import type { InProcessApp } from '@powerset/testkit/in-process';

export const redirect = 'http://127.0.0.1:4711/callback';
const requestPath = '/api/v1/security/agents/request';

/** Makes a user and signs it in as a browser does. */
export async function inBrowser(running: InProcessApp, username: string, roles: readonly string[]): Promise<ApiClient> {
  const credentials = { username, password: 'a password for tests' };
  await running.app.services.accounts.create({ ...credentials, roles: [...roles] });
  return signInWithCookie(running.url, credentials);
}

/** Reads the address to which a program sent a browser, and says yes or no there as the page does. */
export async function decide(browser: ApiClient, address: URL, allow = true): Promise<ApiAnswer> {
  return browser.post(requestPath, { request: Object.fromEntries(address.searchParams), allow });
}

/** Says yes to less, or tries to say it to more, than is asked for. */
export const narrow = (browser: ApiClient, address: URL, scope: string): Promise<ApiAnswer> =>
  browser.post(requestPath, { request: Object.fromEntries(address.searchParams), allow: true, scope });

export const askedBy = (browser: ApiClient, address: URL): Promise<ApiAnswer> =>
  browser.get(`${requestPath}${address.search}`);

/** A program whose person says yes. */
export function program(running: InProcessApp) {
  const known = agentProgram(running.url, redirect);
  const cameBack = (browser: ApiClient) => async (address: URL) =>
    new URL((await decide(browser, address)).json.result.redirect_to);
  return { ...known, letIn: (browser: ApiClient) => known.letIn(cameBack(browser)) };
}

/** The same by hand, for what the protocol's client would never send. */
export function byHand(running: InProcessApp) {
  const stranger = apiClient(running.url);
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const register = async (change: object = {}) => {
    const body = { client_name: 'By hand', redirect_uris: [redirect], grant_types: ['refresh_token'], ...change };
    return stranger.post('/oauth/register', body);
  };
  const addressOf = (clientId: string, change: Readonly<Record<string, string | undefined>> = {}) => {
    const url = new URL(`${running.url}/oauth/authorize/`);
    const params = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirect, code_challenge: challenge },
      ...{ code_challenge_method: 'S256', state: 'st', scope: 'read sql', resource: `${running.url}/mcp` },
      ...change,
    };
    for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };
  const send = (path: string, form: Readonly<Record<string, string>>) =>
    stranger.post(path, undefined, { form: new URLSearchParams(form) });
  const exchange = (clientId: string, code: string, change: Readonly<Record<string, string>> = {}) =>
    send('/oauth/token', {
      ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
      ...{ redirect_uri: redirect, resource: `${running.url}/mcp`, ...change },
    });
  const refresh = (clientId: string, token: string, change: Readonly<Record<string, string>> = {}) =>
    send('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...change });
  /** A program that somebody said yes to, and its code. */
  const codeFor = async (browser: ApiClient, change: Readonly<Record<string, string | undefined>> = {}) => {
    const clientId = String((await register()).json.client_id);
    const answer = await decide(browser, addressOf(clientId, change));
    const code = new URL(answer.json.result.redirect_to).searchParams.get('code') ?? '';
    return { clientId, code };
  };
  const tokensFor = async (browser: ApiClient, change: Readonly<Record<string, string | undefined>> = {}) => {
    const { clientId, code } = await codeFor(browser, change);
    return { clientId, code, ...(await exchange(clientId, code)).json } as {
      clientId: string;
      code: string;
      access_token: string;
      refresh_token: string;
    };
  };
  const ping = (token: string) =>
    apiClient(running.url, { authorization: `Bearer ${token}` }).post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { headers: { accept: 'application/json, text/event-stream' } },
    );
  return { stranger, register, addressOf, exchange, refresh, send, codeFor, tokensFor, ping };
}
