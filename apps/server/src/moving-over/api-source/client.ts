import { securityEndpoints, urlOf } from '@powerset/contract';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';
import { MovingProblem } from '../moving-problem.ts';
import { type ApiAnswer, type ApiHttp, type ApiQuestion, LostAnswer } from './http.ts';

/** With what somebody signs in there. */
export type Credentials =
  | { readonly token: string }
  | { readonly username: string; readonly password: string; readonly provider: 'db' | 'ldap' };

/** What a question came to: an answer with its document, or a refusal. */
export type Answered =
  | { readonly status: 200; readonly document: Document }
  | { readonly status: 400 | 401 | 403 | 404; readonly document?: undefined };

export interface ApiClient {
  /** Whatever is wrong with the server itself is thrown; refusals that say something about the question are answered. */
  get(path: string): Promise<Answered>;
  /** The number of who has signed in, as the token says it. */
  readonly ownId: () => number | null;
}

export interface ClientParts {
  readonly http: ApiHttp;
  readonly credentials: Credentials;
  readonly pause: (ms: number) => Promise<unknown>;
}

const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const mostTries = 6;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

export async function signIn(parts: ClientParts): Promise<ApiClient> {
  const { credentials } = parts;
  let token = 'token' in credentials ? Promise.resolve(credentials.token) : takeToken(parts);
  /** Tokens hold for minutes, and reading may take longer: those who asked with the old one wait for one new. */
  const renew = async (old: string) => {
    if ('token' in credentials) return false;
    if ((await token) === old) token = takeToken(parts);
    return (await token) !== old;
  };
  let last = await token;
  return {
    ownId: () => numberIn(last),
    get: async (path) => {
      for (let turn = 0; ; turn += 1) {
        const own = await token;
        last = own;
        const answer = await ask(parts, { method: 'GET', path, token: own });
        if (answer.status === 401 && turn === 0 && (await renew(own))) continue;
        return toAnswered(path, answer);
      }
    },
  };
}

async function takeToken(parts: ClientParts): Promise<string> {
  const { credentials } = parts;
  if ('token' in credentials) return credentials.token;
  const body = JSON.stringify({ ...credentials, refresh: false });
  const answer = await ask(parts, { method: 'POST', path: urlOf(securityEndpoints.login), body });
  const token = parseDocument(answer.text)?.access_token;
  if (typeof token === 'string' && token !== '') return token;
  if (answer.status === 401 || answer.status === 403)
    throw new MovingProblem(
      'The server does not let this account in: its name or password is wrong, or it signs in in another way.',
    );
  if (answer.status === 404)
    throw new MovingProblem('Nobody can sign in by the interface at this address: is it the one that the pages have?');
  throw new MovingProblem(`Signing in was answered with ${answer.status}${said(answer)}`);
}

async function ask({ http, pause }: ClientParts, question: ApiQuestion): Promise<ApiAnswer> {
  let waitMs = firstPauseMs;
  for (let tries = 1; ; tries += 1) {
    const answer = await http.send(question).catch((error: unknown) => {
      if (error instanceof LostAnswer && tries < mostTries) return undefined;
      throw error instanceof LostAnswer ? new MovingProblem(error.message) : error;
    });
    if (answer && !busyStatuses.has(answer.status)) return answer;
    if (answer && tries >= mostTries)
      throw new MovingProblem(
        `The server answered ${tries} times with ${answer.status}${said(answer)} Call again later.`,
      );
    const wished = answer?.retryAfter ? answer.retryAfter * 1000 : 0;
    await pause(Math.min(longestPauseMs, Math.max(waitMs, wished)));
    waitMs *= 2;
  }
}

function toAnswered(path: string, answer: ApiAnswer): Answered {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 404 || status === 400) return { status };
  if (status !== 200) throw new MovingProblem(`${plain(path)} was answered with ${status}${said(answer)}`);
  const document = parseDocument(answer.text);
  if (!document) throw new MovingProblem(`${plain(path)} was answered with something that is no JSON object.`);
  return { status, document };
}

const plain = (path: string) => path.split('?')[0] ?? path;

/** What the server says of itself, shortly; its pages are no words. */
function said({ text }: ApiAnswer): string {
  const message = parseDocument(text)?.message;
  return typeof message === 'string' ? `: ${message.slice(0, 300)}` : '.';
}

/** Whom a token names, where it is one that can be read. */
function numberIn(token: string): number | null {
  const middle = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const read = parseDocument(middle);
  const number = isDocument(read) ? Number(read.sub) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
