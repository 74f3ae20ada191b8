import { type ChoiceEndpoint, type ControlChoice, choicesOfAnswer } from '@powerset/chart-kit';
import type { Client } from '../../../api/index.ts';

/** The choices that an endpoint answers. */
export async function readChoices(
  client: Pick<Client, 'callEndpoint'>,
  choices: ChoiceEndpoint,
  signal?: AbortSignal,
): Promise<readonly ControlChoice[]> {
  return choicesOfAnswer(choices, await client.callEndpoint(choices.endpoint, { query: choices.query, signal }));
}
