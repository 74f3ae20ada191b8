import { advancedTypeEndpoints, type WireAdvancedValues } from '@powerset/contract';
import { api } from '../../api/index.ts';

/** What typed values of an advanced type mean. */
export async function convertAdvanced(
  type: string,
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<WireAdvancedValues> {
  const q = { type, values };
  return (await api.callEndpoint(advancedTypeEndpoints.convert, { query: { q }, signal })).result;
}
