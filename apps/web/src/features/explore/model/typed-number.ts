/** A number as it is being typed: the number, the text where it is none yet, undefined where nothing stands. */
export function readTypedNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** What the field shows: what is being typed, so that `0.` may become `0.5` and `-` become `-5`; else the value. */
export const shownNumber = (typed: string | null, value: unknown): string => typed ?? String(value ?? '');

/** Something was typed that is no number. */
export const isNoNumber = (value: unknown): boolean =>
  typeof value === 'string' && typeof readTypedNumber(value) === 'string';
