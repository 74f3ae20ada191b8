import type { ReactNode } from 'react';

export type SelectValue = string | number | boolean | null;

export interface SelectChoice<Value extends SelectValue = SelectValue> {
  readonly value: Value;
  readonly label: ReactNode;
  /** What typing is compared with; the label when it is text. */
  readonly searchText?: string;
  readonly isDisabled?: boolean;
}

/** What a choice is found by, and called where only text can stand. */
export function textOf(choice: SelectChoice): string {
  return choice.searchText ?? (typeof choice.label === 'string' ? choice.label : String(choice.value));
}

/** The choice that stands for a value; a value that is none of them is its own text. */
export function choiceOf<Value extends SelectValue>(
  choices: readonly SelectChoice<Value>[],
  value: Value,
): SelectChoice<Value> {
  return choices.find((choice) => choice.value === value) ?? { value, label: String(value) };
}

/** The choices whose text holds what was typed, in any case. */
export function matching<Value extends SelectValue>(
  choices: readonly SelectChoice<Value>[],
  typed: string,
): readonly SelectChoice<Value>[] {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' ? choices : choices.filter((choice) => textOf(choice).toLowerCase().includes(wanted));
}

/** What is typed as a value: of numbers a number where it is one. */
export function typedValue(choices: readonly SelectChoice[], typed: string): SelectValue {
  const text = typed.trim();
  const isNumeric = choices.some((choice) => typeof choice.value === 'number');
  return isNumeric && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** What the list offers: with free text what is typed comes first, unless a choice is called just so. */
export function offered(
  choices: readonly SelectChoice[],
  typed: string,
  how: { readonly isFreeForm: boolean; readonly isFiltered: boolean },
): readonly SelectChoice[] {
  const found = how.isFiltered ? matching(choices, typed) : choices;
  const text = typed.trim();
  if (!how.isFreeForm || text === '' || choices.some((choice) => textOf(choice) === text)) return found;
  return [{ value: typedValue(choices, text), label: text }, ...found];
}

/** The values that pasted words stand for: the choices that are called so and, with free text, the words themselves. */
export function pastedValues(
  choices: readonly SelectChoice[],
  words: readonly string[],
  isFreeForm: boolean,
): readonly SelectValue[] {
  const named = byName(choices);
  return words.flatMap((word) => {
    const called = named.get(word);
    if (called) return called.isDisabled ? [] : [called.value];
    return isFreeForm ? [typedValue(choices, word)] : [];
  });
}

/** The pasted words that no choice is called, each once. */
export function unknownWords(choices: readonly SelectChoice[], words: readonly string[]): readonly string[] {
  const named = byName(choices);
  return [...new Set(words)].filter((word) => !named.has(word));
}

/** Lists of thousands are pasted into choices of thousands. The first choice of a name has it. */
function byName(choices: readonly SelectChoice[]): ReadonlyMap<string, SelectChoice> {
  return new Map(
    choices
      .toReversed()
      .flatMap((choice) => [[String(choice.value), choice] as const, [textOf(choice), choice] as const]),
  );
}

/** What became of pasted words that no choice is called. */
export interface PastedFinds {
  readonly values: readonly SelectValue[];
  /** Words that stand for nothing. */
  readonly missing: readonly string[];
  /** Words of which it is not known: more than can be looked up at once, or looking failed. */
  readonly unasked: readonly string[];
}

/** The row that the keyboard comes to from another, around the ends and past what cannot be chosen. */
export function nextRow(choices: readonly SelectChoice[], from: number, step: -1 | 1): number {
  for (let taken = 1; taken <= choices.length; taken += 1) {
    const row = (from + step * taken + choices.length * taken) % choices.length;
    if (!choices[row]?.isDisabled) return row;
  }
  return from;
}

/** The rows of a long list that are in view, and a few more; of a short list all. */
export function rowsInView(
  count: number,
  view: { readonly top: number; readonly height: number; readonly rowHeight: number },
): { readonly first: number; readonly end: number } {
  if (count <= ALL_ROWS) return { first: 0, end: count };
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - SPARE_ROWS);
  const end = Math.min(count, Math.ceil((view.top + view.height) / view.rowHeight) + SPARE_ROWS);
  return { first, end };
}

/** Up to this number of choices all are drawn. */
const ALL_ROWS = 100;
const SPARE_ROWS = 4;
