import type { Endpoint, WireAsyncEvents } from '@powerset/contract';
import { t } from '../i18n/index.ts';
import { createJobListener } from './async-jobs.ts';
import { type CallInput, type Client, createClient } from './client.ts';
import { withEarlyAnswers } from './early-answers.ts';
import { sendWithProgress } from './send-with-progress.ts';

// Written out, as the paths of the client are.
const eventsPath = '/api/v1/async_event/';

const jobs = createJobListener({
  readEvents: (lastId) => api.request<WireAsyncEvents>(eventsPath, { query: { last_id: lastId ?? undefined } }),
  fetchResult: (address, signal) => api.send(address, { signal }),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  store: () => globalThis.localStorage,
  warn: (text) => console.warn(text),
  lostText: () => t('The server was started anew and knows this question no more. Ask again.'),
});

/** The page's connection to its server. */
export const api: Client = createClient({
  fetch: withEarlyAnswers({
    fetch: (input, init) => fetch(input, init),
    answers: () => globalThis.powersetEarly,
  }),
  sendWithProgress,
  waitForJob: jobs.waitFor,
  unreachableText: () => t('The server does not answer. Check the connection and try again.'),
});

/** Calls an endpoint of the contract over the page's connection. */
export function callEndpoint<Result>(endpoint: Endpoint, input?: CallInput): Promise<Result> {
  return api.callEndpoint<Result>(endpoint, input);
}
