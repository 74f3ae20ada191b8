import type { Endpoint } from '@powerset/contract';
import { t } from '../i18n/index.ts';
import { type CallInput, type Client, createClient } from './client.ts';
import { withEarlyAnswers } from './early-answers.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** The page's connection to its server. */
export const api: Client = createClient({
  fetch: withEarlyAnswers({
    fetch: (input, init) => fetch(input, init),
    answers: () => globalThis.powersetEarly,
  }),
  sendWithProgress,
  unreachableText: () => t('The server does not answer. Check the connection and try again.'),
});

/** Calls an endpoint of the contract over the page's connection. */
export function callEndpoint<Result>(endpoint: Endpoint, input?: CallInput): Promise<Result> {
  return api.callEndpoint<Result>(endpoint, input);
}
