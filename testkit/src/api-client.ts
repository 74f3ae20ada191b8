/** One answer: `json` parses the body when asked, so that files and streams can be read too. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface ApiCall {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form: multipart when it holds files. */
  readonly form?: FormData | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirect?: 'follow' | 'manual';
}

export interface ApiClient {
  readonly url: string;
  readonly get: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  readonly post: (path: string, body?: unknown, call?: ApiCall) => Promise<ApiAnswer>;
  readonly put: (path: string, body?: unknown, call?: ApiCall) => Promise<ApiAnswer>;
  readonly delete: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  readonly send: (method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>;
  /** What goes with every call: the cookie and its CSRF token, or the bearer token. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A client that sends nothing but the given headers. */
export function apiClient(url: string, headers: Readonly<Record<string, string>> = {}): ApiClient {
  const send = (method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer> =>
    sendCall({ url: `${url}${path}`, method, headers, call });
  return {
    url,
    headers,
    send,
    get: (path, call) => send('GET', path, call),
    post: (path, body, call) => send('POST', path, { ...call, body }),
    put: (path, body, call) => send('PUT', path, { ...call, body }),
    delete: (path, call) => send('DELETE', path, call),
  };
}

interface RawCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly call: ApiCall;
}

async function sendCall({ url, method, headers, call }: RawCall): Promise<ApiAnswer> {
  const hasJson = call.body !== undefined && call.form === undefined;
  const response = await fetch(url, {
    method,
    headers: { ...(hasJson ? { 'content-type': 'application/json' } : {}), ...headers, ...call.headers },
    body: hasJson ? JSON.stringify(call.body) : call.form,
    redirect: call.redirect ?? 'manual',
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}

/** Signs in as a script does: bearer token, no cookie, no CSRF token. */
export async function signInWithToken(url: string, credentials: Credentials): Promise<ApiClient> {
  const answer = await apiClient(url).post('/api/v1/security/login', { ...credentials, provider: 'db', refresh: true });
  if (answer.status !== 200)
    throw new Error(`The sign-in of ${credentials.username} answered ${answer.status}: ${answer.text}`);
  return apiClient(url, { authorization: `Bearer ${answer.json.access_token}` });
}

/** Signs in as a browser does: session cookie, and the CSRF token that goes with it. */
export async function signInWithCookie(url: string, credentials: Credentials): Promise<ApiClient> {
  const answer = await apiClient(url).post('/api/v1/security/sign_in', credentials);
  const cookie = cookiesOf(answer.headers);
  if (answer.status !== 200 || cookie === '')
    throw new Error(`The sign-in of ${credentials.username} answered ${answer.status}: ${answer.text}`);
  const token = await apiClient(url, { cookie }).get('/api/v1/security/csrf_token/');
  return apiClient(url, { cookie, 'x-csrftoken': token.json.result, referer: `${url}/` });
}

function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
