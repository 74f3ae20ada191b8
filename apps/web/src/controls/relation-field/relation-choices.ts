import type { Choice } from '../../api/index.ts';

/** What was found last, and everybody who was named so far. */
export interface RelationChoices {
  /** The text that `found` is the answer to. */
  readonly text: string;
  readonly found: readonly Choice[];
  readonly named: readonly Choice[];
}

export function startChoices(known: readonly Choice[]): RelationChoices {
  return { text: '', found: known, named: known };
}

export function withFound({ named }: RelationChoices, text: string, found: readonly Choice[]): RelationChoices {
  const isNew = (old: Choice) => !found.some((one) => one.value === old.value);
  return { text, found, named: [...found, ...named.filter(isNew)] };
}

/** What is offered: what was found and, while nothing is searched, what is chosen already. */
export function offeredChoices({ text, found, named }: RelationChoices, chosen: readonly number[]): readonly Choice[] {
  if (text !== '') return found;
  const isFound = (choice: Choice) => found.some((one) => one.value === choice.value);
  return [...found, ...named.filter((one) => chosen.includes(Number(one.value)) && !isFound(one))];
}
