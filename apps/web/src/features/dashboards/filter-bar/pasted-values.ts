import type { PastedFinds, SelectValue } from '@powerset/ui';

/** How many pasted words are looked up: what one question with one list can hold. */
export const maxLookedUp = 5000;

/** The number of the column's type in the reference's API. */
const [numericType, temporalType, booleanType] = [0, 2, 3];

/** The value that a pasted word asks for in a column; undefined where it can be none of its values. */
export function toAsked(word: string, typeGeneric: number | undefined): SelectValue | undefined {
  if (word === '<NULL>') return null;
  if (word === '<empty string>') return typeGeneric === undefined || typeGeneric === 1 ? '' : undefined;
  if (typeGeneric === numericType) return finite(Number(word));
  if (typeGeneric === temporalType)
    return finite(/^-?\d+$/.test(word) && word.length > 4 ? Number(word) : Date.parse(word));
  if (typeGeneric === booleanType) return ['true', 'false'].includes(word) ? word === 'true' : undefined;
  return word;
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);

/** Looks words up in a column with one question, and says which of them stand for values that it holds. */
export async function lookUpWords(
  words: readonly string[],
  typeGeneric: number | undefined,
  ask: (values: readonly SelectValue[]) => Promise<readonly SelectValue[]>,
): Promise<PastedFinds> {
  const bounded = words.slice(0, maxLookedUp).map((word) => ({ word, value: toAsked(word, typeGeneric) }));
  const values = [...new Set(bounded.flatMap(({ value }) => (value === undefined ? [] : [value])))];
  const found = values.length > 0 ? await ask(values) : [];
  const names = new Set(found.flatMap((value) => [String(value), String(value).toLowerCase()]));
  // Engines whose texts are alike in either case answer with the one that they hold.
  const isFound = (value: SelectValue | undefined) =>
    value !== undefined && (names.has(String(value)) || names.has(String(value).toLowerCase()));
  return {
    values: found,
    missing: bounded.filter(({ value }) => !isFound(value)).map(({ word }) => word),
    unasked: words.slice(maxLookedUp),
  };
}
