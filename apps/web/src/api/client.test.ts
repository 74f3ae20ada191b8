import type { Endpoint } from '@powerset/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator } from '../i18n/index.ts';
import { type Client, createClient } from './client.ts';
import { ApiError, errorText, isUnanswered, noAnswer, toApiError } from './errors.ts';
import { fillGaps } from './messages.ts';
import { shouldRetry } from './query-client.ts';
import { readJsonLines, streamBatch } from './stream.ts';

interface Call {
  readonly url: string;
  readonly init: RequestInit;
}

/** A server that answers from a list, and what it was asked. */
function serverWith(answers: readonly (() => Response)[]) {
  const calls: Call[] = [];
  const fetchOnce = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    calls.push({ url: String(input), init });
    const answer = answers[calls.length - 1];
    if (!answer) throw new TypeError('fetch failed');
    return answer();
  };
  return { client: createClient({ fetch: fetchOnce }), calls };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const csrfError = json(
  { errors: [{ message: 'The CSRF token is missing.', error_type: 'FRONTEND_CSRF_ERROR', level: 'error', extra: {} }] },
  400,
);
const headerOf = (call: Call | undefined, name: string) => new Headers(call?.init.headers).get(name);

const reading: Endpoint = { method: 'GET', path: '/api/v1/chart/' };
const creating: Endpoint = { method: 'POST', path: '/api/v1/chart/' };

describe('the API client', () => {
  it('asks a chart’s question once more whose process ended, and nothing that changes', async () => {
    const gone = () => new Response('<html>502 Bad Gateway</html>', { status: 502 });
    const asking = serverWith([gone, json({ result: [] })]);
    asking.client.setCsrfToken('abc');
    await asking.client.callEndpoint({ method: 'POST', path: '/api/v1/chart/data/batch' }, { body: {} });
    expect(asking.calls).toHaveLength(2);
    const twice = serverWith([gone, gone]);
    twice.client.setCsrfToken('abc');
    const asked = twice.client.callEndpoint({ method: 'POST', path: '/api/v1/chart/data' }, { body: {} });
    await expect(asked).rejects.toMatchObject({ status: 502 });
    expect(twice.calls).toHaveLength(2);
    const saving = serverWith([gone, json({ id: 1 })]);
    saving.client.setCsrfToken('abc');
    await expect(saving.client.callEndpoint(creating, { body: {} })).rejects.toMatchObject({ status: 502 });
    expect(saving.calls).toHaveLength(1);
  });

  it('fetches the CSRF token before the first change and sends it with every one', async () => {
    const { client, calls } = serverWith([json({ result: 'abc' }), json({ id: 1 }), json({ id: 2 })]);
    await client.callEndpoint(creating, { body: { a: 1 } });
    await client.callEndpoint(creating, { body: { a: 2 } });
    expect(calls.map((call) => call.url)).toEqual(['/api/v1/security/csrf_token/', '/api/v1/chart/', '/api/v1/chart/']);
    expect([headerOf(calls[1], 'x-csrftoken'), headerOf(calls[2], 'x-csrftoken')]).toEqual(['abc', 'abc']);
  });

  it('says with a read whose session it belongs to, and nothing of a visitor', async () => {
    const { client, calls } = serverWith([json({}), json({})]);
    client.setCsrfToken('abc');
    await client.callEndpoint(reading);
    client.setCsrfToken('');
    await client.callEndpoint(reading);
    expect(calls.map((call) => headerOf(call, 'x-csrftoken'))).toEqual(['abc', null]);
  });

  it('renews a token that the server no longer takes, once, and repeats the call', async () => {
    const { client, calls } = serverWith([csrfError, json({ result: 'new' }), json({ id: 3 })]);
    client.setCsrfToken('old');
    expect(await client.callEndpoint(creating, { body: {} })).toEqual({ id: 3 });
    expect(headerOf(calls[2], 'x-csrftoken')).toBe('new');
  });

  const notSignedIn = json({ message: 'Not authorized' }, 401);

  it('sends a call once more when the session was over and somebody signed in again', async () => {
    const { client, calls } = serverWith([notSignedIn, json({ id: 3 })]);
    client.setCsrfToken('old');
    client.setSignInAgain(async () => {
      client.setCsrfToken('new');
      return true;
    });
    expect(await client.callEndpoint(creating, { body: {} })).toEqual({ id: 3 });
    expect(headerOf(calls[1], 'x-csrftoken')).toBe('new');
  });

  it('fails a call when nobody signs in again, and asks nobody about the sign-in itself', async () => {
    const { client } = serverWith([notSignedIn, json({ message: 'Wrong' }, 401)]);
    let asked = 0;
    client.setSignInAgain(async () => {
      asked += 1;
      return false;
    });
    await expect(client.callEndpoint(reading)).rejects.toMatchObject({ status: 401, message: 'Not authorized' });
    const signIn = client.callEndpoint(
      { ...creating, path: '/api/v1/security/sign_in', isCsrfExempt: true },
      { body: {} },
    );
    await expect(signIn).rejects.toMatchObject({ status: 401, message: 'Wrong' });
    expect(asked).toBe(1);
  });

  it('turns a server that cannot be reached into an error with status 0', async () => {
    await expect(serverWith([]).client.callEndpoint(reading)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  });

  it('lets a call that was given up stay an abort', async () => {
    const aborting = createClient({ fetch: () => Promise.reject(new DOMException('Aborted', 'AbortError')) });
    await expect(aborting.callEndpoint(reading)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('errors of the API', () => {
  const answer = (text: string, status = 422) => toApiError({ status, statusText: 'Unprocessable', text });

  it('is told in the language of the page when somebody else saved before', async () => {
    const tooLate = (what: string, name: string) =>
      answer(
        JSON.stringify({
          message: `This ${what} was saved by ${name} after you opened it.`,
          errors: [
            { message: '', error_type: 'CONFLICT_ERROR', level: 'warning', extra: { what, changed_by_name: name } },
          ],
        }),
        409,
      ).message;
    await startTranslator('en');
    expect(tooLate('role', 'Ada L')).toBe('This role was saved by Ada L after you opened it.');
    await changeLanguage('de');
    expect(tooLate('role', 'Ada L')).toBe('Diese Rolle wurde von Ada L gespeichert, nachdem Sie sie geöffnet hatten.');
    expect(tooLate('chart', 'someone else')).toBe(
      'Dieses Diagramm wurde von jemand anderem gespeichert, nachdem Sie es geöffnet hatten.',
    );
    expect(tooLate('novelty', 'Ada L')).toBe('This novelty was saved by Ada L after you opened it.');
    await changeLanguage('en');
  });

  it('reads the catalogue shape with code and reference', () => {
    const body = {
      errors: [
        {
          message: 'Quote the id 7f3a',
          error_type: 'GENERIC_BACKEND_ERROR',
          level: 'error',
          extra: { reference: '7f3a' },
        },
      ],
      message: 'Quote the id 7f3a',
    };
    const error = answer(JSON.stringify(body), 500);
    expect([error.message, error.code, error.reference, error.status]).toEqual([
      'Quote the id 7f3a',
      'GENERIC_BACKEND_ERROR',
      '7f3a',
      500,
    ]);
  });

  it('reads fields, and names the first of them in the message', () => {
    const error = answer('{"message":{"password":["Too short.","Too common."]}}');
    expect(error.fields).toEqual({ password: ['Too short.', 'Too common.'] });
    expect(error.message).toBe('password: Too short. Too common.');
  });

  it('reads the older shapes, plain text, and hides pages of HTML', () => {
    expect(answer('{"error":"Bad request"}').message).toBe('Bad request');
    expect(answer('Not a ZIP file').message).toBe('Not a ZIP file');
    expect(answer('<html>Too large</html>', 413).message).toBe('Unprocessable');
    const gone = answer('<html>Bad gateway</html>', 502);
    expect([gone.message, gone.isWordless]).toEqual([
      'The server does not answer. Check the connection and try again.',
      false,
    ]);
  });

  it('tells where nobody answered: out of reach, or a proxy with nobody behind it; what the server refuses is an answer', () => {
    const [page, ours] = ['<html>x</html>', '{"errors":[{"message":"Later.","error_type":"BUSY","level":"error"}]}'];
    expect([502, 503].map((status) => isUnanswered(answer(page, status)))).toEqual([true, true]);
    expect([answer(ours, 503), answer(page, 504), answer(page, 404)].map(isUnanswered)).toEqual([false, false, false]);
    expect([isUnanswered(noAnswer()), isUnanswered(new Error('x'))]).toEqual([true, false]);
  });

  it('repeats a read only when the server was out of reach or busy', () => {
    const failing = (status: number) => new ApiError({ status, message: 'x' });
    expect([0, 503, 500, 404].map((status) => shouldRetry(0, failing(status)))).toEqual([true, true, false, false]);
    expect(shouldRetry(2, failing(503))).toBe(false);
    expect(errorText('just text')).toBe('just text');
  });
});

describe('messages of the list layer', () => {
  beforeAll(() => startTranslator('en'));

  it('leaves `%s` inside a value alone', () => {
    expect(fillGaps('%s: %s', '100%s', 'b')).toBe('100%s: b');
  });
});

describe('streams of JSON lines', () => {
  const answerOf = (chunks: readonly Uint8Array[]) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      }),
    );

  it('yields whole lines however the bytes are cut, also inside a letter', async () => {
    const bytes = new TextEncoder().encode('{"key":"ä"}\n\n{"key":"b"}');
    const lines: unknown[] = [];
    for await (const list of readJsonLines(answerOf([bytes.slice(0, 9), bytes.slice(9, 16), bytes.slice(16)])))
      lines.push(...list);
    expect(lines).toEqual([{ key: 'ä' }, { key: 'b' }]);
  });

  it('says of a stream that breaks off that the server is gone, and not what the browser calls it', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent === 1) controller.enqueue(new TextEncoder().encode('{"key":"1"}\n'));
        else controller.error(new TypeError('network error'));
      },
    });
    const client = { openEndpoint: async () => new Response(body) } as unknown as Client;
    const lines: unknown[] = [];
    const read = streamBatch(client, { dashboard_id: 1, requests: [] }, { onLines: (some) => lines.push(...some) });
    await expect(read).rejects.toMatchObject({ status: 0, message: expect.stringContaining('does not answer') });
    expect(lines).toEqual([{ key: '1' }]);
  });

  it('hands over together what came together, so that it is drawn at once [DSH-041]', async () => {
    const bytes = new TextEncoder().encode('{"key":"a"}\n{"key":"b"}\n{"key"');
    const lists: unknown[] = [];
    for await (const list of readJsonLines(answerOf([bytes, new TextEncoder().encode(':"c"}\n')]))) lists.push(list);
    expect(lists).toEqual([[{ key: 'a' }, { key: 'b' }], [{ key: 'c' }]]);
  });
});
