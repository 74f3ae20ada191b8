import { parseJson } from '../json/index.ts';
import { isDocument } from '../metadata/index.ts';

/** A search reads all their documents. */
export const maxThemes = 200;

const algorithms = ['default', 'light', 'dark', 'compact', 'system'];

/** What is wrong with the JSON text of a look; null when nothing is. */
export function findThemeProblem(text: string): string | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return `Invalid JSON configuration: ${(error as Error).message}`;
  }
  if (!isDocument(value)) return 'Must be a JSON object.';
  for (const name of ['token', 'components'] as const)
    if (value[name] !== undefined && !isDocument(value[name])) return `\`${name}\` must be a JSON object.`;
  const { algorithm } = value;
  const named = Array.isArray(algorithm) ? algorithm : [algorithm];
  if (algorithm !== undefined && !named.every((one) => typeof one === 'string' && algorithms.includes(one)))
    return `\`algorithm\` must be of ${algorithms.join(', ')}, or a list of them.`;
  return null;
}
