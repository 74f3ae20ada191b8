import { asyncJobEndpoints } from '@powerset/contract';
import { t } from '../i18n/index.ts';
import { createJobListener } from './async-jobs.ts';
import { type Client, createClient } from './client.ts';
import { withEarlyAnswers } from './early-answers.ts';
import { sendWithProgress } from './send-with-progress.ts';

const jobs = createJobListener({
  readEvents: (lastId) => api.callEndpoint(asyncJobEndpoints.events, { query: { last_id: lastId ?? undefined } }),
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
