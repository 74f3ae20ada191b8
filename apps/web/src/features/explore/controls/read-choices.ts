import { type ChoiceEndpoint, type ControlChoice, choicesOfAnswer } from '@powerset/chart-kit';
import type { api } from '../../../api/index.ts';

/** The choices that an endpoint answers. */
export async function readChoices(
  client: Pick<typeof api, 'request'>,
  endpoint: ChoiceEndpoint,
  signal?: AbortSignal,
): Promise<readonly ControlChoice[]> {
  return choicesOfAnswer(endpoint, await client.request<unknown>(endpoint.path, { signal }));
}
