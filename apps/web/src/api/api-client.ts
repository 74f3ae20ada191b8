import { asyncJobEndpoints } from '@powerset/contract';
import { t } from '../i18n/index.ts';
import { createJobListener } from './async-jobs.ts';
import { type Client, createClient } from './client.ts';
import { withEarlyAnswers } from './early-answers.ts';
import { noAnswer } from './errors.ts';
import { toSocketAddress } from './job-socket.ts';
import { sendWithProgress } from './send-with-progress.ts';

const jobs = createJobListener({
  readEvents: (lastId) => api.callEndpoint(asyncJobEndpoints.events, { query: { last_id: lastId ?? undefined } }),
  openSocket: (address) => new WebSocket(toSocketAddress(address, location.href)),
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
  unreachableText: () => noAnswer().message,
});

/** Where the page hears of the ends of questions that are answered later, besides asking for them. */
export const followJobsAt = jobs.followAt;
