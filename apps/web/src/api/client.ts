import {
  type AnyInput,
  chartDataEndpoints,
  type Endpoint,
  fillPath,
  guestTokenHeader,
  type InputOf,
  type Operation,
  type OperationOf,
  type ResultOf,
  securityEndpoints,
  type WireAsyncJob,
  withQuery,
} from '@powerset/contract';
import { loadServerTexts } from '../i18n/index.ts';
import { ApiError, isAbort, LostJobError, toApiError } from './errors.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Objects and lists travel as Rison, as the list calls' `q` does. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON, or as it is when it is a form. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** For calls before there is a session. */
  readonly isCsrfExempt?: boolean;
  /** Nobody waits for it: that the session has ended is said when somebody does something. */
  readonly isUnasked?: boolean;
  /** The call is finished even when the page goes away meanwhile; its body is at most 64 kB. */
  readonly outlivesPage?: boolean;
  /** Told how much of a form has been sent, from 0 to 1. */
  readonly onSent?: (fraction: number) => void;
}

/** How a call travels, besides what the endpoint takes. */
export type CallOptions = Pick<RequestOptions, 'signal' | 'outlivesPage' | 'onSent' | 'headers' | 'isUnasked'>;

/** What an endpoint takes, as its contract says; nothing may be left out that it needs. */
export type CallInput<O extends Operation> = InputOf<O> & CallOptions;

type CallArguments<E extends Endpoint> =
  Record<never, never> extends InputOf<OperationOf<E>>
    ? readonly [input?: CallInput<OperationOf<E>>]
    : readonly [input: CallInput<OperationOf<E>>];

/** What a call brings. A job that was taken is waited for here, so nobody else sees one. */
export type Brought<O extends Operation> = Exclude<ResultOf<O>, WireAsyncJob>;

/** A response as it comes. Where it is JSON, or a stream of it, its shape is the declared one. */
export interface OpenAnswer<O extends Operation> extends Response {
  json(): Promise<Brought<O>>;
  /** Never there: it says what lines and events hold. */
  readonly operation?: O;
}

export interface Client {
  /** Asks at an address that the server gave, and brings the raw response; throws `ApiError` unless it is a success. */
  readonly send: (path: string, options?: RequestOptions) => Promise<Response>;
  /** Calls an endpoint of the contract, and brings what it declares to answer. */
  readonly callEndpoint: <E extends Endpoint>(
    endpoint: E,
    ...input: CallArguments<E>
  ) => Promise<Brought<OperationOf<E>>>;
  /** The same for files and streams: brings the raw response. */
  readonly openEndpoint: <E extends Endpoint>(
    endpoint: E,
    ...input: CallArguments<E>
  ) => Promise<OpenAnswer<OperationOf<E>>>;
  readonly setCsrfToken: (token: string | null) => void;
  /** Asked when the server says that nobody is signed in; after a yes the call is sent once more. */
  readonly setSignInAgain: (ask: (() => Promise<boolean>) | null) => void;
  /** From now on every call is that of the guest of a page that shows ours. */
  readonly setGuest: (guest: GuestTokens) => void;
}

/** Where a guest's tokens come from. */
export interface GuestTokens {
  readonly token: () => Promise<string>;
  /** Another than this one; null when none comes in time. */
  readonly renewed: (old: string) => Promise<string | null>;
}

export type SendWithProgress = (
  url: string,
  init: RequestInit,
  onSent: (fraction: number) => void,
) => Promise<Response>;

export interface ClientParts {
  readonly fetch: typeof fetch;
  /** Sends where the progress of sending is wanted, which `fetch` does not tell. */
  readonly sendWithProgress?: SendWithProgress;
  /** Waits for the answer of a chart's question that was taken to be answered later. */
  readonly waitForJob?: (job: WireAsyncJob, signal?: AbortSignal) => Promise<Response>;
  /** Text for a server that does not answer at all. */
  readonly unreachableText?: () => string;
}

/** The one way to the server: cookies, CSRF token, errors in one shape. */
export function createClient({
  fetch,
  sendWithProgress = (url, init) => fetch(url, init),
  waitForJob,
  unreachableText = () => 'The server does not answer.',
}: ClientParts): Client {
  let csrfToken: string | null = null;
  let signInAgain: (() => Promise<boolean>) | null = null;
  let guest: GuestTokens | null = null;
  /** The last token that opened something: only such a one may have ended meanwhile. */
  let accepted: string | undefined;

  const once = async (path: string, options: RequestOptions): Promise<Response> => {
    const token = guest ? await guest.token() : null;
    const shown = { csrfToken: guest ? null : csrfToken, token };
    try {
      const url = withQuery(path, options.query);
      const init = toInit(options, shown);
      return await (options.onSent ? sendWithProgress(url, init, options.onSent) : fetch(url, init));
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new ApiError({ status: 0, message: unreachableText() });
    }
  };

  const renewToken = async () => {
    const answer = await once(securityEndpoints.csrfToken.path, {});
    if (!answer.ok) return;
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null && 'result' in body) csrfToken = String(body.result);
  };

  const settled = createSettler({ once, waitForJob });
  const send = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const isGuarded = options.method && options.method !== 'GET' && !options.isCsrfExempt && !guest;
    if (isGuarded && csrfToken === null) await renewToken();
    const shown = guest ? await guest.token() : undefined;
    const answer = await (questionPaths.has(path) ? onceAgain(() => once(path, options)) : once(path, options));
    if (answer.ok) {
      accepted = shown;
      return settled(answer, path, options);
    }
    const error = await readError(answer);
    if (error.code === 'FRONTEND_CSRF_ERROR') {
      await renewToken();
      const second = await once(path, options);
      if (second.ok) return settled(second, path, options);
      throw await readError(second);
    }
    const mayAsk = error.status === 401 && !options.isCsrfExempt && !options.isUnasked;
    const renew = async () => accepted === shown && (await guest?.renewed(shown ?? '')) !== null;
    const ask = guest ? renew : signInAgain;
    if (!mayAsk || !(await ask?.())) throw error;
    const later = await once(path, options);
    if (later.ok) return settled(later, path, options);
    throw await readError(later);
  };

  const request = async <Result>(path: string, options?: RequestOptions): Promise<Result> => {
    const answer = await send(path, options);
    const text = await answer.text();
    // What the endpoint's operation declares: `callEndpoint` is the only caller.
    return (text ? JSON.parse(text) : null) as Result;
  };

  return {
    send,
    callEndpoint: (endpoint, ...[input]) => request(...requestOf(endpoint, input)),
    openEndpoint: (endpoint, ...[input]) => send(...requestOf(endpoint, input)),
    setCsrfToken: (token) => {
      csrfToken = token;
    },
    setSignInAgain: (ask) => {
      signInAgain = ask;
    },
    setGuest: (tokens) => {
      guest = tokens;
    },
  };
}

/** Charts’ questions only read: what was asked of a process that ended meanwhile another one can answer. */
const { data, batch, slices } = chartDataEndpoints;
const questionPaths: ReadonlySet<string> = new Set([data.path, batch.path, slices.path]);
const badGateway = 502;

/** The proxy’s word that nobody answered is taken the second time. */
async function onceAgain(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask();
  return answer.status === badGateway ? ask() : answer;
}

function requestOf(
  { method, path, isCsrfExempt }: Endpoint,
  { params, ...input }: AnyInput & CallOptions = {},
): [path: string, options: RequestOptions] {
  return [fillPath(path, params), { ...input, method, isCsrfExempt }];
}

type Send = (path: string, options: RequestOptions) => Promise<Response>;

/** The answer itself; of a chart's question that was only taken, the one that its job brings. A lost one is asked again, once. */
function createSettler({ once, waitForJob }: { readonly once: Send } & Pick<ClientParts, 'waitForJob'>) {
  return async (answer: Response, path: string, options: RequestOptions): Promise<Response> => {
    const isTaken = answer.status === 202 && path === chartDataEndpoints.data.path;
    if (!isTaken || !waitForJob) return answer;
    // What the endpoint answers with this status.
    const wait = async (taken: Response) => waitForJob((await taken.json()) as WireAsyncJob, options.signal);
    try {
      return await wait(answer);
    } catch (error) {
      if (!(error instanceof LostJobError)) throw error;
      const second = await once(path, options);
      if (!second.ok) throw await readError(second);
      return second.status === answer.status ? wait(second) : second;
    }
  };
}

async function readError(answer: Response): Promise<ApiError> {
  const [text] = await Promise.all([answer.text().catch(() => ''), loadServerTexts().catch(() => undefined)]);
  return toApiError({
    status: answer.status,
    statusText: answer.statusText,
    text,
    requestId: answer.headers.get('x-request-id'),
  });
}

function toInit(
  { method = 'GET', body, signal, headers, outlivesPage }: RequestOptions,
  { csrfToken, token }: { readonly csrfToken: string | null; readonly token: string | null },
): RequestInit {
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  return {
    method,
    signal,
    ...(outlivesPage ? { keepalive: true } : {}),
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      // On readings too: the server then tells whose session has ended, instead of answering as to a visitor.
      ...(csrfToken ? { 'X-CSRFToken': csrfToken } : {}),
      ...(token ? { [guestTokenHeader]: token } : {}),
      ...headers,
    },
    body: toBody(body, isForm),
  };
}

function toBody(body: unknown, isForm: boolean): BodyInit | undefined {
  if (body === undefined) return undefined;
  // Narrowed by `isForm` above.
  return isForm ? (body as BodyInit) : JSON.stringify(body);
}
